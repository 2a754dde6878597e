import { describe, expect, it } from 'vitest'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'

describe('languages', () => {
  it.each([
    ['Paper.Lanterns.2016.FRENCH.1080p', ['French']],
    ['Paper.Lanterns.2016.iTALiAN.1080p', ['Italian']],
    ['Paper.Lanterns.FRENCH.DVDRip', ['French']],
    ['Paper.Lanterns.2016.TRUEFRENCH.1080p', ['French']],
    ['Paper.Lanterns.2016.VOSTFR.1080p', ['French']],
    ['Harbour.Lights.S01E14.German.HDTV', ['German']],
    ['Harbour.Lights.E04.Ebbe.und.Flut.German.2022.DL.BDRip', ['German', 'Dual Audio']],
    ['Paper.Lanterns.2016.iTA.ENG.1080p', ['Italian', 'English']],
    ['Paper Lanterns 2016 [ITA-ENG] 1080p', ['Italian', 'English']],
    ['Paper Lanterns (2016) 720p Tamil+Telugu+Hindi+Eng', ['Tamil', 'Telugu', 'Hindi', 'English']],
    ['Paper Lanterns [1972] Eng,Deu,Rus DVDRip', ['English', 'German', 'Russian']],
    ['Paper Lanterns - Luce (Luce) - IT EN FR', ['Italian', 'English', 'French']],
    ['Paper.Lanterns.2016.DK.NO.FI.PAL.DVDR', ['Danish', 'Norwegian', 'Finnish']],
    ['Paper.Lanterns.2016.PL.1080p', ['Polish']],
    ['Paper Lanterns (2016) [1080p] [Lektor PL]', ['Polish']],
    ['Paper.Lanterns.2016.PT-BR.1080p', ['Portuguese', 'Portuguese (Brazil)']],
    ['Paper.Lanterns.2016.LATINO.1080p', ['Spanish', 'Latino']],
    ['Paper.Lanterns.2016.CASTELLANO.1080p', ['Spanish']],
    ['Paper.Lanterns.2016.NORDiC.1080p', ['Danish', 'Swedish', 'Norwegian', 'Finnish']],
    ['Paper.Lanterns.2016.MULTi.1080p', ['Multi']],
    ['Paper Lanterns 2016 Dual-Audio 1080p', ['Dual Audio']],
    ['Paper Lanterns (2016) Hindi Dubbed 720p', ['Hindi', 'Dubbed']],
    ['[Oak] Lantern - 01 [1080p][CHT]', ['Chinese']],
    ['russian, english', ['Russian', 'English']],
  ])('of %s', (name, languages) => {
    expect(parseReleaseName(name).languages).toEqual(languages)
  })

  it.each([
    ['Лантерна (2007) DVDRip', ['Russian']],
    ['Лiхтар і тінь (2007) DVDRip', ['Ukrainian']],
    ['[Oak] ちょうちん - 04 (1080p)', ['Japanese']],
    ['灯笼 第05集 1080p', ['Chinese']],
    ['등불 E05 1080p', ['Korean']],
    ['Лантерна (2007) DVDRip Eng', ['English']],
  ])('are told by the letters where no word says them: %s', (name, languages) => {
    expect(parseReleaseName(name).languages).toEqual(languages)
  })

  it.each([
    'Mister English 2003 1080p BluRay',
    'The French Clockmaker (1971) 1080p',
    'The.Danish.Clock.2015.1080p',
    'Harry Lantern 2017 09 13 Dan Moth 720p HDTV',
    'Lanterns.2021.Russian.Tea.House.1080p.HDTV',
    'Lantern.(A.Moth).2008.DVDRip',
    'Lantern [HDR][wWw.Site.SE]',
    'Lantern 2016 1080p [multi language,multi subs]',
  ])('are not invented in %s', (name) => {
    expect(parseReleaseName(name).languages).toEqual([])
  })
})

describe('subtitles', () => {
  it.each([
    ['Paper Lanterns 2016 1080p Ita AC3 Sub Ita Eng', ['Italian', 'English']],
    ['Paper Lanterns S01 (Eng Subs)', ['English']],
    ['Paper.Lanterns.2016.SWESUB.1080p', ['Swedish']],
    ['Paper.Lanterns.2016.KORSUB.HDRip', ['Korean']],
    ['Paper Lanterns 2016 1080p ESubs', ['English']],
    ['Paper.Lanterns.2016.Nordic.Subs.1080p', ['Danish', 'Swedish', 'Norwegian', 'Finnish']],
    ['Paper.Lanterns.2016.FRENCH.1080p', []],
  ])('of %s', (name, subtitles) => {
    expect(parseReleaseName(name).subtitles).toEqual(subtitles)
  })

  it.each([
    ['26_Romanian.srt', ['Romanian']],
    ['dan.srt', ['Danish']],
    ['Subs(chi,kor,vie).srt', ['Chinese', 'Korean', 'Vietnamese']],
    ['Paper Lanterns WEBDL-1080p.es.ass', ['Spanish']],
  ])('name their language in the name of their file: %s', (name, languages) => {
    expect(parseReleaseName(name).languages).toEqual(languages)
  })
})
