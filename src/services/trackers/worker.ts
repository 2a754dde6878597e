import type { Lock } from '../../cache/lock.ts'
import type { Logger } from '../../core/logger.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { TrackerLink, TrackerStore } from '../../model/tracker-store.ts'
import type { Connection } from './connections.ts'
import { deliver, pauseAfter } from './delivery.ts'

const everyMs = 5_000
/** After news: what comes together is told together. */
const wakeMs = 50
const lockMs = 60_000
/** Trackers that are spoken to at the same time. */
const maxLinks = 32
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
  connections: { of(link: TrackerLink, signal: AbortSignal): Promise<Connection | null> }
  pull: (link: TrackerLink, connection: Connection, signal: AbortSignal) => Promise<void>
  lock: Lock
  log: Logger
}) {
  const ends = new AbortController()
  const running = new Map<number, Promise<void>>()
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
      await deliver(link, connection, store, signal)
      const after = await store.link(number)
      const isDue = (await store.duePulls(Date.now(), maxLinks)).some(
        (one) => one.number === number,
      )
      if (after && after.state === 'connected' && isDue && !signal.aborted) {
        await pull(after, connection, signal)
      }
    })
  }

  async function connect(link: TrackerLink, signal: AbortSignal): Promise<Connection | null> {
    try {
      const connection = await connections.of(link, signal)
      if (!connection) await store.remove(link.number)
      return connection
    } catch (error) {
      if (!(error instanceof UpstreamError) || signal.aborted) throw error
      const until = Date.now() + pauseAfter(link.failures + 1)
      const failures = link.failures + 1
      await store.change(link.number, { failures, nextPushAt: until, nextPullAt: until })
      return null
    }
  }

  function begin(number: number): void {
    if (running.has(number)) return
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
    running.set(number, work)
  }

  async function look(): Promise<void> {
    const now = Date.now()
    const free = maxLinks - running.size
    if (free <= 0 || ends.signal.aborted) return
    const due = [...(await store.duePushes(now, maxLinks)), ...(await store.duePulls(now, free))]
    for (const number of new Set(due.map((link) => link.number))) {
      if (running.size < maxLinks) begin(number)
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
      await Promise.all(running.values())
    },
  }
}
