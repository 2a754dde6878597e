import type { TrackerEvent, TrackerLink, TrackerStore } from '../../model/tracker-store.ts'
import type { PushOutcome } from '../../model/tracker.ts'
import { setTimeout } from 'node:timers/promises'
import type { Connection } from './connections.ts'

/** Between two attempts; the last repeats. */
const pausesMs = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]
/** About a day after the first. */
const maxAttempts = 8
const atOnce = 200
/** The least time that a tracker gets that asks for some. */
const leastMs = 1_000
/** However long a tracker asks for time: an event that is older is given up. */
const longestMs = 86_400_000
/** Titles that fail one after the other before the tracker itself is taken to be away. */
const failuresInARow = 3

/** How long to wait after a number of failures. */
export function pauseAfter(failures: number): number {
  return pausesMs[Math.min(failures, pausesMs.length) - 1] ?? pausesMs[0]!
}

/**
 * Tells one tracker what is due: each title in its order, several titles at the same time, each event at least once.
 * Ends when nothing is due any more, or when the tracker is away.
 */
export async function deliver(
  link: TrackerLink,
  connection: Pick<Connection, 'push' | 'addressMark' | 'width' | 'restMs'>,
  store: TrackerStore,
  signal: AbortSignal,
): Promise<void> {
  const course: Course = { failuresInARow: 0, delivered: 0, failed: 0, rest: null }

  /** Whether the next event of the title may follow. */
  async function settle(event: TrackerEvent, outcome: PushOutcome): Promise<boolean> {
    switch (outcome.kind) {
      case 'delivered':
      case 'ignored':
        course.failuresInARow = 0
        course.delivered += 1
        return true
      case 'refused':
        course.failuresInARow = 0
        course.delivered += 1
        await store.giveUp(event.number, outcome.reason)
        return true
      case 'unauthorized':
        course.rest = { state: 'reconnect', reason: outcome.reason }
        return false
      case 'retry': {
        course.failuresInARow += 1
        course.failed += 1
        const { afterMs, reason } = outcome
        // A tracker that asks for time has not failed, for a day.
        const isCounted = afterMs === null
        const pause = afterMs === null ? pauseAfter(event.attempts + 1) : Math.max(leastMs, afterMs)
        const isOver = isCounted
          ? event.attempts + 1 >= maxAttempts
          : Date.now() - event.createdAt > longestMs
        if (isOver) await store.giveUp(event.number, reason)
        else await store.postpone(link.number, event, Date.now() + pause, isCounted)
        // A tracker that says when to come back means all of it.
        if (!isCounted) course.rest = { until: Date.now() + pause }
        else if (course.failuresInARow >= failuresInARow) {
          course.rest = { until: Date.now() + pauseAfter(link.failures + 1) }
        }
        return false
      }
      default:
        return outcome satisfies never
    }
  }

  /** In order, up to the first that was not taken. */
  async function deliverTitle(events: readonly TrackerEvent[]): Promise<number[]> {
    const done: number[] = []
    for (const event of events) {
      if (course.rest !== null || signal.aborted) break
      const outcome = await connection.push(event.event, signal)
      if (signal.aborted && outcome.kind === 'retry') break
      if (!(await settle(event, outcome))) break
      if (outcome.kind !== 'refused') done.push(event.number)
      if (connection.restMs > 0)
        await setTimeout(connection.restMs, undefined, { signal }).catch(() => {})
    }
    return done
  }

  while (course.rest === null && !signal.aborted) {
    const events = await store.due(link.number, Date.now(), atOnce)
    if (events.length === 0) break
    const titles = [...Map.groupBy(events, ({ titleKey }) => titleKey).values()]
    const workers = Array.from({ length: Math.min(connection.width, titles.length) }, async () => {
      const done: number[] = []
      for (let title = titles.shift(); title; title = titles.shift()) {
        done.push(...(await deliverTitle(title)))
      }
      return done
    })
    // What one worker has delivered is noted, whatever becomes of the others.
    const ends = await Promise.allSettled(workers)
    await store.delivered(ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : [])))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  // Where nothing was taken at all, it is the tracker that is away.
  if (course.rest === null && course.failed > 0 && course.delivered === 0) {
    course.rest = { until: Date.now() + pauseAfter(link.failures + 1) }
  }
  await noteEnd(link, connection, course, store)
}

type Course = {
  failuresInARow: number
  delivered: number
  failed: number
  /** Why nothing more is told for now. */
  rest: Rest | null
}

type Rest = { readonly state: 'reconnect'; readonly reason: string } | { readonly until: number }

async function noteEnd(
  link: TrackerLink,
  { addressMark }: Pick<Connection, 'addressMark'>,
  { rest, delivered }: Course,
  store: TrackerStore,
): Promise<void> {
  if (rest === null) {
    if (link.failures > 0 && delivered > 0) await store.change(link.number, { failures: 0 })
  } else if ('state' in rest) {
    await store.change(link.number, { ...rest, addressMark })
  } else {
    await store.change(link.number, { failures: link.failures + 1, nextPushAt: rest.until })
  }
}
