import { setTimeout } from 'node:timers/promises'
import type { TrackerEvent, TrackerLink } from '../../model/tracker-link.ts'
import type { TrackerReason } from '../../core/tracker-reasons.ts'
import type { PushOutcome } from '../../model/tracker.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import type { Connection } from './connections.ts'

/** Between attempts; the last one repeats. */
const pausesMs = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]
/** About a day after the first attempt. */
const maxAttempts = 8
const atOnce = 200
const leastPauseMs = 1_000
/** Older events are given up, whatever delay the tracker asks for. */
const longestMs = 86_400_000
/** After this many failed titles in a row, the tracker counts as unavailable. */
const maxFailuresInARow = 3

/** Why nothing more is delivered for now. `overtaken`: somebody changed the link meanwhile. */
type Backoff =
  | { readonly state: 'reconnect'; readonly reason: TrackerReason }
  | { readonly until: number }
  | 'overtaken'

type DeliveryState = {
  failuresInARow: number
  delivered: number
  failed: number
  backoff: Backoff | null
}

type Delivery = {
  readonly link: TrackerLink
  readonly connection: Pick<Connection, 'push' | 'addressMark' | 'width' | 'spacingMs'>
  readonly store: TrackerStore
  readonly signal: AbortSignal
  readonly state: DeliveryState
  readonly isOver: () => boolean
}

export function pauseAfter(failures: number): number {
  return pausesMs[Math.min(failures, pausesMs.length) - 1] ?? pausesMs[0]!
}

/**
 * Delivers the due events of one link: each title in its order, several titles at the same time, each event at least
 * once. Ends when nothing is due any more, or when the tracker is away. Answers whether the link is still as it was
 * given, so that what became of the attempt holds. At `endsAt` the link goes to the back of the queue.
 */
export async function deliver(
  link: TrackerLink,
  connection: Delivery['connection'],
  store: TrackerStore,
  signal: AbortSignal,
  endsAt = Infinity,
): Promise<boolean> {
  const state: DeliveryState = { failuresInARow: 0, delivered: 0, failed: 0, backoff: null }
  const isOver = () => Date.now() >= endsAt
  const delivery = { link, connection, store, signal, state, isOver }
  while (state.backoff === null && !signal.aborted && !isOver()) {
    const events = await store.dueEvents(link.id, Date.now(), atOnce)
    if (events.length === 0) break
    await deliverTitles(delivery, events)
  }
  // If nothing succeeded, the tracker is unavailable.
  if (state.backoff === null && state.failed > 0 && state.delivered === 0) {
    state.backoff = { until: Date.now() + pauseAfter(link.failures + 1) }
  }
  return storeEnd(delivery)
}

async function deliverTitles(delivery: Delivery, events: readonly TrackerEvent[]): Promise<void> {
  const { connection, store } = delivery
  const titles = [...Map.groupBy(events, ({ titleKey }) => titleKey).values()]
  const workers = Array.from({ length: Math.min(connection.width, titles.length) }, async () => {
    const done: number[] = []
    for (let title = titles.shift(); title; title = titles.shift()) {
      done.push(...(await deliverTitle(delivery, title)))
    }
    return done
  })
  // Store what was delivered even if another worker failed.
  const ends = await Promise.allSettled(workers)
  await store.removeDelivered(ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : [])))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Stops at the first event that was not accepted; returns the ids of the accepted ones. */
async function deliverTitle(
  delivery: Delivery,
  events: readonly TrackerEvent[],
): Promise<readonly number[]> {
  const { connection, signal, state, isOver } = delivery
  const done: number[] = []
  for (const event of events) {
    if (state.backoff !== null || signal.aborted || isOver()) break
    const outcome = await connection.push(event.event, signal, isOver)
    if (signal.aborted && outcome.kind === 'retry') break
    if (!(await settle(delivery, event, outcome))) break
    if (outcome.kind !== 'refused') done.push(event.id)
    if (connection.spacingMs > 0) {
      await setTimeout(connection.spacingMs, undefined, { signal }).catch(() => {})
    }
  }
  return done
}

async function settle(
  delivery: Delivery,
  event: TrackerEvent,
  outcome: PushOutcome,
): Promise<boolean> {
  const { state, store } = delivery
  switch (outcome.kind) {
    case 'delivered':
    case 'ignored':
    case 'refused':
      state.failuresInARow = 0
      state.delivered += 1
      if (outcome.kind === 'refused') await store.giveUp(event.id, outcome.reason)
      return true
    case 'partly':
      state.delivered += 1
      await store.keepRest(event.id, outcome.rest)
      return false
    case 'unauthorized':
      state.backoff = { state: 'reconnect', reason: outcome.reason }
      return false
    case 'retry':
      await postpone(delivery, event, outcome)
      return false
    default:
      return outcome satisfies never
  }
}

async function postpone(
  { link, store, state }: Delivery,
  event: TrackerEvent,
  { afterMs, reason }: Extract<PushOutcome, { kind: 'retry' }>,
): Promise<void> {
  state.failuresInARow += 1
  state.failed += 1
  // A tracker that asks for time has not failed, for up to a day.
  const isCounted = afterMs === null
  const pause = afterMs === null ? pauseAfter(event.attempts + 1) : Math.max(leastPauseMs, afterMs)
  const isOver = isCounted
    ? event.attempts + 1 >= maxAttempts
    : Date.now() - event.createdAt > longestMs
  if (isOver) await store.giveUp(event.id, reason)
  else if (!(await store.postpone(link, event, Date.now() + pause, isCounted))) {
    state.backoff = 'overtaken'
    return
  }
  // The time that a tracker asks for holds for all of its titles.
  if (!isCounted) state.backoff = { until: Date.now() + pause }
  else if (state.failuresInARow >= maxFailuresInARow) {
    state.backoff = { until: Date.now() + pauseAfter(link.failures + 1) }
  }
}

async function storeEnd(delivery: Delivery): Promise<boolean> {
  const { link, connection, store, state, isOver } = delivery
  const { backoff, delivered } = state
  if (backoff === 'overtaken') return false
  if (backoff === null && isOver()) {
    const failures = delivered > 0 ? 0 : link.failures
    return store.settle(link, { failures, nextPushAt: Date.now() })
  }
  if (backoff === null) {
    return link.failures === 0 || delivered === 0 || store.settle(link, { failures: 0 })
  }
  return 'state' in backoff
    ? store.settle(link, { ...backoff, addressMark: connection.addressMark })
    : store.settle(link, { failures: link.failures + 1, nextPushAt: backoff.until })
}
