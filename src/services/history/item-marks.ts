import { watchEventOf, watchEventOfMany, pickUpEvent } from '../../history/tracker-events.ts'
import type { HistoryStore } from '../../model/history-store.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { NewWatchEvent } from '../../model/tracker.ts'
import type { WatchState } from '../../model/watch.ts'
import type { TrackerService } from '../trackers/service.ts'
import { announceWatched, refsAround } from './announce.ts'
import { outboxOf } from './outbox.ts'
import { historyIdOf, keysOf, statesOf } from './states.ts'

export type HistoryOptions = {
  readonly store: HistoryStore
  readonly events: Pick<LiveEvents, 'publish'>
  readonly trackers: Pick<TrackerService, 'linksOf' | 'wake'>
}

type Marking = {
  readonly marked: readonly LibraryItem[]
  readonly event: NewWatchEvent | null
  readonly around: readonly ItemRef[]
  readonly at: number
}

/** Marks items and queues the trackers' events in the same transaction. */
export function createItemMarks(options: HistoryOptions) {
  const { store } = options

  return {
    /** `episodes`: the aired regular ones that a series or season stands for. Returns the item's new state. */
    async setPlayed(
      user: User,
      item: LibraryItem,
      played: boolean,
      { at, episodes }: { at: number | null; episodes: readonly LibraryItem[] },
    ): Promise<WatchState> {
      const hasParts = item.kind === 'series' || item.kind === 'season'
      // If no source knows its episodes, mark the series itself.
      const marked = hasParts && episodes.length > 0 ? episodes : [item]
      const now = Date.now()
      const time = Math.min(now, Math.max(1, at ?? now))
      const event = played ? 'played' : 'unplayed'
      await writeMark(options, user, played, {
        marked,
        event:
          marked[0] === item
            ? watchEventOf(item, event, { at: time, played })
            : watchEventOfMany(marked, event, time),
        around: [...refsAround(item), ...marked.map(({ ref }) => ref)],
        at: time,
      })
      return stateAfter(options, user, item)
    },

    /** Skips episodes that were played already, so that they keep their times. */
    async playUpTo(user: User, episodes: readonly LibraryItem[]): Promise<void> {
      const known = await statesOf(store, user, episodes)
      const unplayed = episodes.filter((_, index) => !known[index]!.played)
      const last = unplayed.at(-1)
      if (!last) return
      const now = Date.now()
      await writeMark(options, user, true, {
        marked: unplayed,
        event: watchEventOfMany(unplayed, 'played', now),
        around: [...refsAround(last), ...unplayed.map(({ ref }) => ref)],
        at: now,
      })
    },

    async setFavorite(user: User, item: LibraryItem, favorite: boolean): Promise<WatchState> {
      const historyId = await historyIdOf(store, user)
      const [key] = await keysOf(store, historyId, [item])
      const isListed = item.kind === 'series' || item.kind === 'movie'
      const event = watchEventOf(item, favorite ? 'watchlisted' : 'unwatchlisted')
      const outbox = await outboxOf(options.trackers, user, isListed ? [event] : [])
      await store.setFavorite(historyId, key!, favorite, outbox)
      afterWrite(options, user, outbox.links, [item.ref])
      return stateAfter(options, user, item)
    },

    /** False drops a series, which hides it from Next Up until it is played again; null removes the rating. */
    async rate(user: User, item: LibraryItem, likes: boolean | null): Promise<WatchState> {
      const historyId = await historyIdOf(store, user)
      const [key] = await keysOf(store, historyId, [item])
      const [before] = item.kind === 'series' ? await store.find(historyId, [key!]) : []
      const wasDropped = before?.likes === false
      const isChange = item.kind === 'series' && wasDropped !== (likes === false)
      const event = watchEventOf(item, wasDropped ? 'undropped' : 'dropped')
      const outbox = await outboxOf(options.trackers, user, isChange ? [event] : [])
      await store.setLikes(historyId, key!, likes, outbox)
      afterWrite(options, user, outbox.links, [item.ref])
      return stateAfter(options, user, item)
    },
  }
}

async function writeMark(
  options: HistoryOptions,
  user: User,
  played: boolean,
  { marked, event, around, at }: Marking,
): Promise<void> {
  const { store, trackers } = options
  const historyId = await historyIdOf(store, user)
  const keys = await keysOf(store, historyId, marked)
  const first = marked[0]!
  const ifPickedUp = played && first.series ? [pickUpEvent(first)] : []
  const outbox = await outboxOf(trackers, user, event ? [event] : [], ifPickedUp)
  await (played
    ? store.markPlayed(historyId, keys, at, outbox)
    : store.markUnplayed(historyId, keys, outbox))
  afterWrite(options, user, outbox.links, around)
}

function afterWrite(
  { trackers, events }: HistoryOptions,
  user: User,
  links: readonly number[],
  items: readonly ItemRef[],
): void {
  if (links.length > 0) trackers.wake()
  announceWatched(events, user, items)
}

async function stateAfter(
  { store }: HistoryOptions,
  user: User,
  item: LibraryItem,
): Promise<WatchState> {
  const [state] = await statesOf(store, user, [item])
  return state!
}
