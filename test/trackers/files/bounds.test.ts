import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readExportedFile } from '../../../src/services/history-files/reading/exported-file.ts'
import { readForeign } from '../../support/foreign-file.ts'
import { piecesOf } from '../../support/pieces.ts'

const film = (number: number, more: object = {}) => ({
  watched_at: '2020-05-02T20:00:00.000Z',
  type: 'movie',
  movie: { title: `Le Passé ${number} 🎬`, ids: { imdb: `tt${1_000_000 + number}` } },
  ...more,
})

const files = [
  JSON.stringify([film(1), {}, film(2), film(1)]),
  JSON.stringify({ notes: [{ a: ['ü', { b: 1e-7 }] }], history: [film(1), 'ß', film(2)] }),
  JSON.stringify({ movies: [{ status: 'completed', ...film(3) }], shows: [] }),
  'media_id,source,media_type,title,status\r\n1,tmdb,movie,"Amélie, ""x""\n🎬",Completed\r\n2,tmdb,movie,B,Planning',
  '\uFEFF \n' + JSON.stringify([film(1)]),
]

describe('A file is read the same', () => {
  it('whatever the pieces are that it comes in', () => {
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.integer({ min: 1, max: 40 }), (file, size) => {
        expect(readForeign(file, size)).toEqual(readForeign(file))
      }),
      { numRuns: 300 },
    )
  })

  it(
    'however many titles it has: none is lost, none comes twice, plays add up',
    { timeout: 120_000 },
    () => {
      const count = 90_000
      const rows = Array.from({ length: count }, (_, number) => film(number))
      const { entries, skipped } = readForeign(JSON.stringify([...rows, ...rows.slice(0, 5_000)]))!
      expect(skipped).toEqual([])
      expect(entries).toHaveLength(count)
      expect(new Set(entries.map(({ ids }) => ids.imdb)).size).toBe(count)
      expect(entries.filter(({ playCount }) => playCount === 2)).toHaveLength(5_000)
      expect(entries.reduce((sum, { playCount }) => sum + playCount, 0)).toBe(count + 5_000)
    },
  )
})

describe('A title', () => {
  it('is known by all ids that any of its rows tells', () => {
    const ids = { imdb: 'tt0903747', tvdb: 81189 }
    const episode = { season: 1, number: 1 }
    const { entries } = readForeign(
      JSON.stringify([
        { watched_at: '2020-05-02', type: 'episode', episode, show: { ids: { imdb: ids.imdb } } },
        { watched_at: '2020-05-02', type: 'episode', episode, show: { title: 'A Show', ids } },
      ]),
    )!
    expect(entries).toMatchObject([
      { name: 'A Show', ids: { imdb: 'tt0903747', tvdb: '81189' }, playCount: 2 },
    ])
  })
})

describe('A field of a table', () => {
  it('may be of any length, and is no longer than what is used of it', () => {
    const table = `media_id,source,media_type,title,status\n1,tmdb,movie,"${'x""'.repeat(2_000_000)}",Completed`
    expect(readForeign(table)!.entries).toMatchObject([{ ids: { tmdb: '1' }, played: true }])
    expect(readForeign(table)!.entries[0]!.name!.length).toBeLessThanOrEqual(4_096)
  })
})

describe('An export of this service', () => {
  const head = '{"format":"stream-aggregation-history","version":1,'

  function readOwn(text: string) {
    const reading = readExportedFile(piecesOf(text)())
    let next = reading.next()
    while (!next.done) next = reading.next()
    return next.value
  }

  it.each([
    ['its users', `${head}"users":[{"id":"a","name":"A","own":true}],"items":[]}`],
    ['its entries', `${head}"items":[],"users":[{"id":"a","name":"A","own":true}]}`],
  ])('may have %s first', (_name, text) => {
    expect(readOwn(text)).toEqual({ users: [{ id: 'a', name: 'A', own: true }], skipped: [] })
  })

  it('counts entries that are not complete', () => {
    expect(readOwn(`${head}"items":[{},7,null,[]]}`).skipped).toEqual([
      { reason: 'The entry is not complete.', count: 4 },
    ])
  })

  it('may have ten thousand of them, entries and plays together', () => {
    const withWrong = (entries: number, plays: number): string =>
      `${head}"items":[${wrong(entries)}],"plays":[${wrong(plays)}]}`
    const wrong = (count: number): string => Array.from({ length: count }, () => '{}').join()
    expect(readOwn(withWrong(4_000, 6_000)).skipped).toMatchObject([
      { count: 4_000 },
      { count: 6_000 },
    ])
    expect(() => readOwn(withWrong(4_000, 6_001))).toThrow(
      expect.objectContaining({
        code: 'PAYLOAD_TOO_LARGE',
        reason: expect.objectContaining({ code: 'FILE_ENTRIES_BROKEN' }),
      }),
    )
  })
})
