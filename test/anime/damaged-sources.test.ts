import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readers } from '../../src/anime/sources/readers.ts'
import { SourceShapeError } from '../../src/anime/sources/record.ts'
import type { AnimeRecord } from '../../src/anime/sources/record.ts'
import { animeFixture, animeFixtures } from '../support/anime-fixtures.ts'

/** What a list reads as; the reason where it is refused. Anything else is a fault of the reader. */
function attempt(read: () => Iterable<AnimeRecord | null>): (AnimeRecord | null)[] | string {
  try {
    return [...read()]
  } catch (error) {
    if (error instanceof SourceShapeError) return error.message
    throw error
  }
}

function isReason(result: ReturnType<typeof attempt>): result is string {
  return typeof result === 'string'
}

describe.each(animeFixtures)('$name', ({ source, file }) => {
  const read = readers[source]
  const whole = animeFixture(file)
  it('is refused wherever it is cut off; what ends with a whole line has only lost the others', () => {
    const complete = [...read(whole)]
    const cuts = Array.from({ length: whole.toString().trimEnd().length }, (_, length) =>
      attempt(() => read(whole.subarray(0, length))),
    )
    const [refused, shortened] = [cuts.filter(isReason), cuts.filter((cut) => !isReason(cut))]
    expect(refused.filter((reason) => !/half downloaded|is not/.test(reason))).toEqual([])
    expect(shortened).toEqual(shortened.map(({ length }) => complete.slice(0, length)))
    expect(shortened.length > 0).toBe(file.endsWith('.jsonl'))
  })

  it.each([
    '',
    'null',
    '7',
    '"text"',
    '{}',
    '[]',
    '<html></html>',
    '\u0000\u0001',
    '[[[',
    '{"a":1}',
  ])('is nothing where %j came instead', (text) => {
    const result = attempt(() => read(Buffer.from(text)))
    const records = isReason(result) ? [] : result
    expect(records.filter((record) => record && Object.keys(record.ids).length > 0)).toEqual([])
  })

  it.runIf(/json/.test(file))('reads past values of any wrong type', () => {
    const text = whole.toString()
    const rows = file.endsWith('.jsonl') ? text.trim().split('\n') : [text]
    const values = rows.map((row) => JSON.parse(row) as unknown)
    fc.assert(
      fc.property(fc.nat(), strangeValue, (place, strange) => {
        const changed = values.map((value) => JSON.stringify(replaceAt(value, place, strange)))
        expect(unsound(attempt(() => read(Buffer.from(changed.join('\n')))))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

describe('Anime-Lists', () => {
  const read = readers.animeLists

  it('reads past attributes of any wrong value', () => {
    const text = animeFixture('anime-lists.xml').toString()
    const attributes = [...text.matchAll(/(?<==")[^"]*(?=")/g)]
    const wrong = fc.constantFrom(
      '',
      '-',
      '-1',
      'a',
      '1.5',
      '9'.repeat(30),
      '0x1',
      'tt1,,tt',
      ' 7 ',
    )
    fc.assert(
      fc.property(fc.constantFrom(...attributes), wrong, ({ 0: old, index }, value) => {
        const changed = text.slice(0, index) + value + text.slice(index + old.length)
        expect(unsound(attempt(() => read(Buffer.from(changed))))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('never expands entities of its own', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(100)}"><!ENTITY b "&a;&a;&a;">]>
      <anime-list><anime anidbid="1"><name>&b;&b;&b;</name></anime></anime-list>`
    expect(attempt(() => read(Buffer.from(bomb)))).toEqual(expect.any(String))
  })
})

const strangeValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(-1, 0, 1e300, 2 ** 31, 0.5, 'tt', '1,2,3', ['1', 2], [[]], { tv: {} }),
  fc.constantFrom<unknown>(
    '__proto__',
    { __proto__: 1, constructor: 2 },
    'tt0000000',
    '9'.repeat(400),
  ),
)

/** The value with one of its parts, at any depth, replaced. */
function replaceAt(value: unknown, place: number, strange: unknown): unknown {
  const size = countParts(value)
  let left = place % size
  const visit = (part: unknown): unknown => {
    if (left === 0) {
      left -= 1
      return strange
    }
    left -= 1
    if (Array.isArray(part)) return part.map(visit)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, visit(inner)]))
  }
  return visit(value)
}

function countParts(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, part) => sum + countParts(part), 1)
}

/** Values that are not of their type or out of bounds, so that they could not be stored. */
function unsound(result: ReturnType<typeof attempt>): unknown[] {
  if (isReason(result)) return []
  return result.flatMap((record) => (record ? unsoundValues(record) : []))
}

function unsoundValues({ ids, imdb = [], tmdb = [], trakt = [], ...rest }: AnimeRecord): unknown[] {
  const { title, type, tvdb, year, tvdbNumbering, tmdbNumbering, imdbNumbering } = rest
  const kinded = [...tmdb, ...trakt]
  const numberings = [tvdbNumbering, tmdbNumbering, imdbNumbering].filter((one) => one)
  return [
    ...Object.values(ids).filter((id) => !isId(id) && !/^[^\s,/]{1,500}$/.test(String(id))),
    ...imdb.filter((id) => !/^tt\d{7,10}$/.test(id)),
    ...kinded.filter(({ kind, id }) => !isId(id) || !['tv', 'movie'].includes(kind)),
    ...[title, type].filter((text) => typeof (text ?? '') !== 'string'),
    ...[tvdb, year].filter((number) => !isId(number ?? 1)),
    ...numberings.filter((one) => !isCount(one!.season ?? 1) || !isCount(one!.fromEpisode)),
  ]
}

function isId(id: unknown): boolean {
  return Number.isInteger(id) && (id as number) > 0 && (id as number) < 2 ** 31
}

function isCount(number: number): boolean {
  return Number.isInteger(number) && Math.abs(number) < 200_000
}
