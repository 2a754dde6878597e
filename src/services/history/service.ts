import type { EntryQuery, HistoryPart, HistoryStore } from '../../model/history-store.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import { createItemMarks } from './item-marks.ts'
import type { HistoryOptions } from './item-marks.ts'
import { historyIdOf, keysOf, statesOf } from './states.ts'
import type { HistoryUser } from './states.ts'

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

    async playedVersion(user: HistoryUser, item: LibraryItem) {
      const historyId = await historyIdOf(store, user)
      const [key] = await keysOf(store, historyId, [item])
      return store.playedVersion(historyId, key!)
    },

    /** `played` of a started, unfinished item; `model`: what its versions should resemble, else the newest of its series. */
    async preferredVersion(user: HistoryUser, item: LibraryItem) {
      const historyId = await historyIdOf(store, user)
      const [key] = await keysOf(store, historyId, [item])
      const played = await store.playedVersion(historyId, key!)
      const model =
        played ??
        (item.kind === 'episode' ? await store.lastVersionOf(historyId, key!.titleKey) : null)
      return { played, model }
    },
  }
}

function wholeSeries(titleKey: string): HistoryPart {
  return { itemKey: titleKey, titleKey, aliases: [], kind: 'series', season: null, episode: null }
}
