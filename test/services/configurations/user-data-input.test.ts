import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AppError } from '../../../src/core/errors.ts'
import { userDataSchema } from '../../../src/model/user-data.ts'
import { salvage } from '../../../src/services/configurations/salvage.ts'
import {
  parseUserData,
  requireObject,
} from '../../../src/services/configurations/user-data-input.ts'
import type { JsonRecord } from '../../../src/core/json.ts'

const parseText = (json: string) => parseUserData(JSON.parse(json) as JsonRecord)

function refusal(config: JsonRecord): AppError {
  try {
    parseUserData(config)
  } catch (error) {
    return error as AppError
  }
  throw new Error('it was taken')
}

describe('a configuration', () => {
  it('keeps unknown keys at every level', () => {
    const config = { later: { a: [1] }, filters: { later: 2, size: { later: 3 } } }
    expect(parseUserData(config)).toEqual(config)
  })

  it('is any JSON object of unknown keys', () => {
    const json = fc
      .jsonValue({ maxDepth: 5 })
      .filter((value) => !JSON.stringify(value).includes('__proto__'))
    fc.assert(
      fc.property(json, (value) => {
        expect(parseUserData({ x: value })).toEqual({ x: value })
      }),
    )
  })

  it.each([
    [
      { sources: [{ type: 'stremio', url: 'nonsense' }] },
      'sources[0].url: must be the address of a manifest',
    ],
    [{ sources: [{ type: 'torrent' }] }, 'sources[0].type: must be stremio'],
    [{ sources: [5] }, 'sources[0]: must be a JSON object'],
    [{ filters: { 'x-y': 1, size: { min: -1 } } }, 'filters.size.min: must be at least 0'],
    [{ limits: { total: 1.5 } }, 'limits.total: must be a whole number'],
    [{ name: 'x'.repeat(2_001) }, 'name: must have at most 2000 characters'],
    [{ mediaServer: { users: [{ name: '' }] } }, 'mediaServer.users[0].name: must not be empty'],
    [
      { dedupe: { mode: { p2p: 'x' } } },
      'dedupe.mode.p2p: must be one of single, perService, perSource, off',
    ],
    [{ hideErrors: 'yes' }, 'hideErrors: must be true or false'],
    [{ sources: {} }, 'sources: must be a list'],
    [{ formatter: {} }, 'formatter: id is required, or name is required and description is'],
    [{ name: 5 }, 'name: must be text'],
    [
      { formatter: { name: 'only a name' } },
      'formatter: id is required, or description is required',
    ],
    [
      { mediaServer: { owner: { pin: 4711 } } },
      'mediaServer.owner.pin: must be text of 4 to 12 digits, or {"set":true}',
    ],
    [{ parentConfig: 'uuid' }, 'parentConfig: must be a JSON object'],
    [
      {
        sources: [
          { id: 'a', type: 'stremio', url: 'https://a.example' },
          { id: 'a', type: 'stremio', url: 'https://b.example' },
        ],
      },
      'sources[1].id: is also the id of sources[0]',
    ],
  ])('is refused by the path of what is wrong: %j', (config, problem) => {
    const { code, message } = refusal(config)
    expect(code).toBe('INVALID_CONFIG')
    expect(message).toContain(problem)
  })

  it('is refused with all its problems at once', () => {
    const { message } = refusal({ name: 1, logo: 2, filters: { year: { mode: 'x' } } })
    for (const path of ['name: ', 'logo: ', 'filters.year.mode: ']) expect(message).toContain(path)
  })

  it('is refused with twenty of many problems and the number of the others', () => {
    const sources = Array.from({ length: 30 }, () => ({ type: 'stremio', url: 'nonsense' }))
    const { message } = refusal({ sources })
    expect(message).toContain('sources[19].url')
    expect(message).not.toContain('sources[20].url')
    expect(message).toMatch(/and 10 more$/)
  })

  it('is refused without showing its values', () => {
    const { message } = refusal({
      sources: [{ type: 'stremio', url: 'ftp://key:secret@a.example' }],
      parentConfig: { uuid: 'u', password: ['secret'] },
    })
    expect(message).not.toContain('secret')
  })
})

