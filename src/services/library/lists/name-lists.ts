import { factsOfName } from '../../../library/facts.ts'
import type { Facts } from '../../../library/facts.ts'
import { createFilter } from '../../../library/filter.ts'
import { nameItem } from '../../../library/items/bare-item.ts'
import { folded } from '../../../core/folded-text.ts'
import { compareText } from '../../../library/names.ts'
import { shuffled } from '../../../library/order.ts'
import { pageOf } from '../../../library/page.ts'
import { isFiltered, needsStates, stateFilter } from '../../../library/queries.ts'
import type { NameKind } from '../../../model/item-ref.ts'
import { rankedBy } from '../../../library/search.ts'
import { everything } from '../../../model/item-query.ts'
import type { ItemQuery } from '../../../model/item-query.ts'
import type { ItemRef } from '../../../model/item-ref.ts'
import type { Facets, ItemPage, LibraryItem } from '../../../model/library-item.ts'
import { untouched } from '../../../model/watch.ts'
import { requireLibrary } from '../titles/collection.ts'
import type { ListRequest } from '../deps.ts'
import { askableGenres } from './found-titles.ts'
import { openedFacts, openedElsewhere } from './opened.ts'
import { showTitle } from '../single-items.ts'
import { anyEntry } from '../watched.ts'

type Found = Map<string, string | null>

/** Genres, studios, people or years of titles; with `ids`, of these titles only. */
export async function nameList(
  request: ListRequest,
  kind: NameKind,
  query: ItemQuery,
): Promise<ItemPage> {
  const within = query.ids && (await textsOfTitles(request, query.ids))
  const found = await inState(request, kind, occurring(request, kind, query, within), query)
  const { search, nameStartsWith, nameFrom, nameBefore } = query
  const isCalled = createFilter({ ...everything, search, nameStartsWith, nameFrom, nameBefore })
  const wanted = inOrder(
    [...found].filter(([name]) => isCalled(factsOfName(kind, name))),
    query,
  )
  const excluded = new Set(await textsOfNames(request, query))
  const all = wanted.filter(([name]) => !excluded.has(`${kind}:${name}`))
  const { part, total, start } = pageOf(all, query)
  return { items: await itemsOf(request, kind, part), total, start }
}

async function textsOfNames(
  { deps: { names } }: ListRequest,
  { excludeIds }: ItemQuery,
): Promise<readonly string[]> {
  const texts = await Promise.all(excludeIds.map(({ number }) => names.textOf(number)))
  return texts.flatMap((text) => text ?? [])
}

async function itemsOf(
  { deps: { names }, user }: ListRequest,
  kind: NameKind,
  list: readonly (readonly [string, string | null])[],
): Promise<readonly LibraryItem[]> {
  const texts = list.map(([name]) => `${kind}:${name}`)
  const numbers = await names.numbersOf(texts, user.configuration)
  return list.flatMap(([name, image]) => {
    const number = numbers.get(`${kind}:${name}`)
    return number === undefined ? [] : nameItem(user, kind, name, number, image)
  })
}

/** Their sources are asked for details; the texts identify the titles. */
async function textsOfTitles({ deps, user, ask }: ListRequest, ids: readonly ItemRef[]) {
  const shown = await Promise.all(ids.map((ref) => showTitle(deps, user, ref, ask)))
  return new Set(shown.flatMap((one) => one?.title.identity.text ?? []))
}

/** Names in the matching titles. Opened titles also name people whom catalogs do not. */
function occurring(
  request: ListRequest,
  kind: NameKind,
  query: ItemQuery,
  within: ReadonlySet<string> | null,
): Found {
  const { collection } = request
  const library = requireLibrary(collection, query.parent)
  const { ofTitle } = openedFacts(request)
  const fits = createFilter(ofTitlesAlone(query))
  const titles = library?.titles ?? [...collection.titles, ...openedElsewhere(request)]
  const found: Found = new Map()
  for (const title of titles) {
    const facts = ofTitle(title)
    if (within?.has(title.identity.text) === false || !fits(facts)) continue
    for (const [name, image] of namesIn(kind, facts.meta, query))
      if (!found.get(name)) found.set(name, image)
  }
  const options = kind === 'genre' && library ? askableGenres(library.catalog) : []
  for (const option of options) if (!found.has(option)) found.set(option, null)
  return found
}

