import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Cache } from '../../cache/cache.ts'
import { startDeadline } from '../../core/deadline.ts'
import { atMost } from '../../core/entries.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import { untilAborted } from '../../core/until-aborted.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { UpstreamErrorKind } from '../../core/upstream-error.ts'
import type { FileHeader } from '../../model/file-header.ts'
import type { Version } from '../../model/version.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import { createSingleFlight } from '../../core/single-flight.ts'
import { createWorkQueue } from '../../core/work-queue.ts'
import { isWithheld } from '../streaming/ask-twice.ts'
import { BrokenOff } from '../streaming/start-of-body.ts'
import { hashedFileOf, releaseOf } from '../versions/identity.ts'
import { isFarShorter } from './far-shorter.ts'
import type { HeaderQuestion } from './far-shorter.ts'
import { createRangeFetcher, TooSmallFile } from './fetch-range.ts'
import { readFileStart } from './file-start.ts'
import type { FileStart } from './file-start.ts'
import { readFileHeader } from './read-file-header.ts'

export type FileHeaderOptions = {
  readonly open: GuardedOpen
  readonly stored: Pick<Cache, 'get' | 'set'>
  readonly waitMs?: number
  readonly memoryShare?: number
}

export type FileHeaders = ReturnType<typeof createFileHeaders>

/** `clip`: its link leads to something far shorter or smaller than the title. `withheld`: maybe from this service alone. */
type Failure = UpstreamErrorKind | 'clip' | 'withheld' | 'unreadable'

type Reading =
  | { readonly header: FileHeader }
  | { readonly link: string; readonly failure: Failure }

class SilentFile extends Error {}

const keptMs = 60 * 86_400_000
const failedMs = 300_000
const failedLinkMs = 60_000
const recentMs = 60_000
/** With memoryShare 1. */
const recentBytes = 8 * 2 ** 20
/** For all who wait for one reading: apps wait for the answer that this is part of. */
const usualWaitMs = 3_000
/** The reading goes on for the next answer. */
const longestMs = 15_000
const atOnce = 4
const ofOneConfiguration = 2

