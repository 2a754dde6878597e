import type { ItemIds } from '../../model/item-ids.ts'
import type { HistoryStore } from '../../model/history-store.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { PlaylistStore } from '../../model/playlist-store.ts'
import type { HistoryService } from '../history/service.ts'
import type { LibraryService } from '../library/service.ts'

export type PlaylistOptions = {
  readonly store: PlaylistStore
  readonly history: HistoryService
  readonly histories: Pick<HistoryStore, 'historyIdOf'>
  readonly library: LibraryService
  readonly events: LiveEvents
  readonly itemIds: ItemIds
}
