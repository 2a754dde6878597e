import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, statfs } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import { releaseBytes } from '../../core/v8-tuning/release-bytes.ts'
import { diskFull } from './reading/messages.ts'
import { createPace } from './pace.ts'
import { within } from '../../core/within.ts'

const gibibyte = 2 ** 30

/** Bytes of all uploads, since the same process serves everyone else. */
export const receivedPerSecond = 32 * 2 ** 20

const usualBounds = {
  file: 2 * gibibyte,
  /** Bytes of one configuration's files. */
  own: 2 * gibibyte,
  all: 4 * gibibyte,
  /** Milliseconds to wait for a client beyond what its bytes have earned. */
  stallMs: 15_000,
  /** Bytes that earn one second of waiting; a slower client loses its slot. */
  leastPerSecond: 4_096,
  perSecond: receivedPerSecond,
}

export type Upload = {
  readonly file: AsyncIterable<Uint8Array>
  readonly declaredBytes: number | null
}

export type HeldFile = {
  readonly file: FileHandle
  readonly aside: FileHandle
}

type Holding = { bytes: number }

/** Receives files into unlinked disk files, which no crash leaves behind. Half of the free space stays for what is read of them. */
export function createSpool(
  folder: string,
  most: typeof usualBounds = usualBounds,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
) {
  const holdings = new Map<number, Set<Holding>>()
  const keepPace = createPace(most.perSecond)

  const heldBy = (configuration: number): number =>
    sum([...(holdings.get(configuration) ?? [])].map(({ bytes }) => bytes))

  const heldByAll = (): number => sum([...holdings.keys()].map(heldBy))

  async function bounds() {
    const all = Math.min(most.all, ((await freeBytes(folder)) + heldByAll()) / 2)
    return { all, own: Math.min(most.own, all) }
  }

  function requireRoom(
    configuration: number,
    more: number,
    { all, own }: Awaited<ReturnType<typeof bounds>>,
  ): void {
    if (heldByAll() + more <= all && heldBy(configuration) + more <= own) return
    throw new AppError(
      'RATE_LIMIT_EXCEEDED',
      'The server has no room for the file while others are waiting; send it again in a minute.',
      { retryAfter: 60 },
    )
  }

  async function receive(
    configuration: number,
    { file, declaredBytes }: Upload,
    holding: Holding,
    to: FileHandle,
  ): Promise<void> {
    const room = await bounds()
    requireRoom(configuration, declaredBytes ?? 0, room)
    const pieces = file[Symbol.asyncIterator]()
    let patienceMs = most.stallMs
    try {
      for (;;) {
        const asked = performance.now()
        const { done, value } = await within(patienceMs, pieces.next(), stalled)
        if (done) return
        const earnedMs = (value.length / most.leastPerSecond) * 1_000
        patienceMs = Math.min(most.stallMs, patienceMs - (performance.now() - asked) + earnedMs)
        if (patienceMs <= 0) throw stalled()
        if (holding.bytes + value.length > most.file) throw tooLarge(most.file)
        requireRoom(configuration, value.length, room)
        holding.bytes += value.length
        await to.writeFile(value)
        const { length } = value
        releaseBytes(value)
        await keepPace(length)
      }
    } finally {
      // Not awaited: a stalled upload ends with its client.
      pieces.return?.().catch(() => {})
    }
  }

  return {
    /** Removes leftovers of earlier processes; files in use have no name. */
    async sweep(): Promise<void> {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) await rm(join(folder, name), { force: true, recursive: true })
    },

    /** Deletes the file when the work ends. Throws PAYLOAD_TOO_LARGE, and RATE_LIMIT_EXCEEDED if others take the space. */
    async hold<T>(
      configuration: number,
      upload: Upload,
      work: (held: HeldFile) => Promise<T>,
    ): Promise<T> {
      if ((upload.declaredBytes ?? 0) > most.file) throw tooLarge(most.file)
      const holding: Holding = { bytes: 0 }
      const own = holdings.get(configuration) ?? new Set()
      holdings.set(configuration, own.add(holding))
      const handles: FileHandle[] = []
      const openOne = async (): Promise<FileHandle> => {
        const handle = await openNameless(folder)
        handles.push(handle)
        return handle
      }
      try {
        const file = await openOne()
        await receive(configuration, upload, holding, file)
        return await work({ file, aside: await openOne() })
      } catch (error) {
        throw isDiskFull(error) ? diskIsFull(error) : error
      } finally {
        for (const handle of handles) await handle.close()
        own.delete(holding)
        if (own.size === 0) holdings.delete(configuration)
      }
    },
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

function tooLarge(bytes: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', refusal('FILE_TOO_LARGE', { most: String(bytes) }))
}

function stalled(): AppError {
  return new AppError('BAD_REQUEST', refusal('FILE_STALLED'))
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}

function diskIsFull(cause: unknown): AppError {
  return new AppError('SERVICE_UNAVAILABLE', diskFull, { retryAfter: 600, cause })
}
