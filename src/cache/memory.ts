import { LRUCache } from 'lru-cache'
import { compactBytes } from '../core/compact-bytes.ts'
import type { Cache } from './cache.ts'
import { wholeTtl } from './ttl.ts'

const entryOverhead = 200
/** One value must not push all others out. */
const largestShare = 8

/** Keeps recently used values within `maxBytes`, keys included. Values are not copied and must not be changed. */
export function createMemoryCache({ maxBytes }: { maxBytes: number }): Cache {
  const entries = new LRUCache<string, Uint8Array>({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / largestShare),
    sizeCalculation: (value, key) => value.byteLength + 2 * key.length + entryOverhead,
  })

  return {
    async get(key) {
      return entries.get(key) ?? null
    },
    async set(key, value, ttlMs) {
      const ttl = wholeTtl(ttlMs)
      if (ttl === null) entries.delete(key)
      else entries.set(key, compactBytes(value), { ttl })
    },
    async delete(key) {
      return entries.delete(key)
    },
    async close() {
      entries.clear()
    },
  }
}
