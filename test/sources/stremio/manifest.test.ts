import { describe, expect, it } from 'vitest'
import { readManifest } from '../../../src/sources/stremio/manifest.ts'

const read = (json: unknown) => readManifest(json, 'a.example')!

describe('a manifest', () => {
  it('reads resources in both forms and fills in the general types and prefixes', () => {
    const { resources } = read({
      id: 'x',
      name: 'X',
      types: ['movie', 'series'],
      idPrefixes: ['tt'],
      resources: [
        'meta',
        { name: 'stream', types: ['anime'], idPrefixes: ['kitsu:'] },
        { name: 'stream', types: ['movie'] },
        { name: 'subtitles', idPrefixes: ['tmdb:'] },
      ],
    })
    expect(resources).toEqual([
      { name: 'meta', types: ['movie', 'series'], idPrefixes: ['tt'] },
      { name: 'stream', types: ['anime'], idPrefixes: ['kitsu:'] },
      { name: 'stream', types: ['movie'], idPrefixes: ['tt'] },
      { name: 'subtitles', types: ['movie', 'series'], idPrefixes: ['tmdb:'] },
    ])
  })

  it.each([{}, { types: [], idPrefixes: [] }, { types: null, idPrefixes: 'tt' }])(
    'takes %j for no restriction',
    (restrictions) => {
      expect(read({ resources: ['stream'], ...restrictions }).resources).toEqual([
        { name: 'stream', types: null, idPrefixes: null },
      ])
    },
  )

  it('reads the texts, and falls back to the host', () => {
    expect(
      read({
        id: 'x',
        name: ' X ',
        version: '1.2',
        description: 'D',
        logo: 'https://l',
        resources: [],
      }),
    ).toMatchObject({ id: 'x', name: 'X', version: '1.2', description: 'D', logo: 'https://l' })
    expect(read({ resources: [] })).toMatchObject({
      id: 'a.example',
      name: 'a.example',
      version: null,
    })
    expect(read({ id: 'x', resources: [] }).name).toBe('x')
  })

  it('reads behaviour hints that are really true', () => {
    const hints = { adult: true, p2p: 'yes', configurable: 1, configurationRequired: true }
    expect(read({ resources: [], behaviorHints: hints }).behaviorHints).toEqual({
      adult: true,
      p2p: false,
      configurable: false,
      configurationRequired: true,
    })
  })

  it('reads catalogs with parameters in the newer and the older form', () => {
    const { catalogs } = read({
      catalogs: [
        {
          type: 'movie',
          id: 'top',
          name: 'Top',
          extra: [
            { name: 'search', isRequired: true },
            { name: 'genre', options: ['Drama', 7, 'Comedy'], optionsLimit: 2 },
            { name: 5 },
            'skip',
          ],
        },
        {
          type: 'series',
          id: 'old',
          extraSupported: ['genre', 'skip'],
          extraRequired: ['search'],
          genres: ['Drama'],
        },
        { type: 'movie', id: 'bare' },
        { type: 'movie' },
        { id: 'no-type' },
        'text',
        null,
      ],
    })
    const extra = { isRequired: false, options: [], optionsLimit: 1 }
    expect(catalogs).toEqual([
      {
        type: 'movie',
        id: 'top',
        name: 'Top',
        extra: [
          { ...extra, name: 'search', isRequired: true },
          { ...extra, name: 'genre', options: ['Drama', 'Comedy'], optionsLimit: 2 },
          { ...extra, name: 'skip' },
        ],
      },
      {
        type: 'series',
        id: 'old',
        name: null,
        extra: [
          { ...extra, name: 'genre', options: ['Drama'] },
          { ...extra, name: 'skip' },
          { ...extra, name: 'search', isRequired: true },
        ],
      },
      { type: 'movie', id: 'bare', name: null, extra: [] },
    ])
  })

  it('reads at most 200 lists of other addons, each with its type and id', () => {
    const list = { type: 'other', id: 'community', name: 'Community' }
    const addonCatalogs = [list, { type: 'other' }, 5, { ...list, id: 'own', name: 7, extra: [] }]
    expect(read({ resources: [], addonCatalogs }).addonCatalogs).toEqual([
      list,
      { ...list, id: 'own', name: null },
    ])
    const endless = Array.from({ length: 300 }, (_, place) => ({ ...list, id: `list${place}` }))
    expect(read({ resources: [], addonCatalogs: endless }).addonCatalogs).toHaveLength(200)
    expect(read({ resources: [], addonCatalogs: 'none' }).addonCatalogs).toEqual([])
  })

  it('leaves out what has the wrong type', () => {
    expect(
      read({
        id: 7,
        name: ['X'],
        types: ['movie', 5, null, ''],
        resources: [null, 5, '', [], {}, { name: 7 }, { name: 'stream', types: 'movie' }, 'meta'],
        catalogs: 'none',
        behaviorHints: 'none',
      }),
    ).toMatchObject({
      id: 'a.example',
      types: ['movie'],
      resources: [
        { name: 'stream', types: ['movie'], idPrefixes: null },
        { name: 'meta', types: ['movie'], idPrefixes: null },
      ],
      catalogs: [],
    })
  })

  it('keeps a bounded number of everything, and lists that are shared only once', () => {
    const many = (length: number) => Array.from({ length }, (_, index) => `t${index}`)
    const { types, resources, catalogs } = read({
      types: many(20_000),
      idPrefixes: many(20_000),
      resources: [
        { name: 'own', types: many(20_000), idPrefixes: many(20_000) },
        ...Array.from({ length: 1_000 }, () => 'stream'),
      ],
      catalogs: Array.from({ length: 1_000 }, (_, index) => ({
        type: 'movie',
        id: `top${index}`,
        ...(index === 0 && { extra: many(1_000).map((name) => ({ name, options: many(1_000) })) }),
        ...(index === 1 && { extraSupported: many(1_000), extraRequired: many(1_000) }),
        ...(index === 2 && { extraSupported: ['genre'], genres: many(1_000) }),
      })),
    })
    expect(types).toEqual(many(200))
    expect(resources).toHaveLength(50)
    const [own, first, ...others] = resources
    expect(own).toEqual({ name: 'own', types: many(200), idPrefixes: many(200) })
    expect(first!.types).toBe(types)
    expect(first!.idPrefixes).toEqual(many(200))
    for (const other of others) {
      expect(other.types).toBe(types)
      expect(other.idPrefixes).toBe(first!.idPrefixes)
    }
    expect(catalogs).toHaveLength(200)
    expect(catalogs[0]!.extra).toHaveLength(50)
    expect(catalogs[0]!.extra[0]!.options).toHaveLength(200)
    expect(catalogs[1]!.extra).toHaveLength(50)
    expect(catalogs[2]!.extra[0]!.options).toHaveLength(200)
  })

  it('has one catalog of a type and id, which takes what any of its entries takes', () => {
    const entry = (name: string, extra: readonly object[], type = 'movie') => ({
      type,
      id: 'top',
      name,
      extra,
    })
    const search = { name: 'search', isRequired: true }
    const genre = { name: 'genre', options: ['Drama'], isRequired: true }
    const { catalogs, addonCatalogs } = read({
      resources: ['catalog', 'addon_catalog'],
      catalogs: [
        entry('Search', [search]),
        entry('Top', [{ name: 'skip' }, genre]),
        entry('Shows', [search], 'series'),
        entry('Newest', []),
      ],
      addonCatalogs: [entry('One', []), entry('Two', [])],
    })
    const shown = catalogs.map(({ type, name, extra }) => [
      type,
      name,
      extra.map((own) => `${own.name}${own.isRequired ? ' required' : ''}`).join(', '),
    ])
    expect(shown).toEqual([
      ['movie', 'Top', 'skip, genre, search'],
      ['series', 'Shows', 'search required'],
    ])
    expect(catalogs[0]!.extra[1]).toMatchObject({ options: ['Drama'] })
    expect(addonCatalogs).toEqual([{ type: 'movie', id: 'top', name: 'One' }])
  })

  const needed = (name: string) => ({ name, isRequired: true })

  it.each([
    [[[needed('search')], [needed('genre'), 'skip']], 'genre required, search, skip'],
    [[[needed('search')], [needed('search'), needed('genre')]], 'genre, search required'],
    [[[needed('region')], ['skip']], 'skip'],
    [[[needed('search'), needed('region')], ['skip']], 'skip'],
    [[['genre', 'skip'], [needed('genre')]], 'genre, skip'],
  ])('joins %j to what can be asked: %s', (entries, joined) => {
    const catalogs = entries.map((extra) => ({ type: 'movie', id: 'top', extra }))
    for (const order of [catalogs, catalogs.toReversed()]) {
      const [one, ...others] = read({ catalogs: order }).catalogs
      const names = one!.extra.map((own) => `${own.name}${own.isRequired ? ' required' : ''}`)
      expect([names.toSorted().join(', '), others]).toEqual([joined, []])
    }
  })

  it('does not join entries that cannot be asked for', () => {
    const of = (name: string) => ({ type: 'movie', id: 'top', extra: [needed(name)] })
    const { catalogs } = read({ catalogs: [of('region'), of('language')] })
    expect(catalogs.map(({ extra }) => extra)).toMatchObject([[needed('region')]])
  })

  it('offers the genres of all entries of one catalog, at most 200', () => {
    const listing = (options: readonly string[]) => ({
      type: 'movie',
      id: 'top',
      extra: [{ name: 'genre', options }],
    })
    const optionsOf = (...lists: string[][]) =>
      read({ catalogs: lists.map(listing) }).catalogs[0]!.extra[0]!.options
    expect(optionsOf(['Drama', 'Crime'], [], ['Crime', 'War'])).toEqual(['Drama', 'Crime', 'War'])
    const many = (of: string) => Array.from({ length: 150 }, (_, at) => `${of} ${at}`)
    expect(optionsOf(many('A'), many('B'))).toHaveLength(200)
  })

  it.each([null, 5, 'text', [], {}, { detail: 'Not Found' }, { resources: 'stream' }])(
    'is not %j',
    (json) => {
      expect(readManifest(json, 'a.example')).toBeNull()
    },
  )
})
