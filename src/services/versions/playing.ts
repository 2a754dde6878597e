import type { Cache } from '../../cache/cache.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { User } from '../../model/household.ts'
import type { ItemRef } from '../../model/item-ref.ts'

/** The row id of a device; players that name none count as one. */
export type PlayingDevice = number | 'unknown'

export type Playing = {
  /** The link of the version or its replacement. */
  readonly mark: number
  /** Then players that begin get another one; those in the middle stay with it. */
  readonly isDead: boolean
  /** Bytes of the file; null: unknown. */
  readonly total: number | null
  /** Epoch milliseconds of the last request. */
  readonly at: number
  /** The only one that it is decided for; null: for everyone. */
  readonly device: PlayingDevice | null
}

type Decision = Omit<Playing, 'at' | 'device'> & Partial<Pick<Playing, 'device'>>

/** Players pause for hours; a stand-in that was forgotten in between would leave them with parts of two files. */
const keptMs = 6 * 3_600_000
/** Covers the gaps between the requests of one player, not those between two plays. */
const ownMs = 120_000

/** Shared between nodes. */
export function createPlaying(cache: Cache) {
  async function decided(version: ItemRef, device: PlayingDevice | null): Promise<Playing | null> {
    const kept = await cache.get(keyOf(version, device))
    return kept && { ...(fromJsonBytes(kept) as Playing), device }
  }

  async function playing(
    version: ItemRef,
    device: PlayingDevice | null = null,
  ): Promise<Playing | null> {
    return (device === null ? null : await decided(version, device)) ?? decided(version, null)
  }

  async function keepPlaying(
    version: ItemRef,
    { mark, isDead, total, device = null }: Decision,
  ): Promise<void> {
    const state = { mark, isDead, total, at: Date.now() }
    await cache.set(keyOf(version, device), jsonBytes(state), keptMs)
  }

  return {
    /** For the device, or else for everyone; null: undecided. */
    playing,

    keepPlaying,

    /** Leaves what was decided since alone. */
    async renewPlaying(
      version: ItemRef,
      mark: number,
      device: PlayingDevice | null = null,
    ): Promise<void> {
      const state = await playing(version, device)
      if (state?.mark === mark && !state.isDead) await keepPlaying(version, state)
    },

    /** Kept as dead rather than forgotten: players in the middle of it must not get the bytes of another file. */
    async endPlaying(
      version: ItemRef,
      mark: number,
      device: PlayingDevice | null = null,
    ): Promise<void> {
      const state = await playing(version, device)
      if (state?.mark === mark) await keepPlaying(version, { ...state, isDead: true })
    },
  }
}

export function deviceOf({
  household,
}: {
  readonly household: Pick<User, 'device'>
}): PlayingDevice {
  return household.device?.rowId ?? 'unknown'
}

export function isRunning(state: Playing | null, version: ItemRef): state is Playing {
  if (state === null || state.isDead) return false
  return state.mark !== version.version || Date.now() - state.at < ownMs
}

function keyOf(
  { configuration, space, number, season, episode, version }: ItemRef,
  device: PlayingDevice | null,
): string {
  const own = device === null ? '' : `:${device}`
  return `playing:2:${configuration}:${space}:${number}:${season}:${episode}:${version}${own}`
}
