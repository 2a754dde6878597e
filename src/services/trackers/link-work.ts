import { UpstreamError } from '../../core/upstream-error.ts'
import type { TrackerLink } from '../../model/tracker-link.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import type { Connection, NoConnection } from './connections.ts'
import { deliver, pauseAfter } from './delivery.ts'

export type LinkWork = {
  readonly store: TrackerStore
  readonly connect: (link: TrackerLink, signal: AbortSignal) => Promise<Connection | NoConnection>
  readonly pull: (link: TrackerLink, connection: Connection, signal: AbortSignal) => Promise<void>
}

/** The pause of a tracker that is switched off, or not set up on this node. */
const awayMs = 600_000

/** Delivers the events of a link and pulls what its tracker knows, as far as either is due. */
export async function workOnLink(work: LinkWork, id: number, signal: AbortSignal): Promise<void> {
  const { store, pull } = work
  // Another node may just have been at work.
  const link = await store.link(id)
  if (!link || link.state !== 'connected') return
  const connection = await connected(work, link, signal)
  if (!connection) return
  try {
    await deliver(link, connection, store, signal)
    const after = await store.link(id)
    const isDue = after?.state === 'connected' && after.nextPullAt <= Date.now()
    if (isDue && !signal.aborted) await pull(after, connection, signal)
  } catch (error) {
    // A failure of any kind is not repeated at once.
    if (!signal.aborted) await backOff(store, link)
    throw error
  }
}

async function connected(
  { store, connect }: LinkWork,
  link: TrackerLink,
  signal: AbortSignal,
): Promise<Connection | null> {
  try {
    const connection = await connect(link, signal)
    if (connection === 'gone') await store.remove(link.id)
    else if (connection === 'away') await backOff(store, link, awayMs)
    else return connection
  } catch (error) {
    if (signal.aborted) return null
    await backOff(store, link)
    if (!(error instanceof UpstreamError)) throw error
  }
  return null
}

async function backOff(store: TrackerStore, link: TrackerLink, leastMs = 0): Promise<void> {
  const failures = link.failures + 1
  const until = Date.now() + Math.max(leastMs, pauseAfter(failures))
  await store.change(link.id, { failures, nextPushAt: until, nextPullAt: until })
}
