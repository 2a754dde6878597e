import { expect, it } from 'vitest'
import type { Cache } from '../../../src/cache/cache.ts'
import { createKeptLists } from '../../../src/services/versions/kept-lists.ts'
import { stream } from '../../support/streams.ts'

const hour = 3_600_000
const chunkBytes = 64 * 1_024

/** A cache whose answers are parts of what came over a connection. */
function cacheOfChunks() {
  const stored = new Map<string, Uint8Array>()
  const cache: Cache = {
    async get(key) {
      const value = stored.get(key)
      if (!value) return null
      const chunk = new Uint8Array(chunkBytes)
      chunk.set(value)
      return chunk.subarray(0, value.byteLength)
    },
    async set(key, value) {
      stored.set(key, value)
    },
    delete: async (key) => stored.delete(key),
    close: async () => stored.clear(),
  }
  return { cache, stored }
}

it('Lists of versions in memory keep nothing alive but their own bytes', async () => {
  const { cache, stored } = cacheOfChunks()
  const version = { mark: 1, link: '', name: 'A', description: '', result: stream({}) }
  const list = { lookedUpAt: Date.now(), cacheKey: '', versions: [version] }
  const writer = createKeptLists(cache, hour)
  const reader = createKeptLists(cache, hour)
  for (let item = 0; item < 300; item++) await writer.add(1, `${item}`, list)
  for (const bytes of stored.values())
    expect(bytes.buffer.byteLength).toBeLessThanOrEqual(2 * bytes.byteLength)
  globalThis.gc!()
  const before = process.memoryUsage().arrayBuffers
  for (let item = 0; item < 300; item++) await reader.get(1, `${item}`)
  // What was collected is swept by another thread.
  const more = () => {
    globalThis.gc!()
    return process.memoryUsage().arrayBuffers - before
  }
  await expect.poll(more).toBeLessThan((300 * chunkBytes) / 10)
  expect(await reader.get(1, '299')).toHaveLength(1)
})
