import type { HistoryStore, ImportedPart } from '../../model/history-store.ts'
import { storedItemKey } from '../../model/history-key.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { TrackerLink, TrackerStore } from '../../model/tracker-store.ts'
import type { ImportedEntry, Pulled } from '../../model/tracker.ts'
import type { createImportedParts } from '../history/imported.ts'
import type { Connection } from './connections.ts'
import { pauseAfter } from './delivery.ts'

const usualPullMs = 900_000
const leastPullMs = 60_000
const longestPullMs = 86_400_000
/** While something waits to be told, the tracker does not know yet what was done here. */
const busyMs = 60_000
const atOnce = 500

/** Asks one tracker what it knows, and takes that into the history. */
export function createIntake({
  store,
  history,
  partOf,
  events,
}: {
  store: TrackerStore
  history: Pick<HistoryStore, 'viewer' | 'import' | 'forgetImported' | 'locate'>
  partOf: ReturnType<typeof createImportedParts>
  events: LiveEvents
}) {
  async function importAll(
    viewer: number,
    entries: readonly ImportedEntry[],
    from: { tracker: string; link: number },
  ): Promise<ReadonlySet<string>> {
    const keys = new Set<string>()
    for (let start = 0; start < entries.length; start += atOnce) {
      const parts: ImportedPart[] = []
      for (const entry of entries.slice(start, start + atOnce)) {
        const part = await partOf(entry, { origin: 'import', ...from })
        if (part) parts.push(part)
      }
      await history.import(viewer, parts, { restore: false, dryRun: false })
      const located = await history.locate(viewer, parts)
      for (const [index, { kind }] of parts.entries()) {
        keys.add(storedItemKey({ kind, itemKey: located[index]!.itemKey }))
      }
    }
    return keys
  }

  async function take(
    pulled: Pulled,
    link: number,
    { household, historyId, name }: Connection,
  ): Promise<void> {
    const viewer = await history.viewer(household.configuration, historyId)
    const keep = new Set<string>()
    for (const entries of [pulled.watched, pulled.begun, pulled.marked]) {
      for (const key of await importAll(viewer, entries ?? [], { tracker: name, link }))
        keep.add(key)
    }
    // Only a list of everything says that something is no longer in it.
    if (pulled.watched !== null) {
      // By the protocol, an empty list takes out everything that came from there.
      const places = pulled.begun !== null || pulled.watched.length === 0
      await history.forgetImported(viewer, link, { keep, places })
    }
    const profileIds = household.profiles
      .filter((profile) => profile.historyId === historyId)
      .map(({ id }) => id)
    events.publish({
      kind: 'watched',
      configuration: household.configuration,
      profileIds,
      items: [],
    })
  }

  return async function pull(
    link: TrackerLink,
    connection: Connection,
    signal: AbortSignal,
  ): Promise<void> {
    const now = Date.now()
    const waiting = (await store.waiting([link.number])).get(link.number) ?? 0
    if (connection.pull === null || waiting > 0) {
      const nextPullAt = now + (connection.pull === null ? longestPullMs : busyMs)
      await store.change(link.number, { nextPullAt })
      return
    }
    // Another address, or another account behind it, has versions of its own.
    const isSame = link.addressMark === connection.addressMark
    const outcome = await connection.pull(isSame ? link.version : null, signal)
    switch (outcome.kind) {
      case 'pulled': {
        const { pulled } = outcome
        await take(pulled, link.number, connection)
        const pause = Math.min(longestPullMs, Math.max(leastPullMs, pulled.ttlMs ?? usualPullMs))
        await store.change(link.number, {
          version: pulled.version,
          addressMark: connection.addressMark,
          pulledAt: now,
          nextPullAt: now + pause,
          failures: 0,
        })
        return
      }
      case 'unauthorized':
        await store.change(link.number, {
          state: 'reconnect',
          reason: outcome.reason,
          addressMark: connection.addressMark,
        })
        return
      case 'refused':
      case 'retry': {
        const afterMs = outcome.kind === 'retry' ? (outcome.afterMs ?? 0) : longestPullMs
        const pause = Math.max(afterMs, pauseAfter(link.failures + 1))
        await store.change(link.number, { failures: link.failures + 1, nextPullAt: now + pause })
      }
    }
  }
}
