import { AppError } from '../../core/errors.ts'
import { edgesOf, windowOf } from '../../core/page-window.ts'
import type { PageArgs } from '../../core/page-window.ts'
import type { HistoryPage, HistoryStore, HistoryEntry } from '../../model/history-store.ts'
import type { User } from '../../model/household.ts'
import { durationOf } from '../history/duration.ts'
import type { PlayFilter } from '../../model/play-filter.ts'
import { readFilter } from '../activity/filter.ts'
import type { ActivityFilter, FilterDeps } from '../activity/filter.ts'
import { historyOwners } from '../history/owners.ts'
import type { Ask } from '../library/deps.ts'
import { readableProfiles, refuseApiKeys, requireReadable } from '../users/access.ts'
import { readHistoryCursor, writeHistoryCursor } from './cursor.ts'

export const historySources = ['local', 'all'] as const

export type HistoryPageInput = PageArgs & {
  readonly userId?: string | null | undefined
  readonly filter?: ActivityFilter | null | undefined
  readonly source?: (typeof historySources)[number] | null | undefined
}

export type OwnedEntry = HistoryEntry & {
  readonly userId: string
  readonly cursor: string
}

export type OwnedPage = {
  readonly entries: readonly OwnedEntry[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** Null: they do not fit into one page, and nobody has counted them. */
  readonly total: number | null
  readonly atLeast: number
}

const paging = { usual: 50, most: 500, placeOf: readHistoryCursor }

export type HistoryPageDeps = Omit<FilterDeps, 'history'> & { readonly store: HistoryStore }

/** Newest first. Throws BAD_REQUEST for an invalid cursor, limit or filter. */
export async function readPage(
  deps: HistoryPageDeps,
  user: User,
  { userId, filter: given, source, ...args }: HistoryPageInput,
  ask: Ask,
): Promise<OwnedPage> {
  const { store } = deps
  refuseApiKeys(user)
  const window = windowOf(args, paging)
  const isAny = given == null && !deps.library.isLimited(user)
  const filter = isAny ? null : await entryFilter(deps, user, given ?? {}, userId, ask)
  const users = given?.users ?? (userId == null ? null : [userId])
  const chosen = users?.map((id) => requireReadable(user, id)) ?? readableProfiles(user)
  const owners = await historyOwners(store, user, chosen)
  const side = window.fromEnd ? 'before' : 'after'
  const query = { ...window, historyIds: [...owners.keys()], imports: source !== 'local', filter }
  let page: HistoryPage = await store.page(query)
  // All entries of a page may have been cleared since it was located.
  while (page.entries.length === 0 && page.next !== null) {
    page = await store.page({ ...query, [side]: page.next })
  }
  const count = page.entries.length
  const edges = edgesOf(window, page.next !== null)
  const others = Number(edges.hasPreviousPage) + Number(edges.hasNextPage)
  return {
    ...edges,
    total: others > 0 ? null : count,
    atLeast: count + others,
    entries: page.entries.map((entry) => ({
      ...entry,
      durationMs: durationOf(entry),
      userId: owners.get(entry.historyId)!,
      cursor: writeHistoryCursor(entry),
    })),
  }
}

function entryFilter(
  { store, ...deps }: HistoryPageDeps,
  user: User,
  filter: ActivityFilter,
  userId: string | null | undefined,
  ask: Ask,
): Promise<PlayFilter> {
  if (userId != null && filter.users != null) {
    throw new AppError('BAD_REQUEST', 'Send userId or filter.users, not both.')
  }
  const users = filter.users ?? (userId == null ? null : [userId])
  return readFilter({ ...deps, history: store }, user, { ...filter, users }, ask)
}
