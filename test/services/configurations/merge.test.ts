import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UserData } from '../../../src/model/user-data.ts'
import { mergeUserData } from '../../../src/services/configurations/merge.ts'
import { createWarnings } from '../../../src/services/configurations/warnings/warnings.ts'
import { openUserService, password } from '../../support/user-service.ts'

const source = (url: string, more: object = {}) => ({ type: 'stremio' as const, url, ...more })
const a = 'https://a.example/manifest.json'
const b = 'https://b.example/manifest.json'
const c = 'https://c.example/manifest.json'

const nothing = async () => []
const installation = {
  maxResults: 5_000,
  keepsSearches: true,
  nativeTrackers: new Set<string>(),
  knownTrackers: [],
}
const findWarnings = createWarnings(nothing, nothing, installation, { error: () => {} })

describe('a configuration over its parent', () => {
  it.each<[rule: string, parent: UserData, child: UserData, merged: UserData]>([
    ['takes what only the parent has', { name: 'P' }, {}, { name: 'P' }],
    ['keeps its own values', { name: 'P' }, { name: 'C' }, { name: 'C' }],
    [
      'keeps its own false and zero',
      { statistics: true },
      { statistics: false },
      { statistics: false },
    ],
    [
      'merges objects at any depth',
      { filters: { size: { min: 1, movies: { max: 9 } } } },
      { filters: { size: { movies: { min: 2 } }, year: { mode: 'exact' } } },
      { filters: { size: { min: 1, movies: { min: 2, max: 9 } }, year: { mode: 'exact' } } },
    ],
    [
      'replaces lists',
      { filters: { keyword: { exclude: ['x', 'y'] } } },
      { filters: { keyword: { exclude: ['z'] } } },
      { filters: { keyword: { exclude: ['z'] } } },
    ],
    [
      'replaces the users of the media server',
      { mediaServer: { enabled: true, users: [{ name: 'A' }] } },
      { mediaServer: { users: [{ name: 'B' }] } },
      { mediaServer: { enabled: true, users: [{ name: 'B' }] } },
    ],
    [
      'takes back with null what the parent set',
      { mediaServer: { owner: { name: 'O', pin: { set: true } } } },
      { mediaServer: { owner: { pin: null } } },
      { mediaServer: { owner: { name: 'O', pin: null } } },
    ],
    [
      'replaces the formatter whole',
      { formatter: { id: 'compact' } },
      { formatter: { name: '{{ n }}', description: '{{ d }}' } },
      { formatter: { name: '{{ n }}', description: '{{ d }}' } },
    ],
    ['merges unknown keys alike', { x: { y: 1, z: 1 } }, { x: { y: 2 } }, { x: { y: 2, z: 1 } }],
    [
      'merges keys that objects inherit like any other',
      {},
      { constructor: { toString: 1 } },
      { constructor: { toString: 1 } },
    ],
    [
      'inherits neither how the parent is opened nor what opens its own parent',
      { name: 'P', addonPassword: 'p', parentConfig: { uuid: 'g', password: 'gp' } },
      { addonPassword: 'c', parentConfig: { uuid: 'p', password: 'pp' } },
      { name: 'P', addonPassword: 'c', parentConfig: { uuid: 'p', password: 'pp' } },
    ],
  ])('%s', (_, parent, child, merged) => {
    expect(mergeUserData(parent, child)).toEqual(merged)
  })

  it('has no addonPassword where only the parent has one', () => {
    expect(mergeUserData({ addonPassword: 'p' }, {})).toEqual({})
  })
})

