import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { animeLists } from '../../src/anime/catalogue.ts'
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

describe.each(animeFixtures)('$name', ({ source, file }) => {
  const { read } = animeLists[source]
  const whole = animeFixture(file)
  const shape = file.endsWith('.jsonl') ? 'a whole line less' : 'no list'

  it(`is refused wherever it is cut off, or has ${shape}`, () => {
    const complete = [...read(whole)]
    for (let length = 0; length < whole.toString().trimEnd().length; length += 1) {
      const result = attempt(() => read(whole.subarray(0, length)))
      if (file.endsWith('.jsonl') && typeof result !== 'string') {
        expect(result).toEqual(complete.slice(0, result.length))
        expect(result.length).toBeLessThan(complete.length)
      } else expect(result).toEqual(expect.stringMatching(/half downloaded|is not/))
    }
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
    if (typeof result !== 'string') {
      expect(result.filter((record) => record && Object.keys(record.ids).length > 0)).toEqual([])
    }
  })

  it.runIf(/json/.test(file))('reads past values of any wrong type', () => {
    const text = whole.toString()
    const rows = file.endsWith('.jsonl') ? text.trim().split('\n') : [text]
    const values = rows.map((row) => JSON.parse(row) as unknown)
    fc.assert(
      fc.property(fc.nat(), strangeValue, (place, strange) => {
        const changed = values.map((value) => JSON.stringify(replaceAt(value, place, strange)))
        const records = attempt(() => read(Buffer.from(changed.join('\n'))))
        for (const record of typeof records === 'string' ? [] : records) {
          if (record) expectSound(record)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('Anime-Lists', () => {
  const { read } = animeLists.animeLists

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
        const records = attempt(() => read(Buffer.from(changed)))
        for (const record of typeof records === 'string' ? [] : records) {
          if (record) expectSound(record)
        }
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

/** Every value is of its type and within its bounds, so that it can be stored. */
function expectSound({ ids, imdb = [], tmdb = [], trakt = [], ...rest }: AnimeRecord): void {
  for (const id of Object.values(ids)) {
    if (typeof id === 'string') expect(id).toMatch(/^[^\s,/]{1,500}$/)
    else expect(id).toSatisfy(isId)
  }
  for (const id of imdb) expect(id).toMatch(/^tt\d{7,10}$/)
  for (const { kind, id } of [...tmdb, ...trakt]) {
    expect(['tv', 'movie']).toContain(kind)
    expect(id).toSatisfy(isId)
  }
  for (const text of [rest.title ?? '', rest.type ?? '']) expect(text).toBeTypeOf('string')
  for (const number of [rest.tvdb ?? 1, rest.year ?? 1]) expect(number).toSatisfy(isId)
  for (const numbering of [rest.tvdbNumbering, rest.tmdbNumbering, rest.imdbNumbering]) {
    if (!numbering) continue
    expect(Number.isInteger(numbering.season ?? 1)).toBe(true)
    expect(Math.abs(numbering.fromEpisode)).toBeLessThan(200_000)
  }
}

function isId(id: unknown): boolean {
  return Number.isInteger(id) && (id as number) > 0 && (id as number) < 2 ** 31
}