/** Favourites stay listed when no title has them any more. */
async function inState(
  { deps: { history }, user }: ListRequest,
  kind: NameKind,
  found: Found,
  query: ItemQuery,
): Promise<Found> {
  if (!needsStates(query)) return found
  const entries = await history.entries(user, { ...anyEntry, kinds: [kind] })
  const byName = new Map(entries.map((entry) => [entry.item.name, entry]))
  const { parent, kinds, ids } = query
  const isAnywhere = parent === null && kinds === null && ids === null
  const isWhole = isAnywhere && !isFiltered(ofTitlesAlone(query))
  const all: Found = new Map(found)
  for (const [name, { item }] of isWhole ? byName : [])
    if (!all.get(name)) all.set(name, item.primary)
  const fits = stateFilter(query)
  return new Map([...all].filter(([name]) => fits(byName.get(name) ?? untouched)))
}

export async function facetsOf(request: ListRequest, query: ItemQuery): Promise<Facets> {
  const { deps, user, collection } = request
  const library = requireLibrary(collection, query.parent)
  const { ofTitle } = openedFacts(request)
  const fits = createFilter({ ...query, aired: null })
  const titles = (library?.titles ?? collection.titles).map(ofTitle).filter(fits)
  const genres = sortedNames([
    ...titles.flatMap(({ meta }) => meta.genres),
    ...(library ? askableGenres(library.catalog) : []),
  ])
  const studios = sortedNames(titles.flatMap(({ meta }) => meta.studios))
  const texts = [
    ...genres.map((name) => `genre:${name}`),
    ...studios.map((name) => `studio:${name}`),
  ]
  const numbers = await deps.names.numbersOf(texts, user.configuration)
  const refs = (kind: 'genre' | 'studio', list: readonly string[]) =>
    list.flatMap((name) => {
      const number = numbers.get(`${kind}:${name}`)
      return number === undefined ? [] : { name, ref: nameItem(user, kind, name, number).ref }
    })
  return {
    genres: refs('genre', genres),
    studios: refs('studio', studios),
    tags: [],
    certifications: sortedNames(titles.flatMap(({ meta }) => meta.certification ?? [])),
    years: [...new Set(titles.flatMap(({ meta }) => meta.year ?? []))].sort((a, b) => a - b),
  }
}

function ofTitlesAlone(query: ItemQuery): ItemQuery {
  const whole = { aired: null, favoriteOrLiked: null }
  const ofNames = { search: null, nameStartsWith: null, nameFrom: null, nameBefore: null }
  return { ...query, ...ofNames, ...whole, excludeIds: [], personTypes: null }
}

function inOrder(
  found: readonly (readonly [string, string | null])[],
  { order, search }: ItemQuery,
): readonly (readonly [string, string | null])[] {
  const [first] = order
  if (first?.by === 'random') return shuffled(found)
  const sorted = found.toSorted(([a], [b]) => compareText(folded(a), folded(b)))
  if (first) return first.descending ? sorted.toReversed() : sorted
  return search === null ? sorted : rankedBy(sorted, search, ([name]) => ({ folded: folded(name) }))
}

function namesIn(
  kind: NameKind,
  meta: Facts['meta'],
  { personTypes }: ItemQuery,
): readonly (readonly [string, string | null])[] {
  if (kind === 'person')
    return meta.people.flatMap(({ name, type, image }) =>
      personTypes?.includes(type) === false ? [] : [[name, image] as const],
    )
  if (kind === 'year') return meta.year === null ? [] : [[String(meta.year), null]]
  return (kind === 'genre' ? meta.genres : meta.studios).map((name) => [name, null] as const)
}

function sortedNames(list: readonly string[]): readonly string[] {
  return [...new Set(list)].sort((a, b) => compareText(folded(a), folded(b)))
}
