import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { listNames } from '../catalogue.ts'
import type { ListName } from '../catalogue.ts'
import type { ListAddresses } from '../settings.ts'
import type { animeFiles, CopyState, RefreshState } from './files.ts'
import { isWebAddress, shownAddress } from './report.ts'
import type { RefreshProgress } from './report.ts'

const maxBytes = 512 * 2 ** 20
const progressEveryBytes = 256 * 2 ** 10

export type CopyValidators = { readonly etag: string | null; readonly lastModified: string | null }

export type DownloadAnswer =
  | { readonly notModified: true }
  | {
      readonly notModified: false
      readonly body: Uint8Array | AsyncIterable<Uint8Array>
      readonly etag: string | null
      readonly lastModified: string | null
    }

/** Fails with an error whose message is safe to show. */
export type Download = (
  address: string,
  known: CopyValidators,
  signal: AbortSignal | undefined,
) => Promise<DownloadAnswer>

type Candidate = Omit<CopyState, 'records'> & { readonly path: string }

export type Fetched = {
  readonly key: string
  readonly source: ListName
  readonly address: string
  readonly gapsOnly: boolean
  /** Stored beside the good copy until it is checked; null: nothing new. */
  readonly candidate: Candidate | null
  readonly warning: string | null
  readonly ms: number
}

export type FetchOptions = {
  readonly lists: ListAddresses
  readonly files: ReturnType<typeof animeFiles>
  readonly state: RefreshState
  readonly download: Download
  readonly onProgress: (progress: RefreshProgress) => void
  readonly signal?: AbortSignal | undefined
}

/** A list that cannot be fetched is a warning, not a failure. */
export async function fetchLists(options: FetchOptions): Promise<Fetched[]> {
  const { lists, files, signal } = options
  await mkdir(files.copies, { recursive: true })
  const all = listNames.flatMap((source) =>
    lists[source].map((address, at) => fetchFile(options, source, address, at)),
  )
  const fetched = await Promise.all(all)
  signal?.throwIfAborted()
  return fetched
}

async function fetchFile(
  options: FetchOptions,
  source: ListName,
  address: string,
  at: number,
): Promise<Fetched> {
  const started = performance.now()
  const key = `${source}-${at + 1}`
  const { files, state } = options
  const old = state.copies[key]
  const kept = old?.address === address && existsSync(files.copy(key)) ? old : null
  const done = (rest: Pick<Fetched, 'candidate' | 'warning'>): Fetched => ({
    key,
    source,
    address,
    gapsOnly: at > 0,
    ms: performance.now() - started,
    ...rest,
  })
  const report = (bytes: number): void => {
    const shown = { source, address: shownAddress(address), phase: 'fetch' as const, total: null }
    options.onProgress({ ...shown, done: bytes, ms: performance.now() - started })
  }
  try {
    const target = files.candidate(key)
    const candidate = isWebAddress(address)
      ? await fetchRemote(options, address, target, kept, report)
      : await fetchLocal(address, target, kept, report)
    return done({ candidate, warning: null })
  } catch (error) {
    await rm(files.candidate(key), { force: true })
    return done({ candidate: null, warning: reasonOf(error) })
  }
}

async function fetchRemote(
  { download, signal }: FetchOptions,
  address: string,
  target: string,
  kept: CopyState | null,
  report: (bytes: number) => void,
): Promise<Fetched['candidate']> {
  const known = { etag: kept?.etag ?? null, lastModified: kept?.lastModified ?? null }
  const answer = await download(address, known, signal)
  if (answer.notModified) {
    if (kept) return null
    throw new Error('says that nothing has changed, but there is no copy of it')
  }
  const body = answer.body instanceof Uint8Array ? [answer.body] : answer.body
  await pipeline(Readable.from(counted(body, report)), createWriteStream(target), { signal })
  const { etag, lastModified } = answer
  return { path: target, address, etag, lastModified, mark: null }
}

async function* counted(
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  report: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let reported = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`is larger than ${maxBytes / 2 ** 20} MB`)
    if (bytes - reported >= progressEveryBytes) {
      reported = bytes
      report(bytes)
    }
    yield chunk
  }
  report(bytes)
}

async function fetchLocal(
  path: string,
  target: string,
  kept: CopyState | null,
  report: (bytes: number) => void,
): Promise<Fetched['candidate']> {
  const { size, mtimeMs } = await stat(path)
  if (size > maxBytes) throw new Error(`is larger than ${maxBytes / 2 ** 20} MB`)
  const mark = `${size} ${mtimeMs}`
  if (kept?.mark === mark) return null
  await copyFile(path, target)
  report(size)
  return { path: target, address: path, etag: null, lastModified: null, mark }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'could not be fetched'
  const code = 'code' in error ? error.code : null
  if (code === 'ENOENT') return 'does not exist'
  if (code === 'EACCES') return 'may not be read'
  return error.message
}
