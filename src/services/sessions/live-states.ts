import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import { silentMs } from '../../history/now-playing.ts'
import { idle } from '../../history/playing.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { DeviceActivity, SessionState, SessionStore } from '../../model/session-store.ts'
import type { NowPlaying } from '../../model/watch.ts'
import type { Playing } from './device-session.ts'

/** Limits how stale other nodes may be, and how much watch time a crash loses. */
export const writeEveryMs = 15_000

export type LiveStates = ReturnType<typeof createLiveStates>

export type PlayedItem = {
  readonly givenId: string
  /** The configuration's cache key at the time of the look-up. */
  readonly cacheKey: string
  readonly item: LibraryItem
  readonly itemId: string
}

export type LiveState = {
  readonly state: SessionState
  readonly stored: SessionState | null
}

/** What a device reported to this process. */
type Live = LiveState & {
  /** Epoch milliseconds of when a state was stored last. */
  readonly writtenAt: number
  readonly isWritten: boolean
  readonly played: PlayedItem | null
}

/** The last reports to this process. Not every position is stored with the device, since the history has it. */
export function createLiveStates(store: Pick<SessionStore, 'state'>, isAlone: boolean) {
  const live = new LRUCache<number, Live>(atMost(10_000))

  return {
    get: (device: number): Live | undefined => live.get(device),

    stored(device: number, state: SessionState, played: PlayedItem | null = null): void {
      const kept = played ?? live.get(device)?.played ?? null
      live.set(device, {
        state,
        stored: state,
        writtenAt: Date.now(),
        isWritten: true,
        played: kept,
      })
    },

    heard(device: number, state: SessionState, stored: SessionState | null): void {
      const { writtenAt = 0, played = null } = live.get(device) ?? {}
      live.set(device, { state, stored, writtenAt, isWritten: false, played })
    },

    unwritten: (): readonly number[] =>
      [...live.entries()].flatMap(([device, { isWritten }]) => (isWritten ? [] : [device])),

    /** What a device plays now, by the database or newer reports to this process. */
    playing({ rowId, state }: DeviceActivity): Playing | null {
      const heard = live.get(rowId)?.state ?? null
      const latest = isLater(heard?.now ?? null, state?.now ?? null) ? heard : state
      if (!latest?.now || Date.now() - latest.now.reportedAt >= silentMs) return null
      return { ...latest.now, version: latest.play?.version ?? null }
    },

    /** What is known of a device: this process may know a later place than the database, if nobody else stored one since. */
    async of(device: number, { isAfresh = false } = {}): Promise<LiveState> {
      const heard = live.get(device)
      if (isAlone && heard && !isAfresh) return heard
      const stored = await store.state(device)
      const state = withLaterPlace(stored, heard?.state) ?? idle
      if (heard && !heard.isWritten && state === stored) {
        live.set(device, { ...heard, state, stored, isWritten: true })
      }
      return { state, stored }
    },
  }
}

/** The stored state with a later reported position of the same play: another process may have heard only that it goes on. */
function withLaterPlace(
  stored: SessionState | null,
  heard: SessionState | undefined,
): SessionState | null {
  if (!stored?.now || !heard?.now || !isSame(heard.now, stored.now)) return stored
  const now = isLater(heard.now, stored.now)
    ? heard.now
    : { ...stored.now, positionMs: heard.now.positionMs }
  if (!heard.play || !stored.play) return now === heard.now ? { ...stored, now } : stored
  if (heard.play.endedAt <= stored.play.endedAt && now !== heard.now) return stored
  const { rows, joined, finished } = stored.play
  const play = { ...heard.play, rows, joined, finished: finished || heard.play.finished }
  return { ...stored, now, play }
}

function isSame(heard: NowPlaying, stored: NowPlaying): boolean {
  return heard.itemId === stored.itemId && heard.startedAt === stored.startedAt
}

function isLater(heard: NowPlaying | null, stored: NowPlaying | null): boolean {
  if (heard === null || stored === null || !isSame(heard, stored)) return false
  return heard.reportedAt > stored.reportedAt
}
