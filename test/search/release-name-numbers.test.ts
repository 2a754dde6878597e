import { describe, expect, it } from 'vitest'
import { parseReleaseName } from '../../src/search/release-name/parse-release-name.ts'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)

function numbers(name: string) {
  const { title, seasons, episodes } = parseReleaseName(name)
  return { title, seasons, episodes }
}

describe('season and episode', () => {
  it.each<[string, number[], number[]]>([
    ['Harbour.Lights.S03E06.Low.Tide.720p', [3], [6]],
    ['Harbour.Lights.s03e06.720p', [3], [6]],
    ['Harbour.Lights.S03E06.S03E4000000000', [3], [6]],
    ['Harbour Lights S03 E06 720p', [3], [6]],
    ['Harbour.Lights.S03.E06.720p', [3], [6]],
    ['Harbour Lights - [3x06] - Low Tide', [3], [6]],
    ['Harbour.Lights.3x06.Low.Tide', [3], [6]],
    ['Harbour Lights (3x06 Low Tide).avi', [3], [6]],
    ['Harbour Lights S01xE03.mp4', [1], [3]],
    ['Harbour Lights SO2E04.avi', [2], [4]],
    ['Harbour Lights T02E22.mp4', [2], [22]],
    ['Harbour Lights Sn4 Ep14', [4], [14]],
    ['Harbour.Lights.S0615.400p', [6], [15]],
    ['Harbour.Lights.S01.07.mp4', [1], [7]],
    ['Harbour Lights S02 03.mkv', [2], [3]],
    ['Harbour Lights (S4-24) [1080p]', [4], [24]],
    ['Harbour Lights Season 3 Episode 4 720p', [3], [4]],
    ['Harbour Lights Season 11 01.mp4', [11], [1]],
    ['Harbour Lights Season 4.16.avi', [4], [16]],
    ['Harbour Lights - Episode 1.22 - Low Tide.avi', [1], [22]],
    ['Harbour Lights S3 Eps.05-08.mp4', [3], [5, 6, 7, 8]],
    ['Harbour Lights S01E23a Low Tide.mp4', [1], [23]],
    ['Harbour Lights - S02E05v2 - Low Tide.mkv', [2], [5]],
    ['Harbour Lights S00E66 1080p', [0], [66]],
    ['Harbour Lights S2019E06 1080p', [2019], [6]],
  ])('in %s', (name, seasons, episodes) => {
    expect(numbers(name)).toEqual({ title: 'Harbour Lights', seasons, episodes })
  })

  it.each<[string, number[], number[]]>([
    ['Luces - Temporada 2 Capitulo 25 Castellano', [2], [25]],
    ['Luces - Temporada 19 [HDTV 720p][Cap.1901_1903][Castellano]', [19], [1, 2, 3]],
    ['Luces [HDTV][Cap.205][Castellano]', [2], [5]],
    ['Luzes 2ª Temporada 1080p', [2], []],
    ['Luzes 4° Temporada Completa - Dublado', [4], []],
    ['Lumieres Saison 1 Episode 5 FRENCH', [1], [5]],
    ['Lichter Staffel 2 Folge 10 German', [2], [10]],
    ['Luci - Stagione 2 Episodio 10 iTA', [2], [10]],
    ['Swiatla Sezon 2 Odcinek 4 PL', [2], [4]],
    ['Lichtjes Seizoen 22 afl.18', [22], [18]],
    ['Огни. Сезон 15. Эпизод 09. Отлив (2015).avi', [15], [9]],
    ['Огни / Lights / Сезон: 2 / Серии: 1-5 из 12 [2016, WEBRip]', [2], [1, 2, 3, 4, 5]],
    ['Огни (1 сезон: 1-3 серии из 8) 2023 WEB-DL', [1], [1, 2, 3]],
    ['Огни_ 5-й сезон 09-я серия_ Отлив.avi', [5], [9]],
    ['Ogni.3.sezon.22.seria.iz.22.XviD.avi', [3], [22]],
    ['ライト シーズン2 第05話', [2], [5]],
    ['灯 第2季 第05集 1080p', [2], [5]],
  ])('in other languages: %s', (name, seasons, episodes) => {
    expect(parseReleaseName(name)).toMatchObject({ seasons, episodes })
  })

  it.each<[string, number[], number[]]>([
    ['Harbour.Lights.S03E06E07E08.720p', [3], [6, 7, 8]],
    ['Harbour.Lights.S03E06-E08.720p', [3], [6, 7, 8]],
    ['Harbour.Lights.S03E06-08.720p', [3], [6, 7, 8]],
    ['Harbour Lights S03E06 - E08 720p', [3], [6, 7, 8]],
    ['Harbour.Lights.S03E06-S03E08.720p', [3], [6, 7, 8]],
    ['Harbour Lights S03E06+E07 720p', [3], [6, 7]],
    ['Harbour.Lights.3x06-08.720p', [3], [6, 7, 8]],
    ['Harbour Lights [03x06-08 of 16] WEB-DL', [3], [6, 7, 8]],
    ['Harbour Lights Season 3 Episodes 6 to 8', [3], [6, 7, 8]],
    ['Harbour.Lights.E01-E10.720p', [], range(1, 10)],
    ['Harbour Lights Season 1-3 720p', [1, 2, 3], []],
    ['Harbour.Lights.S01-S03.COMPLETE.720p', [1, 2, 3], []],
    ['Harbour.Lights.S01-03.720p', [1, 2, 3], []],
    ['Harbour Lights Seasons 1 to 3', [1, 2, 3], []],
    ['Harbour Lights Season 1, 2 & 3', [1, 2, 3], []],
    ['Harbour Lights Season 1 2 3 + 4 Movies', [1, 2, 3], []],
    ['Harbour Lights Season 1:3', [1, 2, 3], []],
    ['Harbour Lights All Seasons (1-3) 720p', [1, 2, 3], []],
    ['Harbour Lights S01 / S02 / S03', [1, 2, 3], []],
    ['Harbour Lights - The Complete Third Season', [3], []],
  ])('in runs and packs: %s', (name, seasons, episodes) => {
    expect(numbers(name)).toEqual({ title: 'Harbour Lights', seasons, episodes })
  })

  it.each<[string, number[], number[]]>([
    ['[Oak] Lantern - 05 (1080p) [ABCD1234].mkv', [], [5]],
    ['[Oak] Lantern - 05v2 [720p].mkv', [], [5]],
    ['[Oak]_Lantern_-_05_[720p]_[436E0E90].mkv', [], [5]],
    ['[Oak] Lantern 05 [720p]', [], [5]],
    ['[Oak] Lantern - Ep05 [720p]', [], [5]],
    ['[Oak] Lantern #05 (1280x720).mp4', [], [5]],
    ['[Oak] Lantern - 14.5 - Tide.mkv', [], [14]],
    ['[Oak] Lantern - 1001 [720p].mkv', [], [1001]],
    ['[Oak] Lantern 2nd Season - 05 [720p]', [2], [5]],
    ['[Oak] Lantern S2 - 05 [720p]', [2], [5]],
    ['[Oak] Lantern Season 3 - 11 (1080p)', [3], [11]],
    ['[Oak] Lantern - 01 ~ 12 [1080p]', [], range(1, 12)],
    ['[Oak] Lantern (01-26) [1080p]', [], range(1, 26)],
    ['[Oak] Lantern [01-26][1080p]', [], range(1, 26)],
    ['Lantern - 107 - Tide.mkv', [], [107]],
    ['Lantern - 006-007.mkv', [], [6, 7]],
    ['Lantern - 103, 104 - Tide.mkv', [], [103, 104]],
    ['Lantern 412 VOSTFR 720p', [], [412]],
  ])('counted through as fansubs do: %s', (name, seasons, episodes) => {
    expect(numbers(name)).toEqual({ title: 'Lantern', seasons, episodes })
  })

  it.each<[string, number[], number[]]>([
    ['02 Low Tide.mp4', [], [2]],
    ['102 - Low Tide.avi', [], [102]],
    ['1.01 Low Tide.avi', [1], [1]],
    ['[5.01] Low Tide.avi', [5], [1]],
    ['2-06. Low Tide.mkv', [2], [6]],
    ['Lights 03-20.mkv', [3], [20]],
    ['lights_03_19.avi', [3], [19]],
    ['Lights.02.09.avi', [2], [9]],
    ['Atlantic Coast 5of6 Low Tide.avi', [], [5]],
    ['E5.mkv', [], [5]],
  ])('in the bare names of files: %s', (name, seasons, episodes) => {
    expect(parseReleaseName(name)).toMatchObject({ seasons, episodes })
  })

  it.each([
    '3.10 to Harbour (2007).mkv',
    'Twelve.Lanterns.12.Angry.Moths.1957.mkv',
    'Lantern Wars Episode 4 The Tide 1977 BDRip',
    'Lantern Z Movie - 09 - Tide - 1080p',
    'Lantern 13 (1995) [1080p] [E-AC3-S78]',
    'The Lantern (1960) [1080p] [DD] [2-0]',
    '13-13-13 2013 DVDRip x264',
    'lantern_dvdrip_1.46.avi',
    'Lantern Hotspur 2012-13 Season Review.mp4',
    'The Lantern 100 2014 720p',
    'Lantern 1920x1080 x264 5.1',
  ])('is not invented in %s', (name) => {
    expect(parseReleaseName(name)).toMatchObject({ seasons: [], episodes: [] })
  })

  it.each([
    ['of a season is not its episode', '22-7 (Season 1) (1080p)-Oak', [1], []],
    ['behind the episode is no range', 'Lights - S01E04 - x264.mkv', [1], [4]],
    ['of a time is no range', 'Lights.1x15.Ora.21.00-22.00.1080p', [1], [15]],
    ['with noughts is no range', 'Lights-S04E03-10.000.metres.mkv', [4], [3]],
    ['of another count does not replace the first', 'Lights S05E53 - Ep.129.mkv', [5], [53]],
    ['of a group is no season', 'Lights 2024 1080p WEB-DL H264-S56', [], []],
  ])('a number %s', (_rule, name, seasons, episodes) => {
    expect(parseReleaseName(name)).toMatchObject({ seasons, episodes })
  })

  it('keeps the part of the title that a number is glued to', () => {
    expect(numbers('Low.Castle2x03.HDTV').title).toBe('Low Castle')
    expect(numbers('About.to.RideS01E06.720p').title).toBe('About to Ride')
  })

  it('ignores ranges that no series can have', () => {
    expect(parseReleaseName('Lights E1-E9999 720p').episodes.length).toBeLessThan(3)
    expect(parseReleaseName('Lights S1-S999 720p').seasons.length).toBeLessThan(3)
  })
})

