import type { Lock } from '../../cache/lock.ts'
import type { Logger } from '../../core/logger.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { TrackerLink, TrackerStore } from '../../model/tracker-store.ts'
import type { Connection, NoConnection } from './connections.ts'
import { deliver, pauseAfter } from './delivery.ts'

const everyMs = 5_000
/** After news: what comes together is told together. */
const wakeMs = 50
const lockMs = 60_000
/** Links of one native tracker that are spoken to at the same time, so that one that hangs leaves room for others. */
const maxNative = 4
const maxSources = 16
/** Links that are looked at, so that those which have no room do not hide others. */
const lookAt = 500
/** Of what is switched off, or not set up on this node. */
const awayMs = 600_000
const pruneEveryMs = 3_600_000
/** How long the reason of what was given up can be read. */
const keepGivenUpMs = 7 * 86_400_000

/** Looks for what trackers are to be told and asked, on one node at a time for each of them. */
export function createWorker({
  store,
  connections,
  pull,
  lock,
  log,
}: {
  store: TrackerStore
  connections: { of(link: TrackerLink, signal: AbortSignal): Promise<Connection | NoConnection> }
  pull: (link: TrackerLink, connection: Connection, signal: AbortSignal) => Promise<void>
  lock: Lock
  log: Logger
}) {
  const ends = new AbortController()
  const running = new Map<number, { kind: string; work: Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let woken: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  /** Something came while trackers were being spoken to. */
  let again = false
  let prunedAt = Date.now()

  async function speak(number: number): Promise<void> {
    await lock.withLock(`tracker:${number}`, lockMs, async (lost) => {
      const signal = AbortSignal.any([ends.signal, lost])
      // As it is now: another node may just have been at work.
      const link = await store.link(number)
      if (!link || link.state !== 'connected') return
      const connection = await connect(link, signal)
      if (!connection) return
      try {
        await deliver(link, connection, store, signal)
        const after = await store.link(number)
        const isDue = after?.state === 'connected' && after.nextPullAt <= Date.now()
        if (isDue && !signal.aborted) await pull(after, connection, signal)
      } catch (error) {
        // Whatever it was, it is not tried again at once.
        if (!signal.aborted) await rest(link)
        throw error
      }
    })
  }

  async function rest(link: TrackerLink, leastMs = 0): Promise<void> {
    const failures = link.failures + 1
    const until = Date.now() + Math.max(leastMs, pauseAfter(failures))
    await store.change(link.number, { failures, nextPushAt: until, nextPullAt: until })
  }

  async function connect(link: TrackerLink, signal: AbortSignal): Promise<Connection | null> {
    try {
      const connection = await connections.of(link, signal)
      if (connection === 'gone') await store.remove(link.number)
      else if (connection === 'away') await rest(link, awayMs)
      else return connection
    } catch (error) {
      if (signal.aborted) return null
      await rest(link)
      if (!(error instanceof UpstreamError)) throw error
    }
    return null
  }

  /** Whether there is room for one more of its kind. */
  function hasRoom({ tracker }: TrackerLink): boolean {
    const kind = kindOf(tracker)
    const count = [...running.values()].filter((one) => one.kind === kind).length
    return count < (kind === sourceKind ? maxSources : maxNative)
  }

  function begin({ number, tracker }: TrackerLink): void {
    const work = speak(number)
      .catch((error: unknown) => {
        if (!ends.signal.aborted) log.error({ err: error }, 'a tracker could not be spoken to')
      })
      .finally(() => {
        running.delete(number)
        if (!again) return
        again = false
        lookSoon()
      })
    running.set(number, { kind: kindOf(tracker), work })
  }

  async function look(): Promise<void> {
    const now = Date.now()
    const busy = [...running.keys()]
    const due = [
      ...(await store.duePushes(now, lookAt, busy)),
      ...(await store.duePulls(now, lookAt, busy)),
    ]
    for (const link of due) {
      if (!ends.signal.aborted && !running.has(link.number) && hasRoom(link)) begin(link)
    }
    if (now - prunedAt > pruneEveryMs) {
      prunedAt = now
      await lock.withLock('tracker-events', lockMs, () => store.prune(now - keepGivenUpMs))
    }
  }

  function lookSoon(): void {
    if (looking || ends.signal.aborted) return
    looking = look()
      // Where the database is away, the next look will do.
      .catch(() => {})
      .finally(() => {
        looking = null
      })
  }

  return {
    start(): void {
      timer ??= setInterval(lookSoon, everyMs)
      timer.unref()
    },

    /** There may be something to do at once. */
    wake(): void {
      if (woken || !timer) return
      woken = setTimeout(() => {
        woken = undefined
        again = looking !== null || running.size > 0
        lookSoon()
      }, wakeMs)
      woken.unref()
    },

    async stop(): Promise<void> {
      clearInterval(timer)
      clearTimeout(woken)
      ends.abort()
      await looking
      await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}

const sourceKind = 'source'

function kindOf(tracker: string): string {
  return tracker.startsWith('source:') ? sourceKind : tracker
}
