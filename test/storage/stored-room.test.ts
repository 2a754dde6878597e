import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer } from '../../src/security/seal.ts'
import { createStoredCache } from '../../src/storage/repositories/stored-answers.ts'
import { dialects } from '../support/dialects.ts'

const sealer = createSealer(new Uint8Array(32).fill(1), 'test', { packs: false })
const hour = 3_600_000
const kilobyte = 1_024

describe.each(dialects)('The room for answers in $name', ({ skip, openMigrated }) => {
  describe.skipIf(skip)('is bounded in bytes', () => {
    async function open(options: { maxBytes?: number; maxRows?: number }) {
      const db = await openMigrated()
      const cache = createStoredCache(db, { sealer, ...options })
      const fill = async (host: string | undefined, count: number, size = 10 * kilobyte) => {
        for (let place = 0; place < count; place++) {
          const key = `${host} ${place}`
          await cache.set(key, randomBytes(size), (place + 1) * hour, host)
        }
      }
      const left = async (host: string | undefined, count: number) => {
        const keys = Array.from({ length: count }, (_, place) => `${host} ${place}`)
        const found = await Promise.all(keys.map((key) => cache.get(key)))
        return found.filter((value) => value !== null).length
      }
      const bytes = async () =>
        Number((await db('stored_answers').sum({ sum: db.raw('length(body)') }))[0]!['sum'])
      return { db, cache, fill, left, bytes }
    }

    it('and the sources that take most make room, with what expires first', async () => {
      const { cache, fill, left, bytes } = await open({ maxBytes: 1_024 * kilobyte })
      await fill(undefined, 10)
      await fill('small.example', 20)
      await fill('a.hostile.example', 60)
      await fill('b.hostile.example', 60)
      await cache.prune(Date.now())
      expect([await left(undefined, 10), await left('small.example', 20)]).toEqual([10, 20])
      expect(await bytes()).toBeLessThanOrEqual(1_024 * kilobyte)
      const [first, last] = ['a.hostile.example 0', 'a.hostile.example 59']
      expect([await cache.get(first), (await cache.get(last)) !== null]).toEqual([null, true])
    })

    it('also before the next hour', async () => {
      const { fill, bytes } = await open({ maxBytes: 200 * kilobyte })
      await fill('hostile.example', 100)
      await expect.poll(bytes).toBeLessThan(250 * kilobyte)
    })

    it('and in rows, of the sources that have most', async () => {
      const { cache, fill, left } = await open({ maxRows: 50 })
      await fill('small.example', 10, 10)
      await fill('hostile.example', 90, 10)
      await cache.prune(Date.now())
      expect([await left('small.example', 10), await left('hostile.example', 90)]).toEqual([10, 40])
    })

    it('and counts what a previous release wrote', async () => {
      const { db, cache, fill, bytes } = await open({ maxBytes: 100 * kilobyte })
      await fill('other.example', 4)
      const rows = Array.from({ length: 20 }, (_, place) => ({
        key: `before ${place}`,
        body: randomBytes(10 * kilobyte),
        expires_at: Date.now() + hour,
      }))
      await db('stored_answers').insert(rows)
      await cache.prune(Date.now())
      expect(await bytes()).toBeLessThanOrEqual(100 * kilobyte)
    })
  })
})
