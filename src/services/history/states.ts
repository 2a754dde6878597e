import { keyOf, partOf } from '../../history/keys.ts'
import { stateOf } from '../../history/watch-state.ts'
import { relocated, storedItemKey, storedKey } from '../../model/history-key.ts'
import type {
  HistoryKey,
  HistoryPart,
  HistoryStore,
  PlayedCount,
} from '../../model/history-store.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { WatchState } from '../../model/watch.ts'

export type HistoryUser = Pick<User, 'configuration' | 'profile'>

type Store = Pick<HistoryStore, 'historyIdOf' | 'locate' | 'find' | 'playedCounts'>

export function historyIdOf(
  store: Pick<HistoryStore, 'historyIdOf'>,
  { configuration, profile }: HistoryUser,
): Promise<number> {
  return store.historyIdOf(configuration, profile.historyOwner)
}

/** The keys of items, as the history knows them if it does. */
export async function keysOf(
  store: Pick<HistoryStore, 'locate'>,
  historyId: number,
  items: readonly LibraryItem[],
): Promise<readonly HistoryKey[]> {
  const keys = items.map(keyOf)
  const located = await store.locate(historyId, keys)
  return keys.map((key, index) => relocated(key, located[index]!))
}

async function locatedOf(
  store: Pick<HistoryStore, 'locate'>,
  historyId: number,
  items: readonly LibraryItem[],
  parts: readonly HistoryPart[],
) {
  const unknown = parts.filter((_part, index) => !items[index]!.located)
  const found = unknown.length > 0 ? await store.locate(historyId, unknown) : []
  const byPart = new Map(unknown.map((part, index) => [part, found[index]!]))
  return parts.map((part, index) => items[index]!.located ?? byPart.get(part)!)
}

/** In the order of the items. A few queries for all, fewest where nothing was watched. */
export async function statesOf(
  store: Store,
  user: HistoryUser,
  items: readonly LibraryItem[],
): Promise<readonly WatchState[]> {
  if (items.length === 0) return []
  const historyId = await historyIdOf(store, user)
  const parts = items.map(partOf)
  const located = await locatedOf(store, historyId, items, parts)
  const keys = parts.map((part, index) => relocated(part, located[index]!))
  // What is not known under its own key, and has no other, has no entry.
  const kept = keys.filter(
    ({ itemKey }, index) => located[index]!.isKnown || itemKey !== parts[index]!.itemKey,
  )
  const [entries, counts] = await Promise.all([
    store.find(historyId, kept),
    countsOf(store, historyId, keys),
  ])
  const known = new Map(entries.map((entry) => [entry.storedKey, entry]))
  return items.map((item, index) => {
    const key = keys[index]!
    const own = known.get(storedItemKey(key))
    return stateOf(item, own, counts.get(storedKey(key.titleKey)) ?? [])
  })
}

async function countsOf(
  store: Store,
  historyId: number,
  keys: readonly HistoryPart[],
): Promise<ReadonlyMap<string, readonly PlayedCount[]>> {
  const titles = keys.filter(({ kind }) => kind === 'series' || kind === 'season')
  if (titles.length === 0) return new Map()
  const counts = await store.playedCounts(
    historyId,
    titles.map(({ titleKey }) => titleKey),
  )
  return Map.groupBy(counts, ({ titleKey }) => titleKey)
}
