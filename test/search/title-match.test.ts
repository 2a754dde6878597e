import { describe, expect, it } from 'vitest'
import type { ParsedFile } from '../../src/model/parsed-file.ts'
import type { MediaQuery } from '../../src/model/search-result.ts'
import type { FilterSettings } from '../../src/model/user-data.ts'
import { createFilter } from '../../src/search/steps/filter.ts'
import { query, stream } from '../support/streams.ts'

function keeps(filters: FilterSettings, file: Partial<ParsedFile>, search: Partial<MediaQuery>) {
  const { kept } = createFilter(filters)([stream({ parsedFile: file })], query(search))
  return kept.length === 1
}

describe('title matching', () => {
  it.each([
    ['The Matrix', 'The Matrix', true],
    ['Matrix', 'The Matrix', true],
    ['the matrix', 'The Matrix', true],
    ['The Matrix Reloaded', 'The Matrix', false],
    ['Amelie', 'Amélie', true],
    ['Straße', 'Strasse', true],
    ['Oceans Eleven', 'Ocean’s Eleven', true],
    ['Spiderman', 'Spider-Man', true],
    ['Fast and Furious', 'Fast & Furious', true],
    ['Fast Furious', 'Fast & Furious', true],
    ['Rocky 2', 'Rocky II', true],
    ['Rocky 5', 'Rocky V', true],
    ['X Men', 'X-Men', true],
    ['A I', 'A.I.', true],
    ['Mission Impossible Fallout', 'Mission: Impossible – Fallout', true],
    ['Le Fabuleux Destin', 'Amélie', false],
    ['La Casa de Papel aka Money Heist', 'Money Heist', true],
    ['Money Heist / La Casa de Papel', 'La Casa de Papel', true],
    ['東京物語', '東京物語', true],
    ['And', 'And', true],
    ['!!!', 'The Matrix', false],
  ])('takes %j for exactly %j: %s', (title, known, expected) => {
    const filters: FilterSettings = { title: { mode: 'exact' } }
    expect(keeps(filters, { title }, { titles: [known] })).toBe(expected)
  })

  it.each([
    ['The Matrix Reloaded', 'The Matrix', true],
    ['Breaking Bad A Rede', 'Breaking Bad', true],
    ['Titanic', 'It', false],
    ['It Chapter Two', 'It', true],
    ['The', 'The Matrix', false],
  ])('finds in %j the title %j: %s', (title, known, expected) => {
    const filters: FilterSettings = { title: { mode: 'contains' } }
    expect(keeps(filters, { title }, { titles: [known] })).toBe(expected)
  })

  it('takes any of the known titles', () => {
    const titles = ['Spirited Away', '千と千尋の神隠し', 'Sen to Chihiro no Kamikakushi']
    const filters: FilterSettings = { title: { mode: 'exact' } }
    expect(keeps(filters, { title: 'Sen to Chihiro no Kamikakushi' }, { titles })).toBe(true)
    expect(keeps(filters, { title: 'Ponyo' }, { titles })).toBe(false)
  })

  it('tolerates a share of wrong characters where told to', () => {
    const titles = ['Ghostbusters']
    const matches = (title: string, tolerance: number) =>
      keeps({ title: { mode: 'exact', tolerance } }, { title }, { titles })
    expect(matches('Gostbusters', 0)).toBe(false)
    expect(matches('Gostbusters', 10)).toBe(true)
    expect(matches('Gostbustrs', 10)).toBe(false)
    expect(matches('Gostbustrs', 20)).toBe(true)
  })

  it.each([
    ['the mode is off', { mode: 'off' }, { title: 'Other' }, { titles: ['Film'] }],
    ['no title is known', { mode: 'exact' }, { title: 'Other' }, { titles: [] }],
    ['the name gives none', { mode: 'exact' }, { title: null }, { titles: ['Film'] }],
  ] as const)('keeps everything where %s', (_, title, file, search) => {
    expect(keeps({ title }, file, search)).toBe(true)
  })
})