/** What files say of themselves, read once for each release of a configuration: sources of others may lie about theirs. */
export function createFileHeaders(options: FileHeaderOptions) {
  const { open, stored, waitMs = usualWaitMs, memoryShare = 1 } = options
  // Never that there is none: other nodes may read it at any time, and indexes must not change back.
  const maxSize = Math.floor(recentBytes * memoryShare)
  const recent = new LRUCache<string, FileHeader>({ maxSize, ttl: recentMs })
  const failed = new LRUCache<string, Failure>({ ...atMost(5_000), ttl: failedMs })
  const singleFlight = createSingleFlight()
  const inSlot = createReadingSlots()
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

  function keep(key: string, header: FileHeader, question: HeaderQuestion): void {
    const bytes = jsonBytes(header)
    recent.set(key, header, { size: bytes.byteLength })
    failed.delete(ofLink(key, question.version.link))
    const ttlMs = isFarShorter(header, question) ? failedMs : keptMs
    stored.set(key, bytes, ttlMs, question.version.ref.configuration).catch(() => {})
  }

  async function readNow(key: string, question: HeaderQuestion): Promise<FileHeader> {
    const { version, expected } = question
    const signal = AbortSignal.timeout(longestMs)
    const header = await readFileHeader(createRangeFetcher(open, version, { expected, signal }))
    if (!header) throw new SilentFile('the file does not say what is in it')
    keep(key, header, question)
    return header
  }

  async function readOnce(
    key: string,
    question: HeaderQuestion,
    isAgain = false,
  ): Promise<Reading | null> {
    const { ref, link } = question.version
    const before = failedBefore(failed, key, link)
    if (before && !(isAgain && isClip(before, question))) return before
    const reading = await singleFlight.join(key, async (): Promise<Reading | null> => {
      begunAt.set(key, performance.now())
      try {
        const header = await inSlot(ref.configuration, () => readNow(key, question))
        return header && { header }
      } catch (error) {
        const failure = failureOf(error)
        const failedKey = error instanceof SilentFile ? key : ofLink(key, link)
        failed.set(failedKey, failure, {
          ttl: error instanceof UpstreamError ? failedLinkMs : failedMs,
        })
        return { link, failure }
      } finally {
        begunAt.delete(key)
      }
    })
    // Another link to the same file failed.
    const isOther = reading && 'failure' in reading && reading.link !== link
    return isOther ? readOnce(key, question, isAgain) : reading
  }

  async function inTime(
    key: string,
    question: HeaderQuestion,
    isAgain = false,
    signal?: AbortSignal,
  ): Promise<Reading | null> {
    const begun = begunAt.get(key) ?? performance.now()
    const left = Math.max(0, begun + waitMs - performance.now())
    const late = startDeadline(left, () => new Error('the header comes late'), signal)
    return untilAborted(readOnce(key, question, isAgain), late.signal)
      .catch(() => null)
      .finally(() => late.clear())
  }

  /** What says that the file is a clip is read anew, if there is time: the file may have come since. Null where the signal ends that. */
  async function readToJudge(
    question: HeaderQuestion,
    signal?: AbortSignal,
  ): Promise<Reading | null> {
    const key = keyOf(question.version)
    const header = await kept(key).catch(() => null)
    const known = header ? { header } : failedBefore(failed, key, question.version.link)
    if (signal?.aborted || (known && !isClip(known, question))) return known
    const reading = await inTime(key, question, true, signal)
    return reading ?? (signal?.aborted ? null : known)
  }

  return {
    async known(version: Version): Promise<FileHeader | null> {
      return canRead(version) ? kept(keyOf(version)) : null
    },

    /** Opens the file if it was not read yet. Null where that fails or takes long; the reading goes on. */
    async read(question: HeaderQuestion): Promise<FileHeader | null> {
      const { version } = question
      if (!canRead(version)) return null
      const key = keyOf(version)
      const known = await kept(key)
      if (known) return known
      const reading = await inTime(key, question)
      return reading && 'header' in reading ? reading.header : null
    },

    /** Why the file or its link fails; null where nothing says so until the signal ends the wait. */
    async failureOf(
      question: HeaderQuestion,
      signal: AbortSignal,
    ): Promise<Exclude<Failure, 'unreadable'> | null> {
      if (!canRead(question.version)) return null
      const reading = await readToJudge(question, signal)
      if (reading === null) return null
      if ('header' in reading) return isFarShorter(reading.header, question) ? 'clip' : null
      return reading.failure === 'unreadable' ? null : reading.failure
    },

    /** Whether the file is far shorter than its title, by what is sent already where that says it; false where the signal ends the wait and nothing is known. */
    async isTooShort(
      question: HeaderQuestion,
      signal?: AbortSignal,
      startOf: () => Promise<FileStart | null> = async () => null,
    ): Promise<boolean> {
      const { version } = question
      if (!canRead(version)) return false
      const start = await startOf()
      const said = start && (await readFileStart(start).catch(() => null))
      if (said?.header) keep(keyOf(version), said.header, question)
      if (said && (said.isWhole || said.durationMs !== null)) return isFarShorter(said, question)
      const reading = await readToJudge(question, signal)
      return reading !== null && 'header' in reading && isFarShorter(reading.header, question)
    },
  }
}

/** Runs a job, or answers null where all slots, or those of its configuration, are taken. */
function createReadingSlots() {
  const queue = createWorkQueue({ slots: atOnce, waiting: 0 })
  const running = new Map<number, number>()

  return async <T>(configuration: number, job: () => Promise<T>): Promise<T | null> => {
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
}

/** Opening what a service does not have yet would make it fetch the file. */
function canRead({ result, link }: Version): boolean {
  const isFile = result.type === 'debrid' || result.type === 'http'
  const isList = /\.(m3u8?|mpd)$/i.test(URL.parse(link)?.pathname ?? '')
  return isFile && !isList && result.url === link && result.cached !== false
}

function failureOf(error: unknown): Failure {
  if (error instanceof TooSmallFile) return 'clip'
  if (!(error instanceof UpstreamError) || error instanceof BrokenOff) return 'unreadable'
  return isWithheld(error) ? 'withheld' : error.kind
}

function failedBefore(
  failed: { get(key: string): Failure | undefined },
  key: string,
  link: string,
): Reading | null {
  const failure = failed.get(key) ?? failed.get(ofLink(key, link))
  return failure ? { link, failure } : null
}

function isClip(reading: Reading, question: HeaderQuestion): boolean {
  if ('failure' in reading) return reading.failure === 'clip'
  return isFarShorter(reading.header, question)
}

function ofLink(key: string, link: string): string {
  return `${key} ${hash('sha256', link, 'base64url')}`
}

/** Different films may have files of one name and size, so only hashes stand without the title. */
function keyOf({ ref, result, link }: Version): string {
  const { configuration, space, number, season, episode } = ref
  const ofTitle = [space, number, season, episode]
  const isNamed = result.filename !== null && result.size !== null
  const file = hashedFileOf(result) ?? [...ofTitle, releaseOf(result), isNamed ? null : link]
  return `header:2:${hash('sha256', JSON.stringify([configuration, file]), 'base64url')}`
}
