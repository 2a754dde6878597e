import { describe, expect, it } from 'vitest'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'

function titleAndYear(name: string): [string | null, number | null] {
  const { title, year } = parseReleaseName(name)
  return [title, year]
}

describe('the title of a release name', () => {
  it.each([
    ['ends before the year', 'Paper.Lanterns.2016.1080p.BluRay.x264-OAK', 'Paper Lanterns'],
    ['ends before the episode', 'Harbour.Lights.S02E03.Low.Tide.720p.HDTV', 'Harbour Lights'],
    ['ends before the first tag', 'Paper.Lanterns.1080p.WEB-DL.x264-OAK', 'Paper Lanterns'],
    ['is the whole name where nothing else is said', 'Paper Lanterns', 'Paper Lanterns'],
    ['keeps its punctuation', 'Who Rang? (1988) 720p', 'Who Rang?'],
    ['keeps hyphens', 'Moth-Man.2012.1080p', 'Moth-Man'],
    ['keeps dashes between its parts', 'Moth - The Return (2012)', 'Moth - The Return'],
    ['keeps the dots of an acronym', 'The.Spy.from.O.W.L.2015.1080p', 'The Spy from O.W.L.'],
    ['tells an acronym from the words behind', 'B.I.Big.Island.(2001)', 'B.I. Big Island'],
    ['leaves an article alone', 'The.A.List.2010.1080p', 'The A List'],
    ['loses underscores', 'paper_lanterns_1x05_name.avi', 'paper lanterns'],
    ['is read in small letters', 'paper lanterns 2003 1080p web-dl x264-oak', 'paper lanterns'],
    ['is read in capitals', 'PAPER LANTERNS 2003 1080P WEB-DL', 'PAPER LANTERNS'],
    ['keeps a bracket at its start', '(40) Days of Rain 2009 1080p', '(40) Days of Rain'],
    ['loses another name in brackets', 'Die Laterne (The Lantern) S01 720p', 'Die Laterne'],
    ['keeps the country', 'The Workplace (US) S01 720p', 'The Workplace (US)'],
    ['loses invisible characters', 'Paper.\u200bLanterns.\u200b2016.1080p', 'Paper Lanterns'],
  ])('%s', (_rule, name, title) => {
    expect(parseReleaseName(name).title).toBe(title)
  })

  it.each([
    ['Wren.Valley.2049.2017.1080p', 'Wren Valley 2049', 2017],
    ['1917.2019.1080p', '1917', 2019],
    ['1984 (1956) [1080p]', '1984', 1956],
    ['2031.A.Long.Voyage.1968.1080p', '2031 A Long Voyage', 1968],
    ['1899.S01E03.1080p', '1899', null],
    ['(2000) La lanterna di carta [DVDRip].avi', 'La lanterna di carta', 2000],
    ['2012.River.Games.SBC.BluRay.1080p', 'River Games SBC', 2012],
    ['Harbour.Lights.1990-1996.S01E04.720p', 'Harbour Lights', 1990],
    ['Бумажный фонарь 2006г. BDRip', 'Бумажный фонарь', 2006],
  ])('is told from the year in %s', (name, title, year) => {
    expect(titleAndYear(name)).toEqual([title, year])
  })

  it.each([
    ['The.Spiders.Web.2018.2160p.BluRay', 'The Spiders Web'],
    ['Extended.Stay.S01E02.720p.HDTV', 'Extended Stay'],
    ['The.French.Clockmaker.2021.1080p', 'The French Clockmaker'],
    ['Mister English 2003 1080p BluRay', 'Mister English'],
    ['The.English.S01E01.1080p', 'The English'],
    ['Unrated.The.Movie.2009.DVDRip', 'Unrated The Movie'],
    ['Proper.Manners.2012.PROPER.1080p', 'Proper Manners'],
    ['CAM.2018.1080p.NF.WEB-DL', 'CAM'],
    ['Dual.2022.1080p', 'Dual'],
    ['It.2017.1080p', 'It'],
    ['The.Final.Cut.2004.1080p', 'The Final Cut'],
    ['Hospital.MD.S01E01.1080p', 'Hospital MD'],
    ['Moth 3D (2010) [1080p]', 'Moth 3D'],
  ])('may hold words that are tags elsewhere: %s', (name, title) => {
    expect(parseReleaseName(name).title).toBe(title)
  })

  it.each([
    ['Paper.Lanterns.Extended.Cut.2012.1080p', 'Paper Lanterns'],
    ['Paper Lanterns (Extended) (2016) 1080p', 'Paper Lanterns'],
    ['Paper.Lanterns.The.Uncut.Version.1983.DVDRip', 'Paper Lanterns'],
    ['Paper.Lanterns.FRENCH.DVDRip', 'Paper Lanterns'],
    ['Papierlaterne.German.2014.LD.1080p', 'Papierlaterne'],
    ['Paper.Lanterns.NF.WEB-DL.1080p', 'Paper Lanterns'],
    ['Paper Lanterns The Complete Series 720p', 'Paper Lanterns'],
    ['Paper.Lanterns.3D.HSBS.2012.1080p', 'Paper Lanterns'],
  ])('does not run on into the tags before the year: %s', (name, title) => {
    expect(parseReleaseName(name).title).toBe(title)
  })

  it.each([
    ['www.site.example.com - Paper Lanterns 2003 1080p', 'Paper Lanterns'],
    ['www.Site.com.Paper.Lanterns.2003.1080p', 'Paper Lanterns'],
    ['[ www.site.org ] -Paper.Lanterns.2003.1080p', 'Paper Lanterns'],
    ['site.to - Paper.Lanterns.2003.1080p', 'Paper Lanterns'],
    ['{WWW.SITE.TV} Paper Lanterns 2003 1080p', 'Paper Lanterns'],
    ['[720p] Paper Lanterns Season 1', 'Paper Lanterns'],
    ['[Hindi + Tamil] Paper Lanterns (2019) 1080p', 'Paper Lanterns'],
  ])('does not begin with the site or with tags: %s', (name, title) => {
    expect(parseReleaseName(name).title).toBe(title)
  })

  it.each([
    ['Фонарь / Paper Lantern (2002) DVDRip', 'Paper Lantern'],
    ['Фонарь (2007) DVDRip', 'Фонарь'],
    ['Laterna / Lantern [BDRip][1080p]', 'Laterna / Lantern'],
    ['[Oak-Raws] 灯笼 / Paper Lantern - 04 (1080p)', 'Paper Lantern'],
    ['[Oak] 劇場版 ちょうちん Paper Lantern The Movie (1080p)', 'Paper Lantern The Movie'],
    ['[Oak][国漫][灯笼 第3季][Paper Lantern III][01-26][1080P]', 'Paper Lantern III'],
    ['【Oak】★10月新番★[灯笼/Paper Lantern][12][1080p]', 'Paper Lantern'],
    ['[Oak]_[LANTERN]_[DVDRIP]_[116]', 'LANTERN'],
  ])('prefers the Latin of several scripts: %s', (name, title) => {
    expect(parseReleaseName(name).title).toBe(title)
  })

  it.each([
    ['of an episode that says no series', 'S01E02 - Low Tide.mkv'],
    ['of random characters', 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6.mkv'],
    ['of nothing but tags', '1080p.WEB-DL.mkv'],
    ['of nothing', ''],
  ])('is null in the name %s', (_of, name) => {
    expect(parseReleaseName(name).title).toBeNull()
  })
})

describe('a path', () => {
  it('takes from the folders what the file does not say', () => {
    expect(
      parseReleaseName('Harbour Lights (2014) [1080p]/Season 2/05 - Low Tide.mkv'),
    ).toMatchObject({
      title: 'Harbour Lights',
      year: 2014,
      seasons: [2],
      episodes: [5],
      resolution: '1080p',
    })
  })

  it('prefers what the file says', () => {
    expect(parseReleaseName('Pack 720p/Harbour.Lights.S02E05.1080p.mkv')).toMatchObject({
      title: 'Harbour Lights',
      resolution: '1080p',
    })
  })

  it('is no path where the slash divides names or tags', () => {
    expect(parseReleaseName('Paper Lanterns (HDRip / 2014)')).toMatchObject({
      title: 'Paper Lanterns',
      year: 2014,
      quality: 'HDRip',
    })
  })
})
