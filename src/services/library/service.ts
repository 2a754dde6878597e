import { nameKinds } from '../../model/item-ref.ts'
import { libraryItem } from '../../library/items/bare-item.ts'
import { isNotExcluded } from '../../library/filter.ts'
import { listed } from '../../library/page.ts'
import { entryKinds, isHome, isOfHistory, titleKinds } from '../../library/queries.ts'
import type { NameKind } from '../../model/item-ref.ts'
import { everything } from '../../model/item-query.ts'
import type {
  EpisodeQuery,
  ItemQuery,
  LatestQuery,
  NextUpQuery,
  ResumeQuery,
} from '../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { ItemPage, LibraryItem, Occurrences } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { WatchEntry } from '../../model/watch.ts'
import { unknownParent } from './collection.ts'
import { createLibraryDeps, listRequest } from './deps.ts'
import type { Ask, ItemReader, LibraryDeps, LibraryOptions } from './deps.ts'
import { begunEpisodes, entryItems, historyList } from './history-lists.ts'
import { mixedList } from './mixed-lists.ts'
import { facetsOf, nameList } from './name-lists.ts'
import { episodeItems, isPartOfSeries, nextUp, partList, seasonItems } from './series-lists.ts'
import { findItem, summaries } from './single-items.ts'
import { sortItems } from './sorting.ts'
import { latestTitles, similarList, titleList } from './title-lists.ts'

export type LibraryService = ReturnType<typeof createLibraryService>

/** A configuration's catalogs as libraries. A failing source is served from stored answers; no call fails because of one. */
export function createLibraryService(options: LibraryOptions) {
  const deps = createLibraryDeps(options)

  return {
    /** In the user's order; `hidden` includes those that the user hides. */
    libraries: (user: User, options: { readonly hidden: boolean }, ask: Ask) =>
      libraryItems(deps, user, options, ask),

    /** Filtered, sorted and counted over the whole list. */
    items: (user: User, query: ItemQuery, ask: Ask) => itemList(deps, user, query, ask),

    item: (reader: ItemReader, ref: ItemRef, ask: Ask) => findItem(deps, reader, ref, ask),

    summaries: (reader: ItemReader, refs: readonly ItemRef[], ask: Ask) =>
      summaries(deps, reader, refs, ask),

    ofEntries: (user: User, entries: readonly WatchEntry[]) =>
      entryItems(deps, user, deps.collections.peek(user), entries),

    seasons: (user: User, series: ItemRef, ask: Ask) => seasonItems(deps, user, series, ask),

    async episodes(user: User, series: ItemRef, query: EpisodeQuery, ask: Ask) {
      return listed(await episodeItems(deps, user, series, query, ask), query)
    },

    /** Throws NOT_FOUND if the parent is no library of the configuration. */
    nextUp: (user: User, query: NextUpQuery, ask: Ask) => nextUp(deps, user, query, ask),

    /** Started and unfinished items, latest first. Throws NOT_FOUND for an unknown parent. */
    resume: (user: User, query: ResumeQuery, ask: Ask) => resumeList(deps, user, query, ask),

    async latest(user: User, query: LatestQuery, ask: Ask) {
      return latestTitles(await listRequest(deps, user, ask), query)
    },

    async similar(user: User, ref: ItemRef, limit: number, ask: Ask) {
      return similarList(await listRequest(deps, user, ask), ref, limit)
    },

    /** Genres, studios, people or years as items; with ids, of these titles only. */
    async names(user: User, kind: NameKind, query: ItemQuery, ask: Ask) {
      return nameList(await listRequest(deps, user, ask), kind, query)
    },

    async facets(user: User, query: ItemQuery, ask: Ask) {
      return facetsOf(await listRequest(deps, user, ask), query)
    },

    occurrences: (user: User, ref: ItemRef, ask: Ask) => occurrences(deps, user, ref, ask),
  }
}

async function libraryItems(
  { collections, views }: LibraryDeps,
  user: User,
  options: { readonly hidden: boolean },
  ask: Ask,
): Promise<readonly LibraryItem[]> {
  const { libraries } = await collections.of(user, ask.signal)
  const all = libraries.map((library) => libraryItem(user, library))
  return views.shown(user, all, options)
}

async function itemList(
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

async function resumeList(
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

const namedFields = { genre: 'genres', studio: 'studios', person: 'people', year: 'years' } as const

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

async function occurrences(
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
