import { isDeepStrictEqual } from 'node:util'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { TrackerLink } from '../../model/tracker-link.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import type { Connection, NoConnection } from './connections.ts'
import { deliver, pauseAfter } from './delivery.ts'

export type LinkWork = {
  readonly store: TrackerStore
  readonly connect: (link: TrackerLink, signal: AbortSignal) => Promise<Connection | NoConnection>
  /** Answers whether the link was still as it was given when the end was stored. */
  readonly pull: (
    link: TrackerLink,
    connection: Connection,
    signal: AbortSignal,
  ) => Promise<boolean>
}

/** Delay for a tracker that is disabled or not set up on this node. */
const awayMs = 600_000
/** Of its slot; then those of others have theirs. */
const slotMs = 30_000

/**
 * Delivers the events of a link and pulls what its tracker knows, as far as either is due; again where somebody asked
 * for a retry while it was at it.
 */
export async function workOnLink(work: LinkWork, id: number, signal: AbortSignal): Promise<void> {
  const endsAt = Date.now() + slotMs
  while (!(await attempt(work, id, signal, endsAt)) && !signal.aborted && Date.now() < endsAt);
}

/** Answers whether the link was not changed meanwhile, so that what was stored of the attempt holds. */
async function attempt(
  work: LinkWork,
  id: number,
  signal: AbortSignal,
  endsAt: number,
): Promise<boolean> {
  const { store, pull } = work
  // Another node may just have been at work.
  const link = await connectedLink(store, id)
  if (!link) return true
  const connection = await connected(work, link, signal)
  if (typeof connection === 'boolean') return connection
  if (link.nextPushAt <= Date.now()) {
    const isSettled = await orBackOff(store, link, signal, () =>
      deliver(link, connection, store, signal, endsAt),
    )
    if (!isSettled) return false
  }
  const after = await connectedLink(store, id)
  if (!after || signal.aborted) return true
  // Connected to another account meanwhile: that one is asked over a connection of its own.
  if (!isDeepStrictEqual(after.secret, link.secret)) return false
  if (after.nextPullAt > Date.now()) return true
  return orBackOff(store, after, signal, () => pull(after, connection, signal))
}

async function connectedLink(store: TrackerStore, id: number): Promise<TrackerLink | null> {
  const link = await store.link(id)
  return link?.state === 'connected' ? link : null
}

/** A boolean where there is none: whether that was stored. */
async function connected(
  { store, connect }: LinkWork,
  link: TrackerLink,
  signal: AbortSignal,
): Promise<Connection | boolean> {
  try {
    const connection = await connect(link, signal)
    if (connection === 'away') return await backOff(store, link, awayMs)
    if (connection !== 'gone') return connection
    return await store.removeSeen(link)
  } catch (error) {
    if (signal.aborted) return true
    const isSettled = await backOff(store, link)
    if (!(error instanceof UpstreamError)) throw error
    return isSettled
  }
}

/** A failure of any kind is not repeated at once. */
async function orBackOff(
  store: TrackerStore,
  link: TrackerLink,
  signal: AbortSignal,
  work: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (!signal.aborted) await backOff(store, link)
    throw error
  }
}

function backOff(store: TrackerStore, link: TrackerLink, leastMs = 0): Promise<boolean> {
  const failures = link.failures + 1
  const until = Date.now() + Math.max(leastMs, pauseAfter(failures))
  const isAway = leastMs > 0
  const change = { failures, nextPushAt: until, nextPullAt: until }
  return store.settle(link, isAway ? { ...change, turnedAt: null } : change)
}
