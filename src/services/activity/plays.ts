import { edgesOf, windowOf } from '../../core/page-window.ts'
import type { PageArgs } from '../../core/page-window.ts'
import type { HistoryStore } from '../../model/history-store.ts'
import type { Profile, User } from '../../model/household.ts'
import type { ItemIds } from '../../model/item-ids.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { PlayFilter } from '../../model/play-filter.ts'
import type { PlayStore, StoredPlay } from '../../model/play-store.ts'
import type { Ask } from '../library/deps.ts'
import type { LibraryService } from '../library/service.ts'
import { readPlayCursor } from './cursor.ts'
import { readFilter } from './filter.ts'
import type { ActivityFilter, FilterDeps } from './filter.ts'
import { askedTime } from './times.ts'

export const playOrders = ['newest', 'oldest'] as const

export type PlayPageInput = PageArgs & {
  readonly filter?: ActivityFilter | null | undefined
  readonly orderBy?: (typeof playOrders)[number] | null | undefined
}

export type Play = StoredPlay & { readonly profile: Profile }

export type PlaysPage = {
  readonly plays: readonly Play[]
  readonly hasNextPage: boolean
  readonly hasPreviousPage: boolean
  /** How many plays the filter fits; null: counting them would take longer than the page. */
  total(): Promise<number | null>
  atLeast(): Promise<number>
}

export type PlaysDeps = Omit<FilterDeps, 'plays' | 'history' | 'library'> & {
  readonly plays: PlayStore
  readonly history: Pick<HistoryStore, 'historyIdOf' | 'locate' | 'find'>
  readonly library: Pick<
    LibraryService,
    'ofEntries' | 'refsOfEntries' | 'isLimited' | 'visibleKeys'
  >
  readonly itemIds: Pick<ItemIds, 'encode'>
}

const paging = { usual: 50, most: 500, placeOf: readPlayCursor }

/** Throws what a filter throws, and BAD_REQUEST for a cursor that was not given out, or a size out of bounds. */
export async function readPlays(
  deps: PlaysDeps,
  user: User,
  { filter, orderBy, ...args }: PlayPageInput,
  ask: Ask,
): Promise<PlaysPage> {
  const window = windowOf(args, paging)
  const chosen = await readFilter(deps, user, filter ?? {}, ask)
  const descending = orderBy !== 'oldest'
  const page = await deps.plays.page({ ...window, filter: chosen, descending })
  const edges = edgesOf(window, page.hasMore)
  const profiles = new Map(user.profiles.map((profile) => [profile.id, profile]))
  const others = Number(edges.hasPreviousPage) + Number(edges.hasNextPage)
  const count = page.plays.length
  let counted: Promise<number | null> | null = null
  const total = () =>
    (counted ??= others > 0 ? keptTotal(deps.plays, chosen) : Promise.resolve(count))
  return {
    plays: page.plays.map((play) => ({ ...play, profile: profiles.get(play.profileId)! })),
    ...edges,
    total,
    async atLeast() {
      return Math.max(count + others, (await total()) ?? 0)
    },
  }
}

/** From what is kept counted; null: of what the filter asks nothing is. */
async function keptTotal(plays: PlayStore, filter: PlayFilter): Promise<number | null> {
  const { titles, items, favorite, origin, clients, devices } = filter
  const uncounted = [titles, items, favorite, origin, clients, devices]
  if (uncounted.some((asked) => asked !== null)) return null
  const { counted } = await askedTime(plays, filter)
  if (counted === null) return 0
  const slots = { kind: 'line', starts: [counted.from, counted.to] } as const
  const [found] = await plays.count({ filter: { ...filter, ...counted }, groupBy: null, slots })
  return found!.plays
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
