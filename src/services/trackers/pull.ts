import { storedItemKey } from '../../model/history-key.ts'
import type { HistoryPart, HistoryStore, ImportedPart } from '../../model/history-store.ts'
import { keptFrom } from '../../model/kept-plays.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { TrackerLink } from '../../model/tracker-link.ts'
import type { ImportedEntry, Pulled, PullOutcome } from '../../model/tracker.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import { datedPlays } from '../history/imported.ts'
import type { PartOf } from '../history/imported.ts'
import { announceHistory } from '../history/announce.ts'
import { withoutOwnMarks } from '../history/own-marks.ts'
import type { Connection } from './connections.ts'
import { pauseAfter } from './delivery.ts'

export type PullDeps = {
  readonly store: Pick<TrackerStore, 'settle' | 'notePulled' | 'waitingCounts'>
  readonly history: Pick<
    HistoryStore,
    | 'historyIdOf'
    | 'import'
    | 'importPlays'
    | 'forgetImported'
    | 'forgetImportedPlays'
    | 'locate'
    | 'markableTimes'
  >
  readonly partOf: PartOf
  readonly events: LiveEvents
  readonly playsKeptMs?: number | null | undefined
}

const usualPullMs = 900_000
const leastPullMs = 60_000
const longestPullMs = 86_400_000
/** While events wait, the tracker's data is older than ours. */
const busyMs = 60_000
const atOnce = 500

/**
 * Reads what one tracker knows into the history, and stores when to ask it again. Answers whether that was stored, the
 * link being still as it was given.
 */
export async function pullLink(
  deps: PullDeps,
  link: TrackerLink,
  connection: Connection,
  signal: AbortSignal,
): Promise<boolean> {
  const { store } = deps
  const now = Date.now()
  const waiting = (await store.waitingCounts([link.id])).get(link.id) ?? 0
  if (connection.pull === null || waiting > 0) {
    const nextPullAt = now + (connection.pull === null ? longestPullMs : busyMs)
    return store.settle(link, { nextPullAt })
  }
  // Versions are only comparable for the same address and account.
  const isSame = link.addressMark === connection.addressMark
  const outcome = await connection.pull(isSame ? link.version : null, signal)
  if (outcome.kind !== 'pulled') return storeFailure(deps, link, connection, outcome, now)
  const { pulled } = outcome
  await importPulled(deps, pulled, link, connection)
  const pause = Math.min(longestPullMs, Math.max(leastPullMs, pulled.ttlMs ?? usualPullMs))
  const { version } = pulled
  const done = { version, addressMark: connection.addressMark, pulledAt: now }
  if (await store.settle(link, { ...done, nextPullAt: now + pause, failures: 0 })) return true
  await store.notePulled(link, done)
  return false
}

async function storeFailure(
  { store }: PullDeps,
  link: TrackerLink,
  { addressMark }: Connection,
  outcome: Exclude<PullOutcome, { kind: 'pulled' }>,
  now: number,
): Promise<boolean> {
  if (outcome.kind === 'unauthorized') {
    return store.settle(link, { state: 'reconnect', reason: outcome.reason, addressMark })
  }
  const afterMs = outcome.kind === 'retry' ? (outcome.afterMs ?? 0) : longestPullMs
  const pause = Math.max(afterMs, pauseAfter(link.failures + 1))
  return store.settle(link, { failures: link.failures + 1, nextPullAt: now + pause })
}

async function importPulled(
  deps: PullDeps,
  pulled: Pulled,
  { id: link, profileId }: TrackerLink,
  { household, historyOwner, name }: Connection,
): Promise<void> {
  const { history, events } = deps
  const historyId = await history.historyIdOf(household.configuration, historyOwner)
  const from = { origin: 'import', tracker: name, link } as const
  const played = new Set<string>()
  const since = keptFrom(deps.playsKeptMs, Date.now())
  // Before the entries: those move the times of what was begun here and finished elsewhere.
  for (let start = 0; start < (pulled.plays?.length ?? 0); start += atOnce) {
    const some = pulled.plays!.slice(start, start + atOnce)
    const dated = await datedPlays(deps.partOf, some, from)
    const plays = await withoutOwnMarks(history, historyId, dated)
    const own = plays.map((play) => ({ ...play, profileId }))
    const kept = own.filter(({ startedAt }) => startedAt >= since)
    await history.importPlays(historyId, kept, { restore: false, dryRun: false })
    await addKeys(history, historyId, own, played)
  }
  const keep = new Set<string>()
  for (const entries of [pulled.watched, pulled.begun, pulled.marked]) {
    await importEntries(deps, historyId, entries ?? [], { tracker: name, link }, keep)
  }
  // Only a complete list shows that something was removed.
  if (pulled.watched !== null) {
    // By the protocol, an empty list removes everything that came from there.
    const places = pulled.begun !== null || pulled.watched.length === 0
    await history.forgetImported(historyId, link, { keep, places })
    // What was watched after the list was read is not on it.
    const kept = keep.union(played)
    if (pulled.plays) {
      await history.forgetImportedPlays(historyId, { profileId, tracker: name, keep: kept })
    }
  }
  announceHistory(events, household, historyOwner)
}

/** Adds the stored keys of imported entries to `keep`. */
async function importEntries(
  { history, partOf }: PullDeps,
  historyId: number,
  entries: readonly ImportedEntry[],
  from: { tracker: string; link: number },
  keep: Set<string>,
): Promise<void> {
  for (let start = 0; start < entries.length; start += atOnce) {
    const parts: ImportedPart[] = []
    for (const entry of entries.slice(start, start + atOnce)) {
      const part = await partOf(entry, { origin: 'import', ...from })
      if (part) parts.push(part)
    }
    await history.import(historyId, parts, { restore: false, dryRun: false })
    await addKeys(history, historyId, parts, keep)
  }
}

async function addKeys(
  history: Pick<HistoryStore, 'locate'>,
  historyId: number,
  parts: readonly HistoryPart[],
  keys: Set<string>,
): Promise<void> {
  const located = await history.locate(historyId, parts)
  for (const [index, { kind }] of parts.entries()) {
    keys.add(storedItemKey({ kind, itemKey: located[index]!.itemKey }))
  }
}
