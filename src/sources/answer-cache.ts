import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
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
  keep(key: string, body: Buffer, freshness: Freshness): Promise<void>
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1 },
  chunkSize: 128 * 1024,
}
/** Three times of eight bytes each; the compressed body follows. */
const headBytes = 24

/** Compressed: lists of streams shrink to a seventh, in less time than reading them takes. */
export function createAnswerCache(cache: Cache, now: () => number): AnswerCache {
  return {
    async get(key) {
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
    async keep(key, body, { freshMs, revalidateMs, errorMs }) {
      const longest = Math.max(freshMs, revalidateMs, errorMs)
      if (longest <= 0) return
      const time = now()
      const head = Buffer.alloc(headBytes)
      head.writeDoubleLE(time + freshMs, 0)
      head.writeDoubleLE(time + revalidateMs, 8)
      head.writeDoubleLE(time + errorMs, 16)
      await cache.set(key, Buffer.concat([head, await compress(body, compression)]), longest)
    },
  }
}
