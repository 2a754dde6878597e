import type { ItemPage, LibraryItem, NamedRef } from '../../model/library-item.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemKind, ItemRef } from '../../model/item-ref.ts'
import type { Member } from '../../model/member.ts'
import type { WatchEntry } from '../../model/watch.ts'

/** How far work for one answer may go. */
export type Ask = { readonly signal: AbortSignal }

export type EpisodeQuery = {
  readonly season: number | null
  readonly aired: boolean | null
  readonly start: number
  readonly limit: number | null
}

export type NextUpQuery = {
  /** One series alone; its first episode too, where nothing of it was played. */
  readonly series: ItemRef | null
  /** Series of one library alone; a series or a season stands for the series. */
  readonly parent: ItemRef | null
  /** Epoch milliseconds: series last played before are left out. */
  readonly since: number | null
  /** Also episodes that are begun. */
  readonly resumable: boolean
  readonly start: number
  readonly limit: number | null
}

/** Of what is begun; null: does not matter. */
export type ResumeQuery = {
  /** A library, a series or a season, or a genre or studio. */
  readonly parent: ItemRef | null
  readonly kinds: readonly ItemKind[] | null
  readonly excludeKinds: readonly ItemKind[]
  readonly search: string | null
  readonly start: number
  readonly limit: number | null
}

/** Values that the items of a library can be filtered by, each list in order. */
export type Facets = {
  readonly genres: readonly NamedRef[]
  readonly studios: readonly NamedRef[]
  readonly tags: readonly string[]
  readonly certifications: readonly string[]
  readonly years: readonly number[]
}

export type Occurrences = {
  readonly movies: number
  readonly series: number
  /** Of series that were opened. */
  readonly episodes: number
}

/**
 * The catalogs of a configuration as libraries. A source that is away is served from what is stored; a source that
 * was never reached lists nothing. Nothing here fails because of a source.
 */
export type LibraryService = {
  /** In the order that the user has chosen; `hidden`: also those that the user hides. */
  libraries(
    member: Member,
    options: { readonly hidden: boolean },
    ask: Ask,
  ): Promise<readonly LibraryItem[]>
  /** Libraries, titles, seasons or episodes, as the query says; filtered, sorted and counted over the whole list. */
  items(member: Member, query: ItemQuery, ask: Ask): Promise<ItemPage>
  /** With details; null for an id of another configuration or of nothing that is known. */
  item(member: Member, ref: ItemRef, ask: Ask): Promise<LibraryItem | null>
  /** In the order of the refs, without details, null where nothing is known: for what is shown beside others. */
  briefs(
    member: Member,
    refs: readonly ItemRef[],
    ask: Ask,
  ): Promise<readonly (LibraryItem | null)[]>
  /** The titles of entries of the history, in their order, without asking any source; null where not even an id can be made. */
  ofEntries(
    member: Member,
    entries: readonly WatchEntry[],
  ): Promise<readonly (LibraryItem | null)[]>
  /** Throws NOT_FOUND where the series is unknown. */
  seasons(member: Member, series: ItemRef, ask: Ask): Promise<readonly LibraryItem[]>
  /** Throws NOT_FOUND where the series is unknown. */
  episodes(member: Member, series: ItemRef, query: EpisodeQuery, ask: Ask): Promise<ItemPage>
  /** Throws NOT_FOUND for a parent that is no library of the configuration. */
  nextUp(member: Member, query: NextUpQuery, ask: Ask): Promise<ItemPage>
  /** What is begun and not finished, the latest first. Throws NOT_FOUND for a parent that is none. */
  resume(member: Member, query: ResumeQuery, ask: Ask): Promise<ItemPage>
  /** The first titles of a library, in the catalog's order, or by turns of all libraries that the user wants there. `unplayed` true: without those that were played; null: as the user has chosen. */
  latest(
    member: Member,
    query: {
      parent: ItemRef | null
      kinds: readonly string[] | null
      limit: number
      unplayed: boolean | null
    },
    ask: Ask,
  ): Promise<readonly LibraryItem[]>
  similar(member: Member, ref: ItemRef, limit: number, ask: Ask): Promise<ItemPage>
  /** Genres, studios or people that occur, as items; with ids those of these titles alone. */
  names(
    member: Member,
    kind: 'genre' | 'studio' | 'person' | 'year',
    query: ItemQuery,
    ask: Ask,
  ): Promise<ItemPage>
  facets(member: Member, query: ItemQuery, ask: Ask): Promise<Facets>
  /** How much lists show for a genre, studio, person or year; null for everything else. */
  occurrences(member: Member, ref: ItemRef, ask: Ask): Promise<Occurrences | null>
}
