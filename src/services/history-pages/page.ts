import { AppError } from '../../core/errors.ts'
import type { HistoryPage, HistoryStore, HistoryEntry } from '../../model/history-store.ts'
import type { User } from '../../model/household.ts'
import { durationOf } from '../history/duration.ts'
import type { PlayFilter } from '../../model/play-filter.ts'
import { readFilter } from '../activity/filter.ts'
import type { ActivityFilter, FilterDeps } from '../activity/filter.ts'
import { historyOwners } from '../history/owners.ts'
import type { Ask } from '../library/deps.ts'
import { readableProfiles, refuseApiKeys, requireReadable } from '../users/access.ts'
import { readCursor, writeCursor } from './cursor.ts'

/** `local`: only what was played on this server. */
export const historySources = ['local', 'all'] as const

export type HistoryPageInput = {
  readonly userId?: string | null | undefined
  readonly filter?: ActivityFilter | null | undefined
  readonly source?: (typeof historySources)[number] | null | undefined
  readonly first?: number | null | undefined
  readonly after?: string | null | undefined
}

export type OwnedEntry = HistoryEntry & {
  readonly userId: string
  readonly cursor: string
}

export type OwnedPage = {
  readonly entries: readonly OwnedEntry[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
}

const usualLimit = 50
const largestLimit = 500

export type HistoryPageDeps = Omit<FilterDeps, 'history'> & { readonly store: HistoryStore }

/** Newest first. Throws BAD_REQUEST for an invalid cursor, limit or filter. */
export async function readPage(
  deps: HistoryPageDeps,
  user: User,
  { userId, filter: given, source, first, after }: HistoryPageInput,
  ask: Ask,
): Promise<OwnedPage> {
  const { store } = deps
  refuseApiKeys(user)
  const limit = first ?? usualLimit
  if (!Number.isInteger(limit) || limit < 1 || limit > largestLimit) {
    throw new AppError('BAD_REQUEST', `limit must be a whole number from 1 to ${largestLimit}.`)
  }
  const filter = given == null ? null : await entryFilter(deps, user, given, userId, ask)
  const users = given?.users ?? (userId == null ? null : [userId])
  const chosen = users?.map((id) => requireReadable(user, id)) ?? readableProfiles(user)
  const place = after == null ? null : readCursor(after)
  const owners = await historyOwners(store, user, chosen)
  const query = { historyIds: [...owners.keys()], imports: source !== 'local', filter, limit }
  let page: HistoryPage = await store.page({ ...query, after: place })
  // All entries of a page may have been cleared since it was located.
  while (page.entries.length === 0 && page.next !== null) {
    page = await store.page({ ...query, after: page.next })
  }
  return {
    entries: page.entries.map((entry) => ({
      ...entry,
      durationMs: durationOf(entry),
      userId: owners.get(entry.historyId)!,
      cursor: writeCursor(entry),
    })),
    hasNextPage: page.next !== null,
    hasPreviousPage: place !== null,
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
