import { setTimeout as wait } from 'node:timers/promises'
import type { Lock } from '../../core/lock.ts'
import { within } from '../../core/within.ts'
import { readReport, silentMs } from '../../history/now-playing.ts'
import { idle, onReport } from '../../history/playing.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { ReportedVersion } from '../../model/play.ts'
import type { SessionState } from '../../model/session-store.ts'
import { announceEnd } from '../history/announce.ts'
import type { PlayElsewhere, ReportHistory } from '../history/reports.ts'
import { createKeyedQueues } from '../../core/keyed-queues.ts'
import { createSilence } from '../sessions/silence.ts'
import { createEndLeft } from './end-left.ts'
import type { OpenPlays } from './open-plays.ts'
import { stremioDevice } from './sessions.ts'

export type Viewed = {
  readonly user: User
  readonly item: LibraryItem
  readonly itemId: string
  readonly version: ReportedVersion
}

/** `open`: a request for the file, of which players make many. `rest`: nobody has read for a while. */
export type Heard = {
  readonly event: 'open' | 'position' | 'rest' | 'end'
  readonly positionMs: number | null
  readonly began: { readonly at: number; readonly positionMs: number } | null
}

export type PlayRecorderOptions = {
  readonly open: OpenPlays
  readonly lock: Lock
  readonly history: Pick<ReportHistory, 'write'>
  readonly events: Pick<LiveEvents, 'publish'>
  readonly silentAfterMs?: number
  readonly now?: () => number
  readonly pause?: (ms: number) => Promise<unknown>
}

export type PlayRecorder = ReturnType<typeof createPlayRecorder>

const stremio: PlayElsewhere = { origin: 'stremio', device: stremioDevice }
/** Requests within it say nothing new. */
const sameOpenMs = 60_000
/** Another node that proxies the same viewing reports more often. */
const quietMs = 45_000
const stopWithinMs = 5_000
const lockMs = 15_000
const hourMs = 3_600_000
const mostMs = 6 * hourMs
/** Beyond the time after which the lock of a dead node is free. */
const tries = 40
const retryMs = 500
const nearStartMs = 300_000
const againAfterMs = 60_000

/**
 * Writes plays as those of devices are written. What is open is kept in the shared cache, by user and title: requests of one
 * viewing are one play, on whichever node they arrive.
 */
export function createPlayRecorder({
  open,
  lock,
  history,
  events,
  silentAfterMs: afterMs = silentMs,
  now = Date.now,
  pause = (ms) => wait(ms, undefined, { ref: false }),
}: PlayRecorderOptions) {
  const inQueue = createKeyedQueues(1)
  const running = new Set<Promise<void>>()
  const endSilent = createEndLeft({ open, lock, events, afterMs, now })
  const silence = createSilence<string>({ endSilent, afterMs })

  async function stateOf(key: string, item: LibraryItem, at: number): Promise<SessionState> {
    const state = (await open.stateOf(key)) ?? idle
    const heardAt = state.now?.reportedAt ?? state.last?.at ?? at
    return at - heardAt < viewingMs(item) ? state : idle
  }

  async function write(key: string, viewed: Viewed, heard: Heard): Promise<void> {
    const { event, positionMs } = heard
    const { user, item, itemId, version } = viewed
    const at = now()
    const state = await stateOf(key, item, at)
    if (!isReportable(state, heard, at)) return
    const begins = state.now === null
    const report = readReport({
      event: event === 'end' ? 'stop' : begins ? 'start' : 'progress',
      positionMs: begins ? null : positionMs,
      paused: event === 'rest',
    })
    const named = isSameVersion(state, version) ? null : version
    const found = onReport(state, { item, itemId, report, version: named }, at)
    if (found === null) return
    // Nobody would ever report its end.
    const effects = version.delivery === 'proxied' ? found : { ...found, events: [] }
    const { play } = await history.write([user], item, effects, null, stremio)
    const isLeft = event === 'rest'
    const next = { ...effects.state, play: effects.state.play && play, isEndPublished: isLeft }
    await open.keep(key, next, viewingMs(item))
    if (begins) await repeatedly(() => open.list(user, key))
    const { configuration } = user
    silence.heard(configuration, key, isLeft ? null : next.play)
    if (isLeft && play && !state.isEndPublished) announceEnd(events, configuration, play)
    if (effects.isShown) events.publish({ kind: 'sessions', configuration })
  }

  async function repeatedly(work: () => Promise<boolean>, most = tries): Promise<void> {
    for (let left = most; left > 0; left--) {
      if (await work()) return
      if (left > 1) await pause(retryMs)
    }
  }

  /** If another node is writing, this report can be dropped, unless it is the end, which nobody repeats. */
  async function tryToWrite(key: string, viewed: Viewed, heard: Heard): Promise<void> {
    const isLast = heard.event === 'end' || heard.event === 'rest'
    const work = () => lock.withLock(key, lockMs, () => write(key, viewed, heard))
    await repeatedly(work, isLast ? tries : 1)
  }

  return {
    async report(viewed: Viewed, heard: Heard): Promise<void> {
      const key = keyOf(viewed)
      const own = inQueue(key, () => tryToWrite(key, viewed, heard))
      running.add(own)
      await own.finally(() => running.delete(own))
    },

    /** Waits for what is being written. */
    async stop(): Promise<void> {
      silence.stop()
      const left = Promise.allSettled(running)
      await within(stopWithinMs, left, () => new Error('plays in Stremio were not written in time'))
    },
  }
}

export function keyOf({ user, item }: Pick<Viewed, 'user' | 'item'>): string {
  return `stremio-play:1:${user.configuration}:${user.profile.id}:${item.kind}:${item.key}`
}

/** After this long without a request the next one is another viewing. */
function viewingMs({ runtimeMs }: LibraryItem): number {
  return Math.min(mostMs, (runtimeMs ?? hourMs) + hourMs)
}

function isReportable({ now, last }: SessionState, heard: Heard, at: number): boolean {
  const { event, positionMs } = heard
  if (now === null) {
    const begins = event === 'open' || event === 'position'
    return begins && (last === null || beginsAgain(heard, last.at))
  }
  if (event === 'open') return at - now.reportedAt >= sameOpenMs
  if (event === 'position') return true
  return (event === 'end' && now.positionMs === positionMs) || at - now.reportedAt >= quietMs
}

/** Players come back for the last minutes of what has ended; only who reads on from the start watches it again. */
function beginsAgain({ positionMs, began }: Heard, endedAt: number): boolean {
  if (began === null || positionMs === null || began.at < endedAt) return false
  return began.positionMs <= nearStartMs && positionMs - began.positionMs >= againAfterMs
}

function isSameVersion({ now, play }: SessionState, { played, delivery }: ReportedVersion) {
  const known = now && play?.version
  return known?.played.mark === played.mark && known.delivery === delivery
}