describe('the date of a daily show', () => {
  it.each([
    ['The.Evening.Show.2018.09.23.Some.Guest.720p.WEB', '2018-09-23'],
    ['The Evening Show 2018 09 23 Some Guest 720p', '2018-09-23'],
    ['The.Evening.Show.2018-09-23.720p', '2018-09-23'],
    ['The.Evening.Show.23.09.2018.720p', '2018-09-23'],
    ['The.Evening.Show.09-23-2018.720p', '2018-09-23'],
    ['The Evening Show 10-19-12.mp4', '2012-10-19'],
    ['The Evening Show September 23, 2018 720p', '2018-09-23'],
    ['The Evening Show 23rd Sep 2018 720p', '2018-09-23'],
    ['The.Evening.Show.20180923.720p', '2018-09-23'],
  ])('in %s', (name, date) => {
    expect(parseReleaseName(name)).toMatchObject({
      title: 'The Evening Show',
      date,
      year: Number(date.slice(0, 4)),
      seasons: [],
      episodes: [],
    })
  })

  it.each(['Lights.S01E01.1.23.45.mkv', 'Lights.2018.13.45.720p', 'Lights 5.1 2018 1080p'])(
    'is not invented in %s',
    (name) => {
      expect(parseReleaseName(name).date).toBeNull()
    },
  )
})
