import fc from 'fast-check'
import type { PlayOrigin } from '../../src/model/play.ts'
import { duration, playable } from './history-model.ts'

/** Milliseconds of the clock that each command takes before anything else. */
export const pauseMs = 1_000
const minute = 60_000
const dayMs = 86_400_000
/** A node stores what it hears at least so often. */
export const unwrittenMs = 15_000
/** A start that comes again so soon is the same one. */
const sameStartMs = 30_000
/** A tracker dates a play by when it heard of it. */
const sameImportMs = 10 * minute

/** Two devices of one user, and one of another. */
export const players = [
  { profileId: 'a'.repeat(32), deviceId: 'tv' },
  { profileId: 'a'.repeat(32), deviceId: 'phone' },
  { profileId: 'b'.repeat(32), deviceId: 'tablet' },
] as const

export type PlayCommand =
  | { do: 'start'; on: number; what: number; share: number }
  | { do: 'watch'; on: number; seconds: number }
  | { do: 'pause'; on: number; paused: boolean }
  | { do: 'seek'; on: number; share: number }
  | { do: 'silence'; on: number; minutes: number }
  | { do: 'ping'; on: number }
  | { do: 'stop'; on: number }
  | { do: 'clear'; on: number; what: readonly number[] | null }
  | { do: 'import'; on: number; what: number; minutesAgo: number }
  | { do: 'restart' }
  | { do: 'node'; which: number }
  | { do: 'remove'; on: number }
  | { do: 'sweep'; days: number }

/** Mostly one device and the same two titles: what goes wrong goes wrong with several commands to one play. */
const on = fc.constantFrom(0, 0, 0, 1, 1, 2)
const what = fc.constantFrom(0, 0, 0, 2, 2)
const share = fc.constantFrom(0, 0, 0.3, 0.6, 0.85, 0.95)
const commands: Readonly<Record<PlayCommand['do'], [number, object]>> = {
  start: [6, { on, what, share }],
  watch: [12, { on, seconds: fc.constantFrom(2, 5, 12, 14, 40, 600, 3_000) }],
  pause: [5, { on, paused: fc.boolean() }],
  seek: [4, { on, share }],
  silence: [3, { on, minutes: fc.constantFrom(1, 4, 6, 45, 600) }],
  ping: [2, { on }],
  stop: [3, { on }],
  clear: [3, { on, what: fc.option(fc.uniqueArray(what, { maxLength: 2 })) }],
  import: [3, { on, what, minutesAgo: fc.constantFrom(0, 5, 15, 60, 10_000) }],
  restart: [2, {}],
  node: [3, { which: fc.constantFrom(0, 1) }],
  remove: [1, { on }],
  sweep: [2, { days: fc.constantFrom(0, 0, 1) }],
}
export const playCommand = fc.oneof(
  ...Object.entries(commands).map(([name, [weight, model]]) => ({
    weight,
    arbitrary: fc.record({
      do: fc.constant(name),
      ...model,
    }) as unknown as fc.Arbitrary<PlayCommand>,
  })),
)

export type ModelPlay = {
  readonly profileId: string
  readonly itemKey: string
  readonly origin: PlayOrigin
  readonly deviceId: string | null
  readonly startedAt: number
  endedAt: number
  watchedMs: number
  readonly firstPositionMs: number | null
  lastPositionMs: number | null
  finished: boolean
  /** How much another node may not have heard of: of places as much, of times no more than is not written. */
  slackMs: number
}

function playAt(
  { profileId, deviceId }: Pick<ModelPlay, 'profileId' | 'deviceId'>,
  itemKey: string,
  at: number,
  positionMs: number | null,
): ModelPlay {
  return {
    profileId,
    itemKey,
    origin: 'local',
    deviceId,
    startedAt: at,
    endedAt: at,
    watchedMs: 0,
    firstPositionMs: positionMs,
    lastPositionMs: positionMs,
    finished: false,
    slackMs: 0,
  }
}

export function keptFrom({ days }: { readonly days: number }, now: number): number {
  return (Math.floor(now / dayMs) - days) * dayMs
}

type Player = {
  readonly itemKey: string
  readonly startedAt: number
  positionMs: number
  isPaused: boolean
  isFinished: boolean
  heardAt: number
  heardMs: number
  slackMs: number
  hasJumped: boolean
  /** Null: it was cleared, and nothing was heard since. */
  play: ModelPlay | null
}

