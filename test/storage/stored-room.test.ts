import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSealer } from '../../src/security/seal.ts'
import { dialectOf } from '../../src/storage/dialect.ts'
import { createStoredCache } from '../../src/storage/repositories/stored-answers.ts'
import { dialects } from '../support/dialects.ts'

const sealer = createSealer(new Uint8Array(32).fill(1), 'test', { packs: false })
const hour = 3_600_000
const kilobyte = 1_024
const writtenAtOnce = 5

describe.each(dialects)('The room for answers in $name', ({ skip, openMigrated }) => {
  describe.skipIf(skip)('is bounded in bytes', () => {
    type Options = Omit<Parameters<typeof createStoredCache>[1], 'sealer'>

    async function open(options: Options) {
      const db = await openMigrated()
      const cache = createStoredCache(db, { sealer, ...options })
      const fill = async (host: string | undefined, count: number, size = 10 * kilobyte) => {
        for (let place = 0; place < count; place += writtenAtOnce) {
          const places = Array.from(
            { length: Math.min(writtenAtOnce, count - place) },
            (_, at) => place + at,
          )
          const write = (own: number) =>
            cache.set(`${host} ${own}`, randomBytes(size), (own + 1) * hour, host)
          await Promise.all(places.map(write))
        }
      }
      const left = async (host: string | undefined, count: number) => {
        const keys = Array.from({ length: count }, (_, place) => `${host} ${place}`)
        const found = await Promise.all(keys.map((key) => cache.get(key)))
        return found.filter((value) => value !== null).length
      }
      const bytes = async () =>
        Number((await db('stored_answers').sum({ sum: db.raw('length(body)') }))[0]!['sum'])
      const leave = async (count: number, size = 10 * kilobyte) => {
        const rows = Array.from({ length: count }, (_, place) => ({
          key: `before ${place}`,
          body: randomBytes(size),
          expires_at: Date.now() + hour,
        }))
        await db.batchInsert('stored_answers', rows, 400)
      }
      return { db, cache, fill, leave, left, bytes }
    }

    it('and is as large where several nodes make it at once', async () => {
      const { db, cache, fill, left } = await open({ maxRows: 80 })
      const others = [1, 2].map(() => createStoredCache(db, { sealer, maxRows: 80 }))
      await fill('source.example', 120, 1)
      await Promise.all([cache, ...others].map((node) => node.prune(Date.now())))
      expect(await left('source.example', 120)).toBe(80)
      expect(await cache.get('source.example 39')).toBeNull()
      expect(await cache.get('source.example 40')).not.toBeNull()
    })

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
      const { cache, fill, leave, bytes } = await open({ maxBytes: 100 * kilobyte })
      await fill('other.example', 4)
      await leave(20)
      await cache.prune(Date.now())
      expect(await bytes()).toBeLessThanOrEqual(100 * kilobyte)
    })

    it('and what a previous release wrote is found by an index', async () => {
      const { db, cache, leave } = await open({})
      await leave(3)
      const asked: { sql: string; bindings: readonly never[] }[] = []
      const note = (query: (typeof asked)[number]) => void asked.push(query)
      db.on('query', note)
      await cache.prune(Date.now())
      db.off('query', note)
      const looks = asked.filter(({ sql }) => /^select.*size.? = /.test(sql))
      expect(looks).toHaveLength(2)
      for (const { sql, bindings } of looks) {
        const isMysql = dialectOf(db) === 'mysql'
        const rows = await db.raw(`explain ${isMysql ? '' : 'query plan '}${sql}`, bindings)
        const plan = JSON.stringify(isMysql ? rows[0] : rows)
        expect(plan).toMatch(
          /SEARCH.*site_expires_at_size_index|"type":"range".*"key":"stored_answers_site_expires/,
        )
      }
    })

    it('until it is closed, not for all that is there', async () => {
      const { db, cache, leave } = await open({})
      await leave(1_200, 10)
      let measured = 0
      let closed: Promise<void> | undefined
      db.on('query', ({ sql }: { sql: string }) => {
        if (!sql.startsWith('update')) return
        measured += 1
        closed ??= cache.close()
      })
      await expect(cache.prune(Date.now())).rejects.toThrow(/abort/)
      await closed
      expect(measured).toBe(1)
    })

    it('and as long as it is asked for', async () => {
      const { cache, fill, left } = await open({ maxRows: 1 })
      await fill('hostile.example', 5, 10)
      await expect(cache.prune(Date.now(), AbortSignal.abort())).rejects.toThrow(/abort/)
      expect(await left('hostile.example', 5)).toBe(5)
    })

    it('by one node at a time, and once in each', async () => {
      const turns: (() => Promise<void>)[] = []
      const alone = async (work: (lost: AbortSignal) => Promise<void>) => {
        turns.push(() => work(new AbortController().signal))
      }
      const { fill, bytes } = await open({ maxBytes: 80 * kilobyte, alone })
      await fill('hostile.example', 40)
      expect(await bytes()).toBeGreaterThan(400 * kilobyte)
      await turns.at(-1)!()
      expect(await bytes()).toBeLessThanOrEqual(80 * kilobyte)
    })

    it('by one run after the other', async () => {
      const { db, cache, leave } = await open({ maxRows: 1 })
      await leave(200, 10)
      const gone: string[] = []
      db.on('query', ({ sql, bindings }: { sql: string; bindings: readonly string[] }) => {
        if (sql.startsWith('delete')) gone.push(...bindings)
      })
      await Promise.all([cache.prune(Date.now()), cache.prune(Date.now())])
      expect(gone).toHaveLength(199)
    })
  })
})
