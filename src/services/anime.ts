import { readFile } from 'node:fs/promises'
import { openIndex } from '../anime/index.ts'
import type { Download } from '../anime/refresh/fetch.ts'
import { animeFiles, readState } from '../anime/refresh/files.ts'
import { refreshDatabase } from '../anime/refresh/refresh.ts'
import type { RefreshProgress, RefreshReport } from '../anime/refresh/report.ts'
import type { ListAddresses } from '../anime/settings.ts'
import type { Lock } from '../core/lock.ts'
import { counted } from '../core/counted.ts'
import { AppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { changeTime, createConflictCounts, listsOf } from './anime-details.ts'
import type { FieldConflicts, ListDetails } from './anime-details.ts'
import { createAnimeLookups } from './anime-lookups.ts'

const lockName = 'anime-refresh'
const lockMs = 60_000
/** How often to check whether a refresh is due or another process has made one. */
const maxTickMs = 60_000
/** Waits after a failed refresh: with old data, and without any. */
const retryMs = 600_000
const retryMissingMs = 60_000

export type AnimeOptions = {
  /** Folder with all its files; each node may have its own. */
  readonly folder: string
  readonly lists: ListAddresses
  readonly overrides: string | null
  /** Milliseconds between refreshes; null means never. */
  readonly refreshMs: number | null
  readonly download: Download
  /** Held during a refresh, so that only one node runs it. */
  readonly lock: Lock
  readonly log: Pick<Logger, 'info' | 'warn'>
}

export type AnimeState = {
  readonly data: 'missing' | 'loaded'
  readonly entries: number
  readonly version: string | null
  /** By any process that shares the folder. */
  readonly refreshedAt: Date | null
}

export type AnimeDetails = Omit<AnimeState, 'refreshedAt'> & {
  /** Epoch milliseconds. */
  readonly refreshedAt: number | null
  readonly conflicts: readonly FieldConflicts[]
  readonly lists: readonly ListDetails[]
}

export type AnimeService = ReturnType<typeof createAnimeService>

export function createAnimeService(options: AnimeOptions) {
  const { folder, log } = options
  const files = animeFiles(folder)
  const { use, current, ...lookups } = createAnimeLookups()
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> = Promise.resolve()
  let loadedAt = 0
  let retryAt = 0
  let refreshedAt: Date | null = null
  let lastReport: RefreshReport | null = null
  const conflicts = createConflictCounts(files.conflicts)

  /** Loads what is stored if it is new and intact; returns whether there is data. */
  async function load(): Promise<boolean> {
    const changedAt = await changeTime(files.index)
    if (changedAt !== null && changedAt !== loadedAt) {
      const index = openIndex(await readFile(files.index))
      if (index) use(index)
      else
        log.warn('the stored anime database is damaged or of another version; it is being rebuilt')
      loadedAt = changedAt
    }
    return current() !== null
  }

  async function useSample(): Promise<void> {
    const { sampleIndex } = await import('../anime/sample.ts')
    use(sampleIndex())
  }

  /** Null while another node is refreshing. Throws SERVICE_UNAVAILABLE if no list can be read; the old data stays. */
  async function refresh({
    force = false,
    onProgress,
    signal,
  }: {
    /** Accept lists that have lost more than half of their records. */
    force?: boolean
    onProgress?: (progress: RefreshProgress) => void
    signal?: AbortSignal
  } = {}): Promise<RefreshReport | null> {
    let report: RefreshReport | null = null
    await options.lock.withLock(lockName, lockMs, async (lost) => {
      const signals = [lost, ending.signal, ...(signal ? [signal] : [])]
      const work = { ...options, force, onProgress, signal: AbortSignal.any(signals) }
      report = await refreshDatabase(work)
      lastReport = report
      refreshedAt = new Date()
      await load()
    })
    return report
  }

  async function start(): Promise<void> {
    await load()
    if (options.refreshMs !== null) schedule(options.refreshMs, 0)
  }

  function schedule(refreshMs: number, delayMs: number): void {
    if (ending.signal.aborted) return
    timer = setTimeout(() => {
      ticking = tick(refreshMs).finally(() => schedule(refreshMs, Math.min(refreshMs, maxTickMs)))
    }, delayMs)
    timer.unref()
  }

  async function tick(refreshMs: number): Promise<void> {
    try {
      const known = await load()
      const changedAt = await changeTime(files.state)
      if (changedAt !== null) refreshedAt = new Date(changedAt)
      const due = !known || changedAt === null || Date.now() - changedAt >= refreshMs
      if (!due || Date.now() < retryAt) return
      const report = await refresh()
      if (report) logReport(report)
    } catch (error) {
      if (ending.signal.aborted) return
      const waitMs = current() ? retryMs : retryMissingMs
      retryAt = Date.now() + waitMs
      logFailure(error, waitMs)
    }
  }

  function logFailure(error: unknown, waitMs: number): void {
    const next = `next attempt in ${counted(waitMs / 60_000, 'minute')}`
    if (error instanceof AppError) log.warn(`anime refresh failed, ${next}: ${error.message}`)
    else log.warn({ err: error }, `anime refresh failed, ${next}`)
  }

  function logReport({ feeds, entries, changed, ms }: RefreshReport): void {
    for (const { source, address, outcome, warning } of feeds) {
      if (warning) log.warn({ source, address }, `anime list ${source} ${outcome}: ${warning}`)
    }
    log.info({ entries, changed, ms: Math.round(ms) }, 'anime database refreshed')
  }

  async function stop(): Promise<void> {
    ending.abort(new Error('the service stops'))
    clearTimeout(timer)
    await ticking
  }

  function state(): AnimeState {
    const index = current()
    return index
      ? { data: 'loaded', entries: index.entries, version: index.version, refreshedAt }
      : { data: 'missing', entries: 0, version: null, refreshedAt }
  }

  /** The state, with each list's and where lists disagreed. */
  async function details(): Promise<AnimeDetails> {
    const { data, entries, version } = state()
    const changedAt = await changeTime(files.state)
    return {
      data,
      entries,
      version,
      refreshedAt: changedAt,
      conflicts: await conflicts(),
      lists: listsOf(readState(files.state), lastReport),
    }
  }

  return { ...lookups, load, useSample, refresh, start, stop, state, details }
}