describe('the sources of a configuration over its parent', () => {
  it.each<
    [
      rule: string,
      parent: UserData['sources'],
      child: UserData['sources'],
      merged: UserData['sources'],
    ]
  >([
    [
      "are the parent's, then the child's",
      [source(a), source(b)],
      [source(c)],
      [source(a), source(b), source(c)],
    ],
    ["are the parent's where the child has none", [source(a)], undefined, [source(a)]],
    ["are the child's where the parent has none", undefined, [source(a)], [source(a)]],
    ['are none where neither has any', undefined, undefined, undefined],
    [
      "hold the child's in the place of the parent's with the same id",
      [source(a, { id: 'x' }), source(b)],
      [source(c, { id: 'x' })],
      [source(c, { id: 'x' }), source(b)],
    ],
    [
      "hold the child's in the place of the parent's with the same address",
      [source(a), source(b)],
      [source(c), source(b, { enabled: false })],
      [source(a), source(b, { enabled: false }), source(c)],
    ],
    [
      'take the ways of writing one address for the same',
      [source('stremio://A.example/manifest.json')],
      [source(a, { name: 'mine' })],
      [source(a, { name: 'mine' })],
    ],
    [
      'let the same id win over the same address',
      [source(a, { id: 'x' }), source(b, { id: 'y' })],
      [source(b, { id: 'x' })],
      [source(b, { id: 'x' }), source(b, { id: 'y' })],
    ],
    [
      "hold each of the child's once, also where the parent has only one such",
      [source(a)],
      [source(a, { name: '1' }), source(a, { name: '2' })],
      [source(a, { name: '1' }), source(a, { name: '2' })],
    ],
  ])('%s', (_, parent, child, merged) => {
    expect(mergeUserData({ sources: parent }, { sources: child }).sources).toEqual(merged)
  })

  it('are not doubled when a merged configuration is saved as the child', () => {
    const urls = fc.constantFrom(a, b, c, 'stremio://a.example/manifest.json')
    const sources = fc.uniqueArray(
      fc.record({
        type: fc.constant('stremio' as const),
        url: urls,
        id: fc.constantFrom('1', '2', '3', undefined),
      }),
      { selector: ({ id, url }) => id ?? url },
    )
    fc.assert(
      fc.property(sources, sources, (parents, childs) => {
        const merged = mergeUserData({ sources: parents }, { sources: childs })
        expect(mergeUserData({ sources: parents }, merged)).toEqual(merged)
      }),
    )
  })
})

/** JSON whose value at a path has the same kind everywhere, as the schema makes it; lists stand for leaves. */
const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer()))
const level = (inner: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.constantFrom('a', 'b', 'constructor', 'toString'), inner)
const config = fc.record(
  { plain: level(leaf), deep: level(level(leaf)), name: fc.string(), x: leaf },
  { requiredKeys: [] },
) as fc.Arbitrary<UserData>

describe('merging', () => {
  it('puts a chain together the same way from either end', () => {
    fc.assert(
      fc.property(config, config, config, (top, middle, low) => {
        expect(mergeUserData(mergeUserData(top, middle), low)).toEqual(
          mergeUserData(top, mergeUserData(middle, low)),
        )
      }),
    )
  })

  it('lets every value of the child win and keeps every key of the parent', () => {
    fc.assert(
      fc.property(config, config, (parent, child) => {
        const merged = mergeUserData(parent, child)
        expect(merged).toMatchObject(child)
        expect(Object.keys(merged).sort()).toEqual(
          [...new Set([...Object.keys(parent), ...Object.keys(child)])].sort(),
        )
      }),
    )
  })

  it('changes nothing over itself or over nothing', () => {
    fc.assert(
      fc.property(config, (one) => {
        expect(mergeUserData(one, one)).toEqual(one)
        expect(mergeUserData(one, {})).toEqual(one)
        expect(mergeUserData({}, one)).toEqual(one)
      }),
    )
  })

  it('changes neither of the two, not even any object', () => {
    const json = fc
      .jsonValue({ maxDepth: 4 })
      .filter((value) => !JSON.stringify(value).includes('formatter'))
    fc.assert(
      fc.property(json, json, (x, y) => {
        const [parent, child] = [{ x }, { x: y }]
        const before = JSON.stringify([parent, child])
        mergeUserData(parent, child)
        expect(JSON.stringify([parent, child])).toBe(before)
        expect(Object.getPrototypeOf({})).toBe(Object.prototype)
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
    )
  })
})

describe('More sources than one configuration may have', () => {
  const many = (name: string, count: number) =>
    Array.from({ length: count }, (_, place) => source(`https://${name}${place}.example/`))

  it('are those of the child, and as many of the parent as there is room for', () => {
    const replaced = source('https://p99.example/', { name: 'Mine' })
    const { sources } = mergeUserData(
      { sources: many('p', 100) },
      { sources: [...many('c', 40), replaced] },
    )
    expect(sources).toEqual([...many('p', 59), replaced, ...many('c', 40)])
    expect(mergeUserData({ sources: many('p', 100) }, { sources }).sources).toEqual(sources)
  })

  it('are told of as left out', async () => {
    const { createUser, merged } = await openUserService({ findWarnings })
    const top = await createUser({ sources: many('t', 100) })
    const parentOf = ({ uuid }: { uuid: string }) => ({ parentConfig: { uuid, password } })
    const middle = await createUser({ ...parentOf(top), sources: many('m', 100) })
    const { account, warnings } = await createUser({
      ...parentOf(middle),
      sources: many('c', 30),
    })
    expect((await merged(account)).sources).toHaveLength(100)
    const values = { most: '100', left: '130' }
    expect(await warnings()).toMatchObject([
      { path: 'parentConfig', code: 'SOURCES_LEFT_OUT', values },
    ])
  })
})
