import type { Cache } from '../../cache/cache.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { ItemRef } from '../../model/item-ref.ts'

export type Playing = {
  /** The link of the version or its replacement. */
  readonly mark: number
  /** Then players that begin get another one; those in the middle stay with it. */
  readonly isDead: boolean
  /** Bytes of the file; null: unknown. */
  readonly total: number | null
  /** Epoch milliseconds of the last request. */
  readonly at: number
}

/** Players pause for hours; a stand-in that was forgotten in between would leave them with parts of two files. */
const keptMs = 6 * 3_600_000
/** Covers the gaps between the requests of one player, not those between two plays. */
const ownMs = 120_000

/** Shared between nodes. */
export function createPlaying(cache: Cache) {
  async function playing(version: ItemRef): Promise<Playing | null> {
    const kept = await cache.get(keyOf(version))
    return kept ? (fromJsonBytes(kept) as Playing) : null
  }

  async function keepPlaying(version: ItemRef, state: Omit<Playing, 'at'>): Promise<void> {
    await cache.set(keyOf(version), jsonBytes({ ...state, at: Date.now() }), keptMs)
  }

  return {
    /** Null: undecided. */
    playing,

    keepPlaying,

    /** Leaves what was decided since alone. */
    async renewPlaying(version: ItemRef, mark: number): Promise<void> {
      const state = await playing(version)
      if (state?.mark === mark && !state.isDead) await keepPlaying(version, state)
    },

    /** Kept as dead rather than forgotten: players in the middle of it must not get the bytes of another file. */
    async endPlaying(version: ItemRef, mark: number): Promise<void> {
      const state = await playing(version)
      if (state?.mark === mark) await keepPlaying(version, { ...state, isDead: true })
    },
  }
}

export function isRunning(state: Playing | null, version: ItemRef): state is Playing {
  if (state === null || state.isDead) return false
  return state.mark !== version.version || Date.now() - state.at < ownMs
}

function keyOf({ configuration, space, number, season, episode, version }: ItemRef): string {
  return `playing:2:${configuration}:${space}:${number}:${season}:${episode}:${version}`
}
