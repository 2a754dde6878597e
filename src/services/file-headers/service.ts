import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Cache } from '../../cache/cache.ts'
import { atMost } from '../../core/entries.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { FileHeader } from '../../model/file-header.ts'
import type { Version } from '../../model/version.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import { createSingleFlight } from '../../sources/single-flight.ts'
import { createWorkQueue } from '../../security/work-queue.ts'
import { hashedFileOf, releaseOf } from '../versions/identity.ts'
import { createRangeFetcher } from './fetch-range.ts'
import { readFileHeader } from './read-file-header.ts'

export type FileHeaderOptions = {
  readonly open: GuardedOpen
  readonly stored: Pick<Cache, 'get' | 'set'>
  readonly waitMs?: number
}

export type HeaderQuestion = {
  readonly version: Version
  readonly runtimeMs: number | null
}

export type FileHeaders = ReturnType<typeof createFileHeaders>

const keptMs = 60 * 86_400_000
const failedMs = 300_000
const recentMs = 60_000
const recentBytes = 8 * 2 ** 20
/** For all who wait for one reading: apps wait for the answer that this is part of. */
const usualWaitMs = 3_000
/** The reading goes on for the next answer. */
const longestMs = 15_000
const atOnce = 4
const ofOneConfiguration = 2
const farShorter = 1 / 8

/** What files say of themselves, read once for each release of a configuration: sources of others may lie about theirs. */
export function createFileHeaders({ open, stored, waitMs = usualWaitMs }: FileHeaderOptions) {
  // Never that there is none: other nodes may read it at any time, and indexes must not change back.
  const recent = new LRUCache<string, FileHeader>({ maxSize: recentBytes, ttl: recentMs })
  const failed = new LRUCache<string, true>({ ...atMost(5_000), ttl: failedMs })
  const singleFlight = createSingleFlight()
  const queue = createWorkQueue({ slots: atOnce, waiting: 0 })
  const running = new Map<number, number>()
  const begunAt = new Map<string, number>()

  async function kept(key: string): Promise<FileHeader | null> {
    const known = recent.get(key)
    if (known) return known
    const bytes = await stored.get(key)
    const meanwhile = recent.get(key) ?? null
    if (meanwhile || bytes === null) return meanwhile
    const header = fromJsonBytes(bytes) as FileHeader
    recent.set(key, header, { size: bytes.byteLength })
    return header
  }

  async function readNow(key: string, { version, runtimeMs }: HeaderQuestion): Promise<FileHeader> {
    const signal = AbortSignal.timeout(longestMs)
    const header = await readFileHeader(createRangeFetcher(open, version, { runtimeMs, signal }))
    if (!header) throw new Error('the file does not say what is in it')
    const bytes = jsonBytes(header)
    recent.set(key, header, { size: bytes.byteLength })
    await stored.set(key, bytes, keptMs)
    return header
  }

  async function inSlot<T>(configuration: number, job: () => Promise<T>): Promise<T | null> {
    const before = running.get(configuration) ?? 0
    if (before >= ofOneConfiguration) return null
    running.set(configuration, before + 1)
    try {
      return await queue.run(job)
    } finally {
      const left = running.get(configuration)! - 1
      if (left > 0) running.set(configuration, left)
      else running.delete(configuration)
    }
  }

  async function readOnce(key: string, question: HeaderQuestion): Promise<FileHeader | null> {
    if (failed.has(key)) return null
    return singleFlight.join(key, async () => {
      begunAt.set(key, performance.now())
      try {
        return await inSlot(question.version.ref.configuration, () => readNow(key, question))
      } catch {
        failed.set(key, true)
        return null
      } finally {
        begunAt.delete(key)
      }
    })
  }

  async function inTime(key: string, question: HeaderQuestion): Promise<FileHeader | null> {
    const late = Promise.withResolvers<null>()
    const begun = begunAt.get(key) ?? performance.now()
    const timer = setTimeout(() => late.resolve(null), begun + waitMs - performance.now())
    const header = await Promise.race([readOnce(key, question), late.promise])
    clearTimeout(timer)
    return header
  }

  return {
    async known({ version }: HeaderQuestion): Promise<FileHeader | null> {
      return canRead(version) ? kept(keyOf(version)) : null
    },

    /** Opens the file if it was not read yet. Null where that fails or takes long; the reading goes on. */
    async read(question: HeaderQuestion): Promise<FileHeader | null> {
      const { version } = question
      if (!canRead(version)) return null
      const key = keyOf(version)
      return (await kept(key)) ?? inTime(key, question)
    },

    /** Whether the file is far shorter than its title. A header that says so is read anew: the file may have come since. */
    async isTooShort(question: HeaderQuestion): Promise<boolean> {
      const { version } = question
      if (!canRead(version)) return false
      const key = keyOf(version)
      const known = await kept(key).catch(() => null)
      const header = known && !isFarShorter(known, question) ? known : await inTime(key, question)
      return header !== null && isFarShorter(header, question)
    },
  }
}

/** What services send in the place of a file takes some minutes; specials and parts of a film are longer than this. */
function isFarShorter({ durationMs }: FileHeader, { version, runtimeMs }: HeaderQuestion): boolean {
  const { duration } = version.result
  const expectedMs = runtimeMs ?? (duration === null ? null : duration * 1_000)
  return durationMs !== null && expectedMs !== null && durationMs < expectedMs * farShorter
}

/** Opening what a service does not have yet would make it fetch the file. */
function canRead({ result, link }: Version): boolean {
  const isFile = result.type === 'debrid' || result.type === 'http'
  const isList = /\.(m3u8?|mpd)$/i.test(URL.parse(link)?.pathname ?? '')
  return isFile && !isList && result.url === link && result.cached !== false
}

/** Different films may have files of one name and size, so only hashes stand without the title. */
function keyOf({ ref, result, link }: Version): string {
  const { configuration, space, number, season, episode } = ref
  const ofTitle = [space, number, season, episode]
  const isNamed = result.filename !== null && result.size !== null
  const file = hashedFileOf(result) ?? [...ofTitle, releaseOf(result), isNamed ? null : link]
  return `header:2:${hash('sha256', JSON.stringify([configuration, file]), 'base64url')}`
}
