import { readFile, stat } from 'node:fs/promises'
import type { AnimeConflict } from '../anime/entry.ts'
import type { RefreshState } from '../anime/refresh/files.ts'
import { shownAddress } from '../anime/refresh/report.ts'
import type { FeedOutcome, FeedReport, RefreshReport } from '../anime/refresh/report.ts'

type ListOutcome = Exclude<FeedOutcome, 'last good copy'> | 'last-good-copy'

export type ListDetails = {
  /** Name of the list, and a number where it has several addresses, such as `fribb-1`. */
  readonly name: string
  /** Safe to show. */
  readonly address: string
  readonly records: number
  /** The last refresh by this process; null if there was none. */
  readonly outcome: ListOutcome | null
  readonly warning: string | null
}

export type FieldConflicts = { readonly field: string; readonly count: number }

/** Lists of the last refresh; those that have no copy at the end. */
export function listsOf(
  { copies }: RefreshState,
  report: RefreshReport | null,
): readonly ListDetails[] {
  const feeds = report?.feeds ?? []
  const known = Object.entries(copies).map(([name, { address, records }]) => {
    const shown = shownAddress(address)
    const feed = feeds.find((one) => name.startsWith(`${one.source}-`) && one.address === shown)
    return {
      name,
      address: shown,
      records,
      outcome: feed ? outcomeOf(feed) : null,
      warning: feed?.warning ?? null,
    }
  })
  const missing = feeds
    .filter(({ outcome }) => outcome === 'skipped')
    .map((feed) => ({
      name: feed.source,
      address: feed.address,
      records: 0,
      outcome: outcomeOf(feed),
      warning: feed.warning,
    }))
  return [...known, ...missing]
}

function outcomeOf({ outcome }: FeedReport): ListOutcome {
  return outcome === 'last good copy' ? 'last-good-copy' : outcome
}

/**
 * How often lists disagreed on each field in the last refresh, the most frequent first. Empty if there was none. Counted once
 * for each version of the file: the operator's page asks every few seconds.
 */
export function createConflictCounts(file: string): () => Promise<readonly FieldConflicts[]> {
  let counted: Promise<readonly FieldConflicts[]> = Promise.resolve([])
  let countedAt: number | null = null
  return async () => {
    const changedAt = await changeTime(file)
    if (changedAt !== countedAt) {
      counted = countConflicts(file)
      countedAt = changedAt
    }
    return counted
  }
}

export async function changeTime(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return null
  }
}

async function countConflicts(file: string): Promise<readonly FieldConflicts[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]')
  const counts = new Map<string, number>()
  for (const { field } of JSON.parse(text) as readonly AnimeConflict[]) {
    counts.set(field, (counts.get(field) ?? 0) + 1)
  }
  return [...counts]
    .map(([field, count]) => ({ field, count }))
    .toSorted((a, b) => b.count - a.count)
}
