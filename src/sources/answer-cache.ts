import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { Cache } from '../cache/cache.ts'
import type { Scheduler, Work } from '../core/scheduler.ts'
import { answerKeptMs, type Freshness } from './freshness.ts'

export type KeptAnswer = {
  readonly body: Buffer
  readonly freshUntil: number
  readonly revalidateUntil: number
  readonly errorUntil: number
}

export type AnswerCache = {
  get(key: string): Promise<KeptAnswer | null>
  keep(key: string, body: Buffer, freshness: Freshness, host?: string): Promise<void>
  /** Once nothing is being compressed or stored. Never rejects. */
  settled(): Promise<unknown>
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
  chunkSize: 128 * 1024,
}
/** Compressing these takes less time than passing them to another thread and back. */
const quickBytes = 128 * 1024
/** Three times of eight bytes each; the compressed body follows. */
const headBytes = 24

/** Compressing waits this long, so that it takes no time from those who asked for a group of answers. */
const usualGatherMs = 15

/** Compressed: lists of streams shrink to a seventh, in less time than reading them takes. */
export function createAnswerCache(
  cache: Cache,
  now: () => number,
  scheduler: Scheduler | null = null,
  gatherMs = usualGatherMs,
): AnswerCache {
  /** Answers that are being compressed and stored: whoever asks meanwhile gets them too. */
  const storing = new Map<string, KeptAnswer>()
  const running = new Set<Promise<void>>()
  const ending = new AbortController()
  let gathering: Promise<void> | null = null

  async function gather(): Promise<void> {
    await setTimeout(gatherMs, null, { signal: ending.signal }).catch(() => {})
    gathering = null
  }

  async function packed(answer: KeptAnswer): Promise<Buffer> {
    if (scheduler) await (gathering ??= gather())
    if (answer.body.length > quickBytes) return packLarge(answer)
    return scheduler ? scheduler.run(packing(answer)) : packSmall(answer)
  }

  async function store(key: string, answer: KeptAnswer, ttlMs: number, host?: string) {
    storing.set(key, answer)
    try {
      await cache.set(key, await packed(answer), ttlMs, host)
    } finally {
      if (storing.get(key) === answer) storing.delete(key)
    }
  }

  return {
    async get(key) {
      const arriving = storing.get(key)
      if (arriving) return arriving
      const entry = await cache.get(key)
      if (!entry || entry.length <= headBytes) return null
      const bytes = Buffer.from(entry.buffer, entry.byteOffset, entry.length)
      const body = await decompress(bytes.subarray(headBytes), { chunkSize: 128 * 1024 }).catch(
        () => null,
      )
      return (
        body && {
          body,
          freshUntil: bytes.readDoubleLE(0),
          revalidateUntil: bytes.readDoubleLE(8),
          errorUntil: bytes.readDoubleLE(16),
        }
      )
    },
    async keep(key, body, freshness, host) {
      const longest = answerKeptMs(freshness)
      if (longest === 0) return
      const { freshMs, revalidateMs, errorMs } = freshness
      const time = now()
      const answer: KeptAnswer = {
        body,
        freshUntil: time + freshMs,
        revalidateUntil: time + revalidateMs,
        errorUntil: time + errorMs,
      }
      const work = store(key, answer, longest, host)
      running.add(work)
      await work.finally(() => running.delete(work))
    },

    settled() {
      ending.abort()
      return Promise.allSettled(running)
    },
  }
}

async function packLarge(answer: KeptAnswer): Promise<Buffer> {
  return Buffer.concat([headOf(answer), await compress(answer.body, compression)])
}

// oxlint-disable-next-line require-yield
function* packing(answer: KeptAnswer): Work<Buffer> {
  return packSmall(answer)
}

function headOf({ freshUntil, revalidateUntil, errorUntil }: KeptAnswer): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeDoubleLE(freshUntil, 0)
  head.writeDoubleLE(revalidateUntil, 8)
  head.writeDoubleLE(errorUntil, 16)
  return head
}

function packSmall(answer: KeptAnswer): Buffer {
  const { body } = answer
  const chunkSize = Math.max(1_024, body.length >> 2)
  return Buffer.concat([headOf(answer), zstdCompressSync(body, { ...compression, chunkSize })])
}