describe('a hostile configuration', () => {
  it.each([
    '{"__proto__": {"addonPassword": "x"}}',
    '{"filters": {"__proto__": {"size": 1}}}',
    '{"later": [{"__proto__": []}]}',
  ])('that reaches for prototypes is refused: %s', (json) => {
    expect(() => parseText(json)).toThrow(/__proto__: is not allowed/)
  })

  it('may name what every object inherits', () => {
    const json = '{"constructor": {"prototype": {"x": 1}}, "toString": 1, "hasOwnProperty": false}'
    expect(JSON.stringify(parseText(json))).toBe(json.replaceAll(': ', ':').replaceAll(', ', ','))
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it.each([
    ['lists', (depth: number) => `{"x": ${'['.repeat(depth)}${']'.repeat(depth)}}`],
    ['objects', (depth: number) => `{"x": ${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}}`],
  ])('of %s in each other is taken to 60 levels and refused from there on', (_, nest) => {
    expect(() => parseText(nest(60))).not.toThrow()
    for (const depth of [70, 10_000, 150_000])
      expect(() => parseText(nest(depth))).toThrow(/nested deeper than 64 levels/)
  })

  it.each([
    ['numbers in an unknown key', `{"x": [${'1,'.repeat(500_000)}1]}`, /more than 100000 values/],
    ['wrong sources', `{"sources": [${'1,'.repeat(500_000)}1]}`, /more than 100000 values/],
    ['sources, fewer', `{"sources": [${'1,'.repeat(90_000)}1]}`, /sources/],
    [
      'keys',
      `{${Array.from({ length: 120_000 }, (_, i) => `"${i}":1`).join()}}`,
      /more than 100000/,
    ],
    ['text', JSON.stringify({ x: 'x'.repeat(2_000_000) }), /larger than 1 MiB/],
    ['text in keys', JSON.stringify({ ['x'.repeat(2_000_000)]: [1] }), /larger than 1 MiB/],
  ])('with a flood of %s is refused with a short message', (_, json, message) => {
    const error = refusal(JSON.parse(json) as JsonRecord)
    expect(error.message).toMatch(message)
    expect(error.message.length).toBeLessThan(2_000)
  })

  it.each(everyList().map(([path]) => [path.join('.'), path] as const))(
    'with a flood of wrong entries in %s is refused in a moment',
    (_name, path) => {
      for (const wrong of [5, {}, '?'.repeat(3)]) {
        const config = at(path, Array<unknown>(50_000).fill(wrong))
        const began = performance.now()
        expect(refusal(config).code).toBe('INVALID_CONFIG')
        expect(performance.now() - began).toBeLessThan(5_000)
      }
    },
    30_000,
  )

  it('finds no list without a bound', () => {
    const unbounded = everyList().filter(([, { maxItems }]) => maxItems === undefined)
    expect(unbounded.map(([path]) => path.join('.'))).toEqual([])
  })

  it('with a large entry beside wrong ones is not copied for each of them', () => {
    const large = { type: 'stremio', url: 'https://a.test/manifest.json', x: Array(90_000).fill(1) }
    const config = { sources: [large, { type: 'stremio' }, 5] }
    const { sources = [] } = salvage(config, userDataSchema.safeParse(config).error!.issues)
    expect(sources).toHaveLength(3)
    expect(sources[1]!['x']).toBe(sources[0]!['x'])
    expect(sources[2]!['x']).toBe(sources[0]!['x'])
  })

  it('with a long key that has a problem is refused with a short message', () => {
    const message = refusal({
      ['k'.repeat(100_000)]: JSON.parse('{"__proto__": 1}') as unknown,
    }).message
    expect(message.length).toBeLessThan(300)
  })

  it.each([
    ['an infinite number', { x: JSON.parse('1e999') as unknown }],
    ['a function', { x: () => 1 }],
    ['a symbol', { x: Symbol('x') }],
    ['a big integer', { x: 1n }],
  ])('with %s, which JSON has not, is refused', (_, config) => {
    expect(refusal(config).message).toContain('x: is not a JSON value')
  })
})

describe('what cannot be a configuration at all', () => {
  it.each([undefined, null, 'text', 5, true, [], () => 1])('is a bad request: %s', (value) => {
    expect(() => requireObject(value, 'config')).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringMatching(/^config /) }),
    )
  })
})

type Described = {
  readonly properties?: Readonly<Record<string, Described>>
  readonly items?: Described
  readonly maxItems?: number
  readonly anyOf?: readonly Described[]
  readonly oneOf?: readonly Described[]
}

/** Where a configuration may hold a list; a number stands for the entry of another list. */
function everyList(): (readonly [path: (string | number)[], list: Described])[] {
  const found: (readonly [(string | number)[], Described])[] = []
  visit(z.toJSONSchema(userDataSchema, { io: 'input' }) as Described, [])
  return found

  function visit(node: Described, path: (string | number)[]) {
    const { properties = {}, items, anyOf = [], oneOf = [] } = node
    if (items) {
      found.push([path, node])
      visit(items, [...path, 0])
    }
    for (const [key, value] of Object.entries(properties)) visit(value, [...path, key])
    for (const choice of [...anyOf, ...oneOf]) visit(choice, path)
  }
}

function at(path: readonly (string | number)[], value: unknown): JsonRecord {
  return path.reduceRight<unknown>(
    (inner, key) => (typeof key === 'number' ? [inner] : { [key]: inner }),
    value,
  ) as JsonRecord
}
