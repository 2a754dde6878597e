import { libraryItem } from '../../../library/items/bare-item.ts'
import { isNotExcluded } from '../../../library/filter.ts'
import { listed } from '../../../library/page.ts'
import { entryKinds, isHome, isOfHistory, titleKinds } from '../../../library/queries.ts'
import { everything } from '../../../model/item-query.ts'
import type { ItemQuery, ResumeQuery } from '../../../model/item-query.ts'
import { nameKinds } from '../../../model/item-ref.ts'
import type { ItemKind, ItemRef, NameKind } from '../../../model/item-ref.ts'
import type { ItemPage, LibraryItem, Occurrences } from '../../../model/library-item.ts'
import type { User } from '../../../model/household.ts'
import { unknownParent } from '../titles/collection.ts'
import type { Library } from '../titles/collection.ts'
import { listRequest } from '../deps.ts'
import type { Ask, LibraryDeps, ListRequest } from '../deps.ts'
import { begunEpisodes, historyCandidates, historyList } from './history-lists.ts'
import { nameList } from './name-lists.ts'
import { countEpisodes, isEpisodeCount, openedParts } from './opened.ts'
import { isPartOfSeries, partList } from './series-lists.ts'
import { summaries } from '../single-items.ts'
import { setsOfLibrary, titlesOfSet } from './set-lists.ts'
import { filterOf, sortItems } from './sorting.ts'
import { titleCandidates, titleList } from './title-lists.ts'

/** Names of one kind in a mixed list. */
const maxNames = 500
const namedFields = { genre: 'genres', studio: 'studios', person: 'people', year: 'years' } as const

export async function libraryItems(
  { collections, views }: LibraryDeps,
  user: User,
  options: { readonly hidden: boolean },
  ask: Ask,
): Promise<readonly LibraryItem[]> {
  const { libraries } = await collections.of(user, ask.signal)
  const all = libraries.map((library) => libraryItem(user, library))
  return views.shown(user, all, options)
}

export async function itemList(
  deps: LibraryDeps,
  user: User,
  query: ItemQuery,
  ask: Ask,
): Promise<ItemPage> {
  const { parent, ids, kinds } = query
  if (ids) return listByIds(deps, user, ids, query, ask)
  if (parent && parent.configuration !== user.configuration) throw unknownParent()
  const request = await listRequest(deps, user, ask)
  if (parent && isPartOfSeries(parent)) return partList(request, parent, query)
  if (parent?.kind === 'set') return titlesOfSet(request, parent, query)
  const sets = parent && request.collection.libraries.find(isAt(parent))?.sets
  if (sets && (kinds?.includes('collection') ?? true)) return setsOfLibrary(request, sets, query)
  if (isHome(query)) return listed(await libraryItems(deps, user, { hidden: false }, ask), query)
  const filtered = parent ? await filteredByName(deps, query, parent) : query
  const [only] = kinds ?? []
  if (kinds?.length === 1 && isNameKind(only)) {
    return nameList(request, only, { ...filtered, kinds: null })
  }
  const isPlain = kinds === null || kinds.every((kind) => titleKinds.has(kind))
  if (isOfHistory(filtered) && (isPlain || kinds.every((kind) => entryKinds.includes(kind)))) {
    return historyList(request, filtered)
  }
  return isPlain ? titleList(request, filtered) : mixedList(request, filtered)
}

function isAt({ kind, number }: ItemRef) {
  return (library: Library): boolean => kind === 'library' && library.number === number
}

async function listByIds(
  deps: LibraryDeps,
  user: User,
  ids: readonly ItemRef[],
  query: ItemQuery,
  ask: Ask,
): Promise<ItemPage> {
  const wanted = ids.filter((ref) => isNotExcluded(ref, query))
  if (wanted.length === 0) return listed([], query)
  const found = (await summaries(deps, user, wanted, ask)).filter((one) => one !== null)
  const request = await listRequest(deps, user, ask)
  return listed(await sortItems(request, found, { ...query, parent: null }), query)
}

