import { Worker } from 'node:worker_threads'
import { AppError } from '../../core/errors.ts'
import type { ListAddresses } from '../settings.ts'
import type { BuildMessage } from './build-worker.ts'
import type { BuildRequest } from './build.ts'
import { fetchLists } from './fetch.ts'
import type { Download } from './fetch.ts'
import { animeFiles, readState } from './files.ts'
import type { RefreshProgress, RefreshReport } from './report.ts'

const maxHeapMb = 512

export type RefreshOptions = {
  readonly folder: string
  readonly lists: ListAddresses
  readonly overrides: string | null
  readonly download: Download
  /** Takes lists that have lost more than half of their records. */
  readonly force?: boolean
  readonly onProgress?: (progress: RefreshProgress) => void
  readonly signal?: AbortSignal | undefined
}

/** Fetches the lists and makes the database of them, off this thread. One at a time per folder. Throws SERVICE_UNAVAILABLE where no list could be read. */
export async function refreshDatabase(options: RefreshOptions): Promise<RefreshReport> {
  const { folder, lists, overrides, download, force = false, signal } = options
  const onProgress = options.onProgress ?? (() => {})
  const started = performance.now()
  const files = animeFiles(folder)
  const state = readState(files.state)
  const fetched = await fetchLists({ lists, files, state, download, onProgress, signal })
  const report = await build({ folder, fetched, overrides, force }, onProgress, signal)
  return { ...report, ms: performance.now() - started }
}

async function build(
  workerData: BuildRequest,
  onProgress: (progress: RefreshProgress) => void,
  signal: AbortSignal | undefined,
): Promise<RefreshReport> {
  const { promise, resolve, reject } = Promise.withResolvers<RefreshReport>()
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16 },
  })
  worker.on('message', (message: BuildMessage) => {
    if ('progress' in message) onProgress(message.progress)
    else if ('report' in message) resolve(message.report)
    else reject(new AppError(message.refusal.code, message.refusal.message))
  })
  worker.on('error', reject)
  worker.on('exit', (code) => reject(new Error(`making the anime database ended with ${code}`)))
  const stop = () => reject(signal!.reason as Error)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
