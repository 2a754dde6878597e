import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { Cache } from '../cache/cache.ts'
import type { Freshness } from './freshness.ts'

export type KeptAnswer = {
  readonly body: Buffer
  readonly freshUntil: number
  readonly revalidateUntil: number
  readonly errorUntil: number
}

export type AnswerCache = {
  get(key: string): Promise<KeptAnswer | null>
  keep(key: string, body: Buffer, freshness: Freshness, host?: string): Promise<void>
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

/** Compressed: lists of streams shrink to a seventh, in less time than reading them takes. */
export function createAnswerCache(cache: Cache, now: () => number): AnswerCache {
  /** Answers that are being compressed and stored: whoever asks meanwhile gets them too. */
  const storing = new Map<string, KeptAnswer>()

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
    async keep(key, body, { freshMs, revalidateMs, errorMs }, host) {
      const longest = Math.max(freshMs, revalidateMs, errorMs)
      if (longest <= 0) return
      const time = now()
      const answer: KeptAnswer = {
        body,
        freshUntil: time + freshMs,
        revalidateUntil: time + revalidateMs,
        errorUntil: time + errorMs,
      }
      storing.set(key, answer)
      try {
        await cache.set(key, await pack(answer), longest, host)
      } finally {
        if (storing.get(key) === answer) storing.delete(key)
      }
    },
  }
}

async function pack({
  body,
  freshUntil,
  revalidateUntil,
  errorUntil,
}: KeptAnswer): Promise<Buffer> {
  const head = Buffer.alloc(headBytes)
  head.writeDoubleLE(freshUntil, 0)
  head.writeDoubleLE(revalidateUntil, 8)
  head.writeDoubleLE(errorUntil, 16)
  const packed = body.length <= quickBytes ? quickly(body) : await compress(body, compression)
  return Buffer.concat([head, packed])
}

function quickly(body: Buffer): Buffer {
  return zstdCompressSync(body, { ...compression, chunkSize: Math.max(1_024, body.length >> 2) })
}
