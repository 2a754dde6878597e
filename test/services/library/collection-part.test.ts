import { expect, it, vi } from 'vitest'
import type { Title } from '../../../src/library/title.ts'
import type { ItemSort } from '../../../src/model/item-query.ts'
import { createCollectionPart } from '../../../src/services/library/limits/collection-part.ts'
import type { CollectionPart } from '../../../src/services/library/limits/collection-part.ts'
import { titleOfKey } from '../../../src/services/library/watched.ts'
import type { Library } from '../../../src/services/library/titles/collection.ts'
import {
  film,
  listing,
  names,
  signal,
  startCollections,
  userOf,
} from '../../support/fake-collections.ts'

const ownCatalogOf = ({ catalog }: Library) => catalog

/** Films 1 to 20 and 11 to 30 in two catalogs, of which those with an even number are in the part. */
async function evenPart() {
  const films = (from: number) =>
    Array.from({ length: 20 }, (_, index) => film(from + index, { year: 2_000 - (index % 7) }))
  const source = {
    catalogs: [listing('a'), listing('b')],
    titles: (id: string) => films(id === 'a' ? 1 : 11),
  }
  const { collections } = startCollections({ source })
  const all = await collections.of(userOf(['source']), signal)
  const isEven = ({ meta }: Title) => Number(meta.name.slice(1)) % 2 === 0
  const partOf = (isIn: (title: Title) => boolean, before: CollectionPart | null = null) =>
    createCollectionPart(all, { isIn, catalogOf: ownCatalogOf }, before)
  const part = partOf(isEven)
  return { all, isEven, partOf, part, lists: part.lists() }
}

it('A part of a collection lists its titles in the order of the whole', async () => {
  const { all, isEven, lists } = await evenPart()
  expect(names(lists)).toEqual(names({ titles: all.titles.filter(isEven) }))
  expect(lists.titles).toHaveLength(15)
  for (const [index, library] of lists.libraries.entries())
    expect(library.titles).toEqual(all.libraries[index]!.titles.filter(isEven))
  for (const by of ['name', 'year', 'added'] satisfies ItemSort[]) {
    const order = [{ by, descending: true }]
    for (const [list, whole] of [
      [lists.titles, all.titles],
      [lists.libraries[1]!.titles, all.libraries[1]!.titles],
    ] as const) {
      const sorted = lists.sorted(list, order, ['movie'])
      expect(sorted).toEqual(all.sorted(whole, order, ['movie']).filter(isEven))
      expect(lists.sorted(list, order, ['movie'])).toBe(sorted)
      expect(lists.sorted(list, order, ['series'])).toEqual([])
    }
  }
})

it('A part of a collection knows no other title by any id', async () => {
  const { all, lists } = await evenPart()
  const [inside, outside] = ['tt1000012', 'tt1000013']
  expect(lists.byText.get(inside)).toBe(all.byText.get(inside))
  expect(lists.libraryOf.get(inside)).toBe(lists.libraries[0])
  expect(titleOfKey(lists, 'movie', inside)).toBe(all.byText.get(inside))
  expect([
    lists.byText.get(outside),
    lists.byText.has(outside),
    lists.libraryOf.get(outside),
    titleOfKey(lists, 'movie', outside),
  ]).toEqual([undefined, false, undefined, undefined])
})

it('A part knows the title in it by an id that it shares with one that is not', async () => {
  const both = [1, 2].map((number) => film(number, { ids: { tmdb: '7' } }))
  const { collections } = startCollections({
    source: { catalogs: [listing('a')], titles: () => both },
  })
  const all = await collections.of(userOf(['source']), signal)
  const [first, second] = all.titles
  expect([all.titles.length, titleOfKey(all, 'movie', 'tmdb:7')]).toEqual([2, first])
  const isIn = (title: Title) => title === second
  const lists = createCollectionPart(all, { isIn, catalogOf: ownCatalogOf }, null).lists()
  expect(titleOfKey(lists, 'movie', 'tmdb:7')).toBe(second)
})

/** The last of so many films that share an id is the only one in the part. */
async function lastOf(count: number) {
  const films = Array.from({ length: count }, (_, number) => film(number, { ids: { tmdb: '7' } }))
  const { collections } = startCollections({
    source: { catalogs: [listing('a')], titles: () => films },
  })
  const all = await collections.of(userOf(['source']), signal)
  const last = all.titles.at(-1)!
  const part = { isIn: (title: Title) => title === last, catalogOf: ownCatalogOf }
  return { all, last, lists: createCollectionPart(all, part, null).lists() }
}

it('A part knows the title in it by an id that it shares with ten that are not', async () => {
  const { all, last, lists } = await lastOf(11)
  expect([all.titles.length, titleOfKey(lists, 'movie', 'tmdb:7')]).toEqual([11, last])
})

it('Titles that share an id are looked through once, however often one is asked for', async () => {
  const { last, lists } = await lastOf(500)
  const get = vi.spyOn(lists.byText, 'get')
  for (let turn = 0; turn < 100; turn++) expect(titleOfKey(lists, 'movie', 'tmdb:7')).toBe(last)
  expect(get.mock.calls.length).toBeLessThanOrEqual(500)
})

it('A list that is no part of the collection is sorted as it is', async () => {
  const { all, lists } = await evenPart()
  const found = all.titles.slice(0, 3)
  expect(names({ titles: lists.sorted(found, [{ by: 'name', descending: true }], null) })).toEqual([
    'F3',
    'F2',
    'F1',
  ])
})

it('A part that is decided again stays the same while its titles do', async () => {
  const { isEven, partOf, part } = await evenPart()
  expect(partOf(isEven, part)).toBe(part)
  const more = partOf((title) => isEven(title) || title.meta.name === 'F1', part)
  expect(more.lists().titles).toHaveLength(16)
})