/** A list with items that no catalog lists: parts of series, names or libraries, alone or with titles. */
async function mixedList(request: ListRequest, query: ItemQuery): Promise<ItemPage> {
  if (isEpisodeCount(query)) {
    return { items: [], total: await countEpisodes(request, query), start: query.start }
  }
  const found = [...(await titlesAndParts(request, query)), ...(await named(request, query))]
  return listed(await sortItems(request, found, query, { fitting: true }), query)
}

async function titlesAndParts(
  request: ListRequest,
  query: ItemQuery,
): Promise<readonly LibraryItem[]> {
  const { user, collection } = request
  const kinds = query.kinds ?? []
  const ofTitles = { ...query, kinds: kinds.filter((kind) => titleKinds.has(kind)) }
  const ofEntries = { ...query, kinds: kinds.filter((kind) => entryKinds.includes(kind)) }
  const begins = isOfHistory(query)
  const hasTitles = !begins && ofTitles.kinds.length > 0
  const titles = hasTitles ? await titleCandidates(request, ofTitles) : []
  const others = begins
    ? await historyCandidates(request, ofEntries)
    : await openedParts(request, query)
  const libraries = kinds.includes('library')
    ? collection.libraries.map((library) => libraryItem(user, library))
    : []
  const fits = await filterOf(request, query)
  return [...titles, ...[...others, ...libraries].filter(fits)]
}

async function named(request: ListRequest, query: ItemQuery): Promise<readonly LibraryItem[]> {
  const kinds = nameKinds.filter((kind) => query.kinds?.includes(kind))
  const all = { ...query, kinds: null, order: [], adjacentTo: null, start: 0, limit: maxNames }
  const pages = await Promise.all(kinds.map((kind) => nameList(request, kind, all)))
  return pages.flatMap(({ items }) => items)
}

export async function resumeList(
  deps: LibraryDeps,
  user: User,
  asked: ResumeQuery,
  ask: Ask,
): Promise<ItemPage> {
  const { parent } = asked
  const query = { ...everything, ...asked, resumable: true }
  const request = await listRequest(deps, user, ask)
  if (parent && isPartOfSeries(parent)) return begunEpisodes(request, parent, query)
  return historyList(request, parent ? await filteredByName(deps, query, parent) : query)
}

async function filteredByName(
  { names }: LibraryDeps,
  query: ItemQuery,
  parent: ItemRef,
): Promise<ItemQuery> {
  const { kind } = parent
  if (!isNameKind(kind)) return query
  const text = await names.textOf(parent.number)
  const name = text?.slice(text.indexOf(':') + 1) ?? ''
  if (query[namedFields[kind]] !== null) return { ...query, parent: null, within: { kind, name } }
  return { ...query, parent: null, ...having(kind, name) }
}

function having(kind: NameKind, name: string): Partial<ItemQuery> {
  return { [namedFields[kind]]: [kind === 'year' ? Number(name) : name] }
}

export async function occurrences(
  deps: LibraryDeps,
  user: User,
  { configuration, kind, number }: ItemRef,
  ask: Ask,
): Promise<Occurrences | null> {
  if (configuration !== user.configuration || !isNameKind(kind)) return null
  const text = await deps.names.textOf(number)
  if (!text?.startsWith(`${kind}:`)) return null
  const named = having(kind, text.slice(kind.length + 1))
  const asked = { ...everything, ...named, recursive: true, limit: 0 }
  const count = async (counted: ItemKind): Promise<number> =>
    (await itemList(deps, user, { ...asked, kinds: [counted] }, ask)).total
  const movies = await count('movie')
  const series = await count('series')
  return { movies, series, episodes: await count('episode') }
}

function isNameKind(kind: ItemRef['kind'] | undefined): kind is NameKind {
  return nameKinds.some((name) => name === kind)
}
