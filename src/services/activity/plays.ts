import { AppError } from '../../core/errors.ts'
import type { HistoryStore } from '../../model/history-store.ts'
import type { Profile, User } from '../../model/household.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { PlayStore, StoredPlay } from '../../model/play-store.ts'
import type { Ask } from '../library/deps.ts'
import type { LibraryService } from '../library/service.ts'
import { readPlayCursor } from './cursor.ts'
import { readFilter } from './filter.ts'
import type { ActivityFilter, FilterDeps } from './filter.ts'

export const playOrders = ['newest', 'oldest'] as const

export type PlayPageInput = {
  readonly filter?: ActivityFilter | null | undefined
  /** Default: newest. */
  readonly orderBy?: (typeof playOrders)[number] | null | undefined
  /** 1 to 500. Default: 50. */
  readonly first?: number | null | undefined
  /** Cursor of an earlier page. */
  readonly after?: string | null | undefined
}

export type Play = StoredPlay & { readonly profile: Profile }

export type PlaysPage = {
  readonly plays: readonly Play[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** How many plays the filter fits; null: counting them would take longer than the page. */
  readonly total: number | null
  /** How many there are at least. */
  readonly atLeast: number
}

export type PlaysDeps = Omit<FilterDeps, 'plays' | 'history'> & {
  readonly plays: PlayStore
  readonly history: Pick<HistoryStore, 'historyIdOf' | 'locate' | 'find'>
  readonly library: Pick<LibraryService, 'ofEntries'>
}

const usualLimit = 50
const largestLimit = 500

/** Throws what a filter throws, and BAD_REQUEST for a cursor that was not given out, or a size out of bounds. */
export async function readPlays(
  deps: PlaysDeps,
  user: User,
  { filter, orderBy, first, after }: PlayPageInput,
  ask: Ask,
): Promise<PlaysPage> {
  const limit = first ?? usualLimit
  if (!Number.isInteger(limit) || limit < 1 || limit > largestLimit) {
    throw new AppError('BAD_REQUEST', `first must be a whole number from 1 to ${largestLimit}.`)
  }
  const place = after == null ? null : readPlayCursor(after)
  const chosen = await readFilter(deps, user, filter ?? {}, ask)
  const page = await deps.plays.page({
    filter: chosen,
    descending: orderBy !== 'oldest',
    after: place,
    limit,
  })
  const profiles = new Map(user.profiles.map((profile) => [profile.id, profile]))
  const isWhole = place === null && !page.hasNextPage
  const count = page.plays.length
  return {
    plays: page.plays.map((play) => ({ ...play, profile: profiles.get(play.profileId)! })),
    hasNextPage: page.hasNextPage,
    hasPreviousPage: place !== null,
    total: isWhole ? count : null,
    atLeast: count + (place === null ? 0 : 1) + (page.hasNextPage ? 1 : 0),
  }
}

/** What was played, in the order of the plays, without asking any source; null where not even an id can be made. */
export async function itemsOfPlays(
  { history, library }: PlaysDeps,
  user: User,
  plays: readonly StoredPlay[],
): Promise<readonly (LibraryItem | null)[]> {
  const byHistory = [...Map.groupBy(plays, ({ historyId }) => historyId)]
  const found = await Promise.all(
    byHistory.map(async ([historyId, own]) => {
      const entries = await history.find(historyId, own)
      const items = await library.ofEntries(user, entries)
      return entries.map(({ storedKey }, index) => {
        return [`${historyId} ${storedKey}`, items[index] ?? null] as const
      })
    }),
  )
  const byKey = new Map(found.flat())
  return plays.map(({ historyId, itemKey }) => byKey.get(`${historyId} ${itemKey}`) ?? null)
}
