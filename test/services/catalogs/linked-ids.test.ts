import { expect, it } from 'vitest'
import type { PlayerCatalog } from '../../../src/library/catalogs/player-catalog.ts'
import type { SourceClient } from '../../../src/model/source-client.ts'
import type { SourceMeta } from '../../../src/model/source-meta.ts'
import { createCatalogLists } from '../../../src/services/catalogs/lists.ts'
import type { Catalog } from '../../../src/services/library/titles/catalogs.ts'
import { sourceMeta } from '../../support/source-meta.ts'

const film = (id: string, ids: SourceMeta['ids'] = {}, more: Partial<SourceMeta> = {}) =>
  sourceMeta({ id, type: 'movie', name: id, ids, ...more })

/** One list of what these catalogs list, each of a source of its own. */
async function merged(catalogs: readonly (readonly SourceMeta[])[], type = 'movie') {
  const lists = createCatalogLists({
    client: {
      catalog: async (_source: unknown, _type: string, id: string) => ({
        value: catalogs[Number(id)]!,
      }),
    } as unknown as Pick<SourceClient, 'catalog'>,
    sameTitle: () => null,
  })
  const catalog = {
    id: 'all',
    type,
    sourceCatalogs: catalogs.map((_, id) => ({
      source: {},
      type,
      id: String(id),
      canSkip: false,
      genre: null,
    })),
    mix: 'append',
    genre: null,
    shuffle: false,
    limit: 10_000,
  } as unknown as PlayerCatalog<Catalog>
  const { signal } = new AbortController()
  return (await lists.page('a', catalog, { skip: 0, genre: null }, signal)).titles
}

const idsOf = (titles: Awaited<ReturnType<typeof merged>>) => titles.map(({ meta }) => meta.id)

it.each<{ who: string; catalogs: SourceMeta[][]; left: string[] }>([
  {
    who: 'the first names the id of the second',
    catalogs: [[film('tt0000001', { tmdb: '5' })], [film('tmdb:5')]],
    left: ['tt0000001'],
  },
  {
    who: 'the second names the id of the first',
    catalogs: [[film('tmdb:5')], [film('tt0000001', { tmdb: '5' })]],
    left: ['tmdb:5'],
  },
  {
    who: 'both name an id of a third database',
    catalogs: [[film('tmdb:5', { tvdb: '7' })], [film('tvdb:7')]],
    left: ['tmdb:5'],
  },
  {
    who: 'one in the middle names both',
    catalogs: [[film('tmdb:5')], [film('tt0000001', { tmdb: '5', tvdb: '7' })], [film('tvdb:7')]],
    left: ['tmdb:5'],
  },
])('A film is in a merged catalog once where $who', async ({ catalogs, left }) => {
  expect(idsOf(await merged(catalogs))).toEqual(left)
})

it('It has what any of its catalogs says, ids for the marks of what was seen included', async () => {
  const [only, ...others] = await merged([
    [film('tmdb:5', {}, { description: null })],
    [film('tt0000001', { imdb: 'tt0000001', tmdb: '5' }, { description: 'A story.' })],
  ])
  expect(others).toEqual([])
  expect(only!.meta).toMatchObject({
    name: 'tmdb:5',
    description: 'A story.',
    ids: { imdb: 'tt0000001' },
  })
})

it.each<{ what: string; catalogs: SourceMeta[][] }>([
  {
    what: 'a film and a series of one number',
    catalogs: [
      [film('tmdb:5')],
      [sourceMeta({ id: 'tt0000001', type: 'series', name: 'S', ids: { tmdb: '5' } })],
    ],
  },
  {
    what: 'two ids of one database that name the same third one',
    catalogs: [[film('tt0000001', { tmdb: '5' })], [film('tt0000002', { tmdb: '5' })]],
  },
  {
    what: 'ids that two sources have made up',
    catalogs: [[film('own:1', { tmdb: '5' })], [film('own:2', { tmdb: '5' })]],
  },
])('What stays two titles: $what', async ({ catalogs }) => {
  expect(await merged(catalogs)).toHaveLength(2)
})

it('A third id of a title that two catalogs know by two ids of one database is no link to the other', async () => {
  const catalogs = [
    [film('tmdb:5')],
    [film('tt0000001', { tmdb: '5' })],
    [film('tt0000002', { tmdb: '5' })],
  ]
  expect(idsOf(await merged(catalogs))).toEqual(['tmdb:5', 'tt0000002'])
})