/** The plays of a household: what each player really did, told at the end of each command. */
export function createPlayModel() {
  const open: (Player | null)[] = players.map(() => null)
  let plays: ModelPlay[] = []
  let at = 0
  const listed = new Set<string>()
  const cleared = new Map<string, number>()

  const list = (which: number, itemKey: string): void =>
    void listed.add(`${players[which]!.profileId} ${itemKey}`)

  function begin(which: number, itemKey: string, at: number, positionMs: number): ModelPlay {
    const play = playAt(players[which]!, itemKey, at, positionMs)
    plays.push(play)
    return play
  }

  function hear(which: number, now: number, watchedMs = 0): void {
    const player = open[which]
    if (!player) return
    const { itemKey, heardAt, heardMs, positionMs } = player
    player.play ??= begin(which, itemKey, heardAt, heardMs)
    list(which, itemKey)
    const isAtEnd = positionMs >= duration * 0.9
    const { play } = player
    Object.assign(play, {
      slackMs: Math.max(play.slackMs, player.slackMs),
      endedAt: now,
      watchedMs: play.watchedMs + watchedMs,
      lastPositionMs: positionMs,
      finished: play.finished || (isAtEnd && !player.isFinished),
    })
    player.isFinished ||= isAtEnd
    player.heardAt = now
    player.heardMs = positionMs
  }

  function start({ on: which, what, share }: PlayCommand & { do: 'start' }, now: number): void {
    const itemKey = playable[what]!.key
    const before = open[which]
    if (before?.itemKey === itemKey && now - before.startedAt < sameStartMs) {
      before.play ??= begin(which, itemKey, before.heardAt, before.heardMs)
      return
    }
    const positionMs = Math.round(duration * share)
    list(which, itemKey)
    open[which] = {
      itemKey,
      startedAt: now,
      positionMs,
      isPaused: false,
      isFinished: false,
      heardAt: now,
      heardMs: positionMs,
      slackMs: 0,
      hasJumped: false,
      play: begin(which, itemKey, now, positionMs),
    }
  }

  /** The time of a jump counts, whatever it skips. */
  function seek({ on: which, share }: PlayCommand & { do: 'seek' }, now: number): void {
    const player = open[which]
    if (!player) return
    const positionMs = Math.round(duration * share)
    const watchedMs = player.isPaused || player.positionMs === positionMs ? 0 : now - player.heardAt
    player.positionMs = positionMs
    player.hasJumped = true
    hear(which, now, watchedMs)
  }

  function clear(profileId: string, keys: readonly string[], now: number): void {
    const isCleared = (play: ModelPlay | null) =>
      play?.profileId === profileId && keys.includes(play.itemKey)
    plays = plays.filter((play) => !isCleared(play))
    for (const player of open) if (player && isCleared(player.play)) player.play = null
    for (const key of keys) {
      if (listed.delete(`${profileId} ${key}`)) cleared.set(`${profileId} ${key}`, now)
    }
  }

  function importOne(profileId: string, itemKey: string, at: number): void {
    const isKnown = plays.some(
      (play) =>
        play.profileId === profileId &&
        play.itemKey === itemKey &&
        (play.origin === 'import'
          ? play.startedAt === at
          : at >= play.startedAt - sameImportMs && at <= play.endedAt + sameImportMs),
    )
    const key = `${profileId} ${itemKey}`
    if (at <= (cleared.get(key) ?? 0)) return
    listed.add(key)
    if (isKnown) return
    const imported = { origin: 'import', finished: true } as const
    plays.push({ ...playAt({ profileId, deviceId: null }, itemKey, at, null), ...imported })
  }

  function move(): void {
    for (const player of open) {
      if (!player) continue
      player.slackMs = Math.max(player.slackMs, player.hasJumped ? duration : unwrittenMs)
      if (player.play) player.play.slackMs = player.slackMs
    }
  }

  function removeUser(profileId: string): void {
    plays = plays.filter((play) => play.profileId !== profileId)
    for (const names of [listed, cleared]) {
      for (const name of names.keys()) if (name.startsWith(profileId)) names.delete(name)
    }
    for (const [index, player] of players.entries()) {
      if (player.profileId === profileId) open[index] = null
    }
  }

  function sweep(before: number): void {
    plays = plays.filter(({ startedAt }) => startedAt >= before)
    for (const player of open) {
      if (player?.play && player.play.startedAt < before) player.play = null
    }
  }

  return {
    plays: (): readonly ModelPlay[] => plays,
    /** What a device plays; null: nothing. */
    open: (which: number): Readonly<Player> | null => open[which]!,
    /** Whether what is played of it was cleared, and nothing was heard since. */
    isCleared: (itemKey: string): boolean =>
      open.some((player) => player?.itemKey === itemKey && player.play === null),

    run(given: PlayCommand, now: number, nodes: number): void {
      if (given.do === 'restart' || given.do === 'ping') return
      if (given.do === 'node') {
        const next = given.which % nodes
        if (next !== at) move()
        at = next
        return
      }
      if (given.do === 'sweep') return sweep(keptFrom(given, now))
      const { profileId } = players[given.on]!
      const player = open[given.on] ?? null
      switch (given.do) {
        case 'start':
          return start(given, now)
        case 'watch': {
          if (!player) return
          const left = player.isPaused ? 0 : duration - player.positionMs
          const watchedMs = Math.min(left, given.seconds * 1_000)
          player.positionMs += watchedMs
          return hear(given.on, now, watchedMs)
        }
        case 'pause':
          if (player) player.isPaused = given.paused
          return hear(given.on, now)
        case 'seek':
          hear(given.on, now)
          return seek(given, now + 1)
        case 'silence':
          return hear(given.on, now)
        case 'remove':
          return removeUser(profileId)
        case 'stop':
          hear(given.on, now)
          open[given.on] = null
          return
        case 'clear': {
          const all = playable.map(({ key }) => key)
          return clear(profileId, given.what?.map((index) => all[index]!) ?? all, now)
        }
        case 'import':
          return importOne(profileId, playable[given.what]!.key, now - given.minutesAgo * minute)
        default:
          return given satisfies never
      }
    },
  }
}
