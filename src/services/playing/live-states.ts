import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { DeviceActivity, PlayingState, PlayingStore } from '../../model/playing-store.ts'
import type { NowPlaying } from '../../model/watch.ts'

export type LiveStates = ReturnType<typeof createLiveStates>

/** Without a report for this long, a device has stopped without saying so. */
const silentMs = 300_000
const nothing: PlayingState = { now: null, counted: false, last: null, unsaid: null }

/** What a device told this process, and when that was written down. */
type Live = { readonly state: PlayingState; readonly writtenAt: number }

/** What devices told this process last: not each place is written down twice, the history has it. */
export function createLiveStates(store: Pick<PlayingStore, 'state'>, isAlone: boolean) {
  const live = new LRUCache<number, Live>(atMost(10_000))

  /** As the database has it, or as this process heard since. */
  function livePart({ number, state }: DeviceActivity): NowPlaying | null {
    const stored = state?.now ?? null
    const heard = live.get(number)?.state.now
    const now =
      stored && heard?.itemId === stored.itemId && heard.reportedAt > stored.reportedAt
        ? heard
        : stored
    return now !== null && Date.now() - now.reportedAt < silentMs ? now : null
  }

  /** What is known of a device: not each place is written down, so this process may know a later one than the database. */
  async function stateOf(device: number): Promise<PlayingState> {
    const heard = live.get(device)?.state
    if (isAlone && heard) return heard
    const stored = (await store.state(device)) ?? nothing
    const isLater =
      heard?.now &&
      stored.now &&
      heard.now.itemId === stored.now.itemId &&
      heard.now.reportedAt > stored.now.reportedAt
    return isLater ? { ...stored, now: heard.now } : stored
  }

  return {
    get: (device: number): Live | undefined => live.get(device),
    set(device: number, heard: Live): void {
      live.set(device, heard)
    },
    livePart,
    stateOf,
  }
}