describe('year matching', () => {
  const film = { type: 'movie', year: 1999 }
  const ended = { type: 'series', year: 2008, endYear: 2013 }
  const running = { type: 'series', year: 2008 }

  it.each([
    ['exact', undefined, 1999, film, true],
    ['exact', undefined, 2000, film, false],
    ['exact', 1, 2000, film, true],
    ['exact', 1, 1997, film, false],
    ['contains', undefined, 2000, film, true],
    ['contains', undefined, 2001, film, false],
    ['contains', 0, 2000, film, false],
    ['exact', undefined, 2008, ended, true],
    ['exact', undefined, 2013, ended, true],
    ['exact', undefined, 2014, ended, false],
    ['exact', undefined, 2007, ended, false],
    ['exact', undefined, 2030, running, true],
    ['off', undefined, 1950, film, true],
    ['exact', undefined, null, film, true],
    ['exact', undefined, 1950, { type: 'movie', year: null }, true],
  ] as const)(
    '%s with tolerance %s takes %s of %j: %s',
    (mode, tolerance, year, search, expected) => {
      expect(keeps({ year: { mode, tolerance } }, { year }, search)).toBe(expected)
    },
  )
})

describe('episode matching', () => {
  const wanted = { type: 'series', season: 5, episode: 14 }

  it.each([
    ['the episode itself', { seasons: [5], episodes: [14] }, true, true],
    ['another episode', { seasons: [5], episodes: [13] }, false, false],
    ['another season', { seasons: [4], episodes: [14] }, false, false],
    ['several episodes with it', { seasons: [5], episodes: [13, 14, 15] }, true, true],
    ['several episodes without it', { seasons: [5], episodes: [1, 2] }, false, false],
    ['a pack of the season', { seasons: [5] }, true, true],
    ['a pack of several seasons', { seasons: [1, 2, 3, 4, 5] }, true, true],
    ['a pack of another season', { seasons: [4] }, false, false],
    ['the episode without a season', { episodes: [14] }, false, true],
    ['another episode without a season', { episodes: [29] }, false, false],
    ['a title alone', { title: 'Breaking Bad' }, false, true],
    ['a complete pack', { title: 'Breaking Bad', flags: ['complete'] }, true, true],
    ['a daily show by date', { title: 'The Show', date: '2013-09-15' }, true, true],
    ['nothing at all', {}, true, true],
  ] as const)('judges %s', (_, file, exact, contains) => {
    expect(keeps({ episode: { mode: 'exact' } }, file, wanted)).toBe(exact)
    expect(keeps({ episode: { mode: 'contains' } }, file, wanted)).toBe(contains)
    expect(keeps({ episode: { mode: 'off' } }, file, wanted)).toBe(true)
  })

  it('takes the other numberings of the episode', () => {
    const search = {
      type: 'series',
      season: 4,
      episode: 3,
      alternativeEpisodes: [
        { season: null, episode: 62 },
        { season: 3, episode: 15 },
      ],
    }
    const takes = (file: Partial<ParsedFile>) => keeps({ episode: { mode: 'exact' } }, file, search)
    expect(takes({ seasons: [4], episodes: [3] })).toBe(true)
    expect(takes({ seasons: [3], episodes: [15] })).toBe(true)
    expect(takes({ episodes: [62] })).toBe(true)
    expect(takes({ seasons: [1], episodes: [62] })).toBe(true)
    expect(takes({ seasons: [2], episodes: [62] })).toBe(false)
    expect(takes({ seasons: [4], episodes: [15] })).toBe(false)
  })

  it('takes any season where an entry has only its own numbering', () => {
    const search = { type: 'series', season: null, episode: 5 }
    const takes = (file: Partial<ParsedFile>) => keeps({ episode: { mode: 'exact' } }, file, search)
    expect(takes({ seasons: [2], episodes: [5] })).toBe(true)
    expect(takes({ episodes: [5] })).toBe(true)
    expect(takes({ episodes: [6] })).toBe(false)
  })

  it('takes an episode without a season for one of the first season', () => {
    const search = { type: 'series', season: 1, episode: 5 }
    expect(keeps({ episode: { mode: 'exact' } }, { episodes: [5] }, search)).toBe(true)
  })

  it('drops nothing from a search for a film', () => {
    const file = { title: 'Film', seasons: [1], episodes: [2] }
    expect(keeps({ episode: { mode: 'exact' } }, file, { type: 'movie' })).toBe(true)
  })
})
