import { expect, it } from 'vitest'
import { createMemoryCache } from '../../src/cache/memory.ts'

it('a cache in memory stays within its bytes and drops what was used longest ago', async () => {
  const cache = createMemoryCache({ maxBytes: 100_000 })
  for (let i = 0; i < 200; i++) {
    await cache.set(`key ${i}`, new Uint8Array(1_000), 60_000)
    await cache.get('key 0')
  }
  const kept = await Promise.all(Array.from({ length: 200 }, (_, i) => cache.get(`key ${i}`)))
  const count = kept.filter((value) => value !== null).length
  expect(count).toBeGreaterThan(50)
  expect(count).toBeLessThanOrEqual(100)
  expect(kept[0]).not.toBeNull()
  expect(kept[1]).toBeNull()
  expect(kept[199]).not.toBeNull()
})

it('a cache in memory counts keys and empty values, too', async () => {
  const cache = createMemoryCache({ maxBytes: 100_000 })
  for (let i = 0; i < 5_000; i++) await cache.set(`key ${i}`, new Uint8Array(0), 60_000)
  expect(await cache.get('key 0')).toBeNull()
})

it('a cache in memory does not keep a large buffer alive for a small piece of it', async () => {
  const cache = createMemoryCache({ maxBytes: 100_000 })
  await cache.set('key', new Uint8Array(1_000_000).subarray(0, 10), 60_000)
  expect((await cache.get('key'))?.buffer.byteLength).toBe(10)
})

it('a cache in memory is empty once closed', async () => {
  const cache = createMemoryCache({ maxBytes: 100_000 })
  await cache.set('key', new Uint8Array(1), 60_000)
  await cache.close()
  expect(await cache.get('key')).toBeNull()
})
