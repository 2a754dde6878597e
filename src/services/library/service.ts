import { shuffled } from '../../library/order.ts'
import { listed, neighboursOf, startingAt } from '../../library/page.ts'
import type {
  EpisodeQuery,
  ItemQuery,
  LatestQuery,
  NextUpQuery,
  ResumeQuery,
  SeasonQuery,
} from '../../model/item-query.ts'
import type { ItemRef, NameKind } from '../../model/item-ref.ts'
import type { User } from '../../model/household.ts'
import type { WatchEntry } from '../../model/watch.ts'
import { askedItem, bareAskedItem } from './asked-item.ts'
import type { AskedMedia } from './asked-item.ts'
import { createLibraryDeps, listRequest } from './deps.ts'
import type { Ask, ItemReader, LibraryDeps, LibraryOptions } from './deps.ts'
import { entryItems, entryRefs } from './lists/history-lists.ts'
import { itemList, libraryItems, occurrences, resumeList } from './lists/item-lists.ts'
import { limitedDeps } from './limits/limited.ts'
import { facetsOf, nameList } from './lists/name-lists.ts'
import { createRatings } from './limits/ratings.ts'
import { episodeItems, nextUp, seasonItems } from './lists/series-lists.ts'
import { setItems } from './lists/set-lists.ts'
import { findItem, partOfRef, summaries } from './single-items.ts'
import { latestTitles, similarList } from './lists/title-lists.ts'
import { createVisibility } from './limits/visibility.ts'
import { createTitleGates } from './limits/visible-titles.ts'

export type LibraryService = ReturnType<typeof createLibraryService>

/** A configuration's catalogs as libraries. A failing source is served from stored answers; no call fails because of one. */
export function createLibraryService(options: LibraryOptions) {
  const all = createLibraryDeps(options)
  const gates = createTitleGates(all, createRatings(options))

  function depsFor(reader: ItemReader): LibraryDeps {
    const gate = gates(reader)
    return gate ? limitedDeps(all, reader, gate) : all
  }

  const request = (user: User, ask: Ask) => listRequest(depsFor(user), user, ask)

  return {
    ...createVisibility(all, gates, depsFor),

    missingFacts: all.missingFacts,

    /** In the user's order; `hidden` includes those that the user hides. */
    libraries: (user: User, options: { readonly hidden: boolean }, ask: Ask) =>
      libraryItems(depsFor(user), user, options, ask),

    libraryFailures: (user: User) => all.collections.failuresOf(user),

    /** Filtered, sorted and counted over the whole list. */
    items: (user: User, query: ItemQuery, ask: Ask) => itemList(depsFor(user), user, query, ask),

    item: (reader: ItemReader, ref: ItemRef, ask: Ask) =>
      findItem(depsFor(reader), reader, ref, ask),

    partOfRef: (reader: ItemReader, ref: ItemRef) => partOfRef(depsFor(reader), ref),

    /** By the id that streams are asked for with; null where no source describes it. */
    asked: (reader: ItemReader, asked: AskedMedia, ask: Ask) =>
      askedItem(depsFor(reader), reader, asked, ask),

    /** The same by a known name, without asking a source. */
    bareAsked: (reader: ItemReader, asked: AskedMedia & { readonly name: string }) =>
      bareAskedItem(depsFor(reader), reader, asked),

    summaries: (reader: ItemReader, refs: readonly ItemRef[], ask: Ask) =>
      summaries(depsFor(reader), reader, refs, ask),

    ofEntries(user: User, entries: readonly WatchEntry[]) {
      const deps = depsFor(user)
      return entryItems(deps, user, deps.collections.peek(user), entries)
    },

    refsOfEntries(user: User, entries: readonly WatchEntry[]) {
      const deps = depsFor(user)
      return entryRefs(deps, user, deps.collections.peek(user), entries)
    },

    seasons: (user: User, series: ItemRef, query: SeasonQuery, ask: Ask) =>
      seasonItems(depsFor(user), user, series, query, ask),

    async episodes(user: User, series: ItemRef, query: EpisodeQuery, ask: Ask) {
      const found = await episodeItems(depsFor(user), user, series, query, ask)
      const all = query.shuffled ? shuffled(found) : found
      const shown = startingAt(neighboursOf(all, query.adjacentTo ?? null), query.from)
      return listed(shown, { ...query, adjacentTo: null })
    },

    /** Throws NOT_FOUND if the parent is no library of the configuration. */
    nextUp: (user: User, query: NextUpQuery, ask: Ask) => nextUp(depsFor(user), user, query, ask),

    /** Started and unfinished items, latest first. Throws NOT_FOUND for an unknown parent. */
    resume: (user: User, query: ResumeQuery, ask: Ask) =>
      resumeList(depsFor(user), user, query, ask),

    async latest(user: User, query: LatestQuery, ask: Ask) {
      return latestTitles(await request(user, ask), query)
    },

    async similar(user: User, ref: ItemRef, limit: number, ask: Ask) {
      return similarList(await request(user, ask), ref, limit)
    },

    /** Genres, studios, people or years as items; with ids, of these titles only. */
    async names(user: User, kind: NameKind, query: ItemQuery, ask: Ask) {
      return nameList(await request(user, ask), kind, query)
    },

    /** Collections that sources name. */
    async sets(reader: ItemReader, ask: Ask) {
      const deps = depsFor(reader)
      const collection = await deps.collections.of(reader, ask.signal)
      return setItems({ deps, user: reader, collection })
    },

    async facets(user: User, query: ItemQuery, ask: Ask) {
      return facetsOf(await request(user, ask), query)
    },

    occurrences: (user: User, ref: ItemRef, ask: Ask) => occurrences(depsFor(user), user, ref, ask),
  }
}
