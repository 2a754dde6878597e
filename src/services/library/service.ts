import { listed } from '../../library/page.ts'
import type {
  EpisodeQuery,
  ItemQuery,
  LatestQuery,
  NextUpQuery,
  ResumeQuery,
} from '../../model/item-query.ts'
import type { ItemRef, NameKind } from '../../model/item-ref.ts'
import type { User } from '../../model/household.ts'
import type { WatchEntry } from '../../model/watch.ts'
import { createLibraryDeps, listRequest } from './deps.ts'
import type { Ask, ItemReader, LibraryOptions } from './deps.ts'
import { entryItems } from './history-lists.ts'
import { itemList, libraryItems, occurrences, resumeList } from './item-lists.ts'
import { facetsOf, nameList } from './name-lists.ts'
import { episodeItems, nextUp, seasonItems } from './series-lists.ts'
import { findItem, summaries } from './single-items.ts'
import { latestTitles, similarList } from './title-lists.ts'

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
