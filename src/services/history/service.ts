import { partOf } from '../../history/keys.ts'
import { relocated, storedItemKey } from '../../model/history-key.ts'
import type {
  DeviceVersion,
  EntryQuery,
  HistoryPart,
  HistoryStore,
} from '../../model/history-store.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { PlayedVersion } from '../../model/watch.ts'
import { createItemMarks } from './item-marks.ts'
import type { HistoryOptions } from './item-marks.ts'
import { historyIdOf, keysOf, statesOf } from './states.ts'
import type { HistoryUser } from './states.ts'

type PreferredVersion = Readonly<Record<'played' | 'model', PlayedVersion | null>> &
  Pick<LibraryItem, 'located'>

export type HistoryService = ReturnType<typeof createHistoryService>

/** One row per history owner and title, season or episode; users who share a history share its rows. */
export function createHistoryService(options: HistoryOptions) {
  const { store } = options
  return {
    ...createItemMarks(options),

    states: (user: HistoryUser, items: readonly LibraryItem[]) => statesOf(store, user, items),

    entries: async (user: HistoryUser, query: EntryQuery) =>
      store.list(await historyIdOf(store, user), query),

    count: async (user: HistoryUser, query: EntryQuery) =>
      store.count(await historyIdOf(store, user), query),

    progress: async (user: HistoryUser, page: Parameters<HistoryStore['progress']>[1]) =>
      store.progress(await historyIdOf(store, user), page),

    async episodesOf(user: HistoryUser, titleKeys: readonly string[]) {
      const historyId = await historyIdOf(store, user)
      const located = await store.locate(historyId, titleKeys.map(wholeSeries))
      return store.episodesOf(
        historyId,
        located.map(({ titleKey }) => titleKey),
      )
    },

    /** `mark`: a device may have played that one beside it. */
    async playedVersion(user: HistoryUser, item: LibraryItem, mark: number | null = null) {
      const historyId = await historyIdOf(store, user)
      const [key] = await keysOf(store, historyId, [item])
      const played = await store.playedVersion(historyId, key!)
      if (mark === null || played?.mark === mark) return played
      const own = await store.deviceVersions(historyId, key!.titleKey)
      return own.find(({ version }) => version.mark === mark)?.version ?? played
    },

    /** What the device played that cannot play what the others begin with, preferably of this item. */
    async deviceVersion(user: HistoryUser, item: LibraryItem, device: number) {
      const historyId = await historyIdOf(store, user)
      const [key] = await keysOf(store, historyId, [item])
      const all = await store.deviceVersions(historyId, key!.titleKey)
      const own = all.filter(({ version }) => version.device === device)
      const isOfItem = ({ storedKey, isStarted }: DeviceVersion) =>
        isStarted && storedKey === storedItemKey(key!)
      const found = own.find(isOfItem) ?? own[0]
      return found ? { version: found.version, isPlayed: isOfItem(found) } : null
    },

    /** `played` of a started, unfinished item; `model`: what its versions should resemble, else the newest of its series. */
    async preferredVersion(user: HistoryUser, item: LibraryItem): Promise<PreferredVersion> {
      const historyId = await historyIdOf(store, user)
      const part = partOf(item)
      const [located] = await store.locate(historyId, [part])
      const key = relocated(part, located!)
      const isKept = located!.isKnown || key.itemKey !== part.itemKey
      const played = isKept ? await store.playedVersion(historyId, key) : null
      const model =
        played ??
        (item.kind === 'episode' ? await store.lastVersionOf(historyId, key.titleKey) : null)
      return { played, model, located: located! }
    },
  }
}

function wholeSeries(titleKey: string): HistoryPart {
  return { itemKey: titleKey, titleKey, aliases: [], kind: 'series', season: null, episode: null }
}
