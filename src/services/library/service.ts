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

/**
 * The catalogs of a configuration as libraries. A source that is away is served from what is stored; a source that
 * was never reached lists nothing. Nothing here fails because of a source.
 */
export function createLibraryService(options: LibraryOptions) {
  const deps = createLibraryDeps(options)

  return {
    /** In the order that the user has chosen; `hidden`: also those that the user hides. */
    libraries: (member: User, options: { readonly hidden: boolean }, ask: Ask) =>
      libraryItems(deps, member, options, ask),

    /** Libraries, titles, seasons or episodes, as the query says; filtered, sorted and counted over the whole list. */
    items: (member: User, query: ItemQuery, ask: Ask) => itemList(deps, member, query, ask),

    /** With details; null for an id of another configuration or of nothing that is known. */
    item: (reader: ItemReader, ref: ItemRef, ask: Ask) => findItem(deps, reader, ref, ask),

    /** In the order of the refs, without details, null where nothing is known: for what is shown beside others. */
    summaries: (reader: ItemReader, refs: readonly ItemRef[], ask: Ask) =>
      summaries(deps, reader, refs, ask),

    /** The titles of entries of the history, in their order, without asking any source; null where not even an id can be made. */
    ofEntries: (member: User, entries: readonly WatchEntry[]) =>
      entryItems(deps, member, deps.collections.peek(member), entries),

    /** Throws NOT_FOUND where the series is unknown. */
    seasons: (member: User, series: ItemRef, ask: Ask) => seasonItems(deps, member, series, ask),

    /** Throws NOT_FOUND where the series is unknown. */
    async episodes(member: User, series: ItemRef, query: EpisodeQuery, ask: Ask) {
      return listed(await episodeItems(deps, member, series, query, ask), query)
    },

    /** Throws NOT_FOUND for a parent that is no library of the configuration. */
    nextUp: (member: User, query: NextUpQuery, ask: Ask) => nextUp(deps, member, query, ask),

    /** What is begun and not finished, the latest first. Throws NOT_FOUND for a parent that is none. */
    resume: (member: User, query: ResumeQuery, ask: Ask) => resumeList(deps, member, query, ask),

    async latest(member: User, query: LatestQuery, ask: Ask) {
      return latestTitles(await listRequest(deps, member, ask), query)
    },

    async similar(member: User, ref: ItemRef, limit: number, ask: Ask) {
      return similarList(await listRequest(deps, member, ask), ref, limit)
    },

    /** Genres, studios, people or years that occur, as items; with ids those of these titles alone. */
    async names(member: User, kind: NameKind, query: ItemQuery, ask: Ask) {
      return nameList(await listRequest(deps, member, ask), kind, query)
    },

    async facets(member: User, query: ItemQuery, ask: Ask) {
      return facetsOf(await listRequest(deps, member, ask), query)
    },

    /** How much lists show for a genre, studio, person or year; null for everything else. */
    occurrences: (member: User, ref: ItemRef, ask: Ask) => occurrences(deps, member, ref, ask),
  }
}

async function libraryItems(
  { collections, views }: LibraryDeps,
  member: User,
  options: { readonly hidden: boolean },
  ask: Ask,
): Promise<readonly LibraryItem[]> {
  const { libraries } = await collections.of(member, ask.signal)
  const all = libraries.map((library) => libraryItem(member, library))
  return views.shown(member, all, options)
}

async function itemList(
  deps: LibraryDeps,
  member: User,
  query: ItemQuery,
  ask: Ask,
): Promise<ItemPage> {
  const { parent, ids, kinds } = query
  if (ids) return listByIds(deps, member, ids, query, ask)
  if (parent && parent.configuration !== member.configuration) throw unknownParent()
  const request = await listRequest(deps, member, ask)
  if (parent && isPartOfSeries(parent)) return partList(request, parent, query)
  if (isHome(query)) return listed(await libraryItems(deps, member, { hidden: false }, ask), query)
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
  member: User,
  ids: readonly ItemRef[],
  query: ItemQuery,
  ask: Ask,
): Promise<ItemPage> {
  const wanted = ids.filter((ref) => isNotExcluded(ref, query))
  if (wanted.length === 0) return listed([], query)
  const found = (await summaries(deps, member, wanted, ask)).filter((one) => one !== null)
  const request = await listRequest(deps, member, ask)
  return listed(await sortItems(request, found, { ...query, parent: null }), query)
}

async function resumeList(
  deps: LibraryDeps,
  member: User,
  asked: ResumeQuery,
  ask: Ask,
): Promise<ItemPage> {
  const { parent } = asked
  const query = { ...everything, ...asked, resumable: true }
  const request = await listRequest(deps, member, ask)
  if (parent && isPartOfSeries(parent)) return begunEpisodes(request, parent, query)
  return historyList(request, parent ? await filteredByName(deps, query, parent) : query)
}

/** The fields of a query that a parent of these kinds means. */
const namedFields = { genre: 'genres', studio: 'studios', person: 'people', year: 'years' } as const

/** A genre, studio, person or year as the parent of a list means the titles that have it. */
async function filteredByName(
  { names }: LibraryDeps,
  query: ItemQuery,
  parent: ItemRef,
): Promise<ItemQuery> {
  const { kind } = parent
  if (!isNameKind(kind)) return query
  const text = await names.textOf(parent.number)
  const name = text?.slice(text.indexOf(':') + 1) ?? ''
  // Beside others that are asked for, what is listed has both.
  if (query[namedFields[kind]] !== null) return { ...query, parent: null, within: { kind, name } }
  return { ...query, parent: null, ...having(kind, name) }
}

function having(kind: NameKind, name: string): Partial<ItemQuery> {
  return { [namedFields[kind]]: [kind === 'year' ? Number(name) : name] }
}

async function occurrences(
  deps: LibraryDeps,
  member: User,
  { configuration, kind, number }: ItemRef,
  ask: Ask,
): Promise<Occurrences | null> {
  if (configuration !== member.configuration || !isNameKind(kind)) return null
  const text = await deps.names.textOf(number)
  if (!text?.startsWith(`${kind}:`)) return null
  const named = having(kind, text.slice(kind.length + 1))
  const asked = { ...everything, ...named, recursive: true, limit: 0 }
  const count = async (counted: ItemKind): Promise<number> =>
    (await itemList(deps, member, { ...asked, kinds: [counted] }, ask)).total
  const movies = await count('movie')
  const series = await count('series')
  return { movies, series, episodes: await count('episode') }
}

function isNameKind(kind: ItemRef['kind'] | undefined): kind is NameKind {
  return nameKinds.some((name) => name === kind)
}
