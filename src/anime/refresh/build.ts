import { existsSync, readFileSync } from 'node:fs'
import { AppError } from '../../core/errors.ts'
import { animeIdTypes } from '../../model/anime.ts'
import { buildIndex } from '../build-index.ts'
import { readCorrections } from '../corrections.ts'
import type { Correction } from '../corrections.ts'
import { openIndex } from '../index.ts'
import { mergeFeeds } from '../merge.ts'
import type { Feed } from '../merge.ts'
import type { Fetched } from './fetch.ts'
import { animeFiles, readState, removeLeftovers, writeWhole } from './files.ts'
import type { CopyState, RefreshState } from './files.ts'
import { readFeed } from './read.ts'
import type { FeedReport, RefreshProgress, RefreshReport } from './report.ts'

export type BuildRequest = {
  readonly folder: string
  readonly fetched: readonly Fetched[]
  readonly overrides: string | null
  readonly force: boolean
}

/** Replaces the database in one step. Throws SERVICE_UNAVAILABLE where no list can be read, and replaces nothing. */
export function buildDatabase(
  { folder, fetched, overrides, force }: BuildRequest,
  onProgress: (progress: RefreshProgress) => void,
): RefreshReport {
  const started = performance.now()
  const files = animeFiles(folder)
  const state = readState(files.state)
  for (const path of [folder, files.copies]) removeLeftovers(path)
  const reports: FeedReport[] = []
  const copies: Record<string, CopyState> = {}

  function* feeds(): Generator<Feed> {
    for (const one of fetched) {
      const { records, report, copy } = readFeed(one, { files, old: state.copies[one.key], force })
      if (copy) copies[one.key] = copy
      reports.push(report)
      const { source, address, ms, warning } = report
      onProgress({
        source,
        address,
        phase: 'read',
        done: report.records,
        total: report.records,
        ms,
        warning,
      })
      yield { source, records, gapsOnly: one.gapsOnly }
    }
  }

  const corrected = overrides === null ? null : readOverrides(overrides, files.corrections)
  const { entries, conflicts } = mergeFeeds(feeds(), corrected?.corrections)
  if (corrected) reports.push(corrected.report)
  if (entries.length === 0) {
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      `no anime list could be read: ${reasonsOf(reports).join('; ')}`,
    )
  }

  const bytes = buildIndex(entries)
  const index = openIndex(bytes)!
  const before = existsSync(files.index) ? openIndex(readFileSync(files.index)) : null
  const changed = before?.version !== index.version
  if (changed) writeWhole(files.index, bytes)
  writeWhole(files.conflicts, JSON.stringify(conflicts))
  writeWhole(
    files.state,
    JSON.stringify({ copies, coverage: index.coverage } satisfies RefreshState),
  )
  return {
    changed,
    version: index.version,
    entries: entries.length,
    conflicts: conflicts.length,
    feeds: reports,
    coverage: animeIdTypes.map((idType) => {
      const count = index.coverage[idType]
      return { idType, count, change: count - (state.coverage[idType] ?? 0) }
    }),
    ms: performance.now() - started,
  }
}

type Corrected = { readonly corrections: readonly Correction[]; readonly report: FeedReport }

/** A mistake in the file must not undo earlier corrections. */
function readOverrides(path: string, goodCopy: string): Corrected {
  const started = performance.now()
  const report = (rest: Pick<FeedReport, 'outcome' | 'records' | 'warning'>): FeedReport => ({
    source: 'overrides',
    address: path,
    unreadable: 0,
    coverage: {},
    ms: performance.now() - started,
    ...rest,
  })
  try {
    const text = readFileSync(path, 'utf8')
    const corrections = readCorrections(text)
    writeWhole(goodCopy, text)
    return {
      corrections,
      report: report({ outcome: 'new', records: corrections.length, warning: null }),
    }
  } catch (error) {
    const warning = error instanceof AppError ? error.message : 'the file cannot be read'
    const corrections = existsSync(goodCopy) ? readCorrections(readFileSync(goodCopy, 'utf8')) : []
    const outcome = corrections.length > 0 ? 'last good copy' : 'skipped'
    return { corrections, report: report({ outcome, records: corrections.length, warning }) }
  }
}

function reasonsOf(reports: readonly FeedReport[]): string[] {
  const byReason = Map.groupBy(reports, ({ warning }) => warning ?? 'the list is empty')
  return [...byReason].map(
    ([reason, lists]) => `${lists.map(({ source }) => source).join(', ')}: ${reason}`,
  )
}
