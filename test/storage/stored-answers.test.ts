import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../src/storage/database.ts'
import { createSealer } from '../../src/security/seal.ts'
import { createStoredCache } from '../../src/storage/repositories/stored-answers.ts'
import { dialects } from '../support/dialects.ts'

const bytes = (text: string) => Buffer.from(text)
const hour = 3_600_000
const sealerOf = (key: number) =>
  createSealer(new Uint8Array(32).fill(key), 'test', { packs: false })
const sealer = sealerOf(1)

describe.each(dialects)('answers stored in $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are there for another process, changed and deleted ones too', async () => {
    const db = await openMigrated()
    const [one, other] = [createStoredCache(db, { sealer }), createStoredCache(db, { sealer })]
    await Promise.all([one.set('a', bytes('1'), hour), other.set('b', bytes('1'), hour)])
    await Promise.all([other.set('a', bytes('2'), hour), one.delete('b')])
    expect([await one.get('a'), await one.get('b')]).toEqual([bytes('2'), null])
  })

  it.skipIf(skip)('are changed by several processes at once without losses', async () => {
    const db = await openMigrated()
    const nodes = [1, 2, 3, 4].map(() => createStoredCache(db, { sealer }))
    const add = (text: string) => (before: Uint8Array | null) =>
      bytes([before && Buffer.from(before).toString(), text].filter(Boolean).join(' '))
    await Promise.all(nodes.map((one, at) => one.change('key', add(`n${at}`), hour)))
    const words = Buffer.from((await nodes[0]!.get('key'))!)
      .toString()
      .split(' ')
    expect(words.toSorted()).toEqual(['n0', 'n1', 'n2', 'n3'])
  })

  it.skipIf(skip)('are written together when they come together, however large', async () => {
    const db = await openMigrated()
    const cache = createStoredCache(db, { sealer })
    const statements: string[] = []
    db.on('query', ({ sql }: { sql: string }) => statements.push(sql))
    const values = Array.from({ length: 40 }, (_, i) => randomBytes(i < 3 ? 3_500_000 : 5_000))
    await Promise.all(values.map((value, i) => cache.set(`key ${i}`, value, hour)))
    expect(statements.filter((sql) => sql.startsWith('insert')).length).toBeLessThan(8)
    for (const [i, value] of values.entries()) {
      expect(value.equals((await cache.get(`key ${i}`))!)).toBe(true)
    }
  })

  it.skipIf(skip)('are written with those that sources give a moment later', async () => {
    const db = await openMigrated()
    const cache = createStoredCache(db, { sealer })
    const inserts: string[] = []
    db.on('query', ({ sql }: { sql: string }) => sql.startsWith('insert') && inserts.push(sql))
    const first = cache.set('a', bytes('1'), hour, 'one.example')
    await setImmediate()
    await setImmediate()
    const later = cache.set('b', bytes('2'), hour, 'two.example')
    expect([await cache.get('a'), await cache.get('b')]).toEqual([bytes('1'), bytes('2')])
    await Promise.all([first, later])
    expect(inserts).toHaveLength(1)
  })

  it.skipIf(skip)('are written at once with what the service itself keeps', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const db = await openMigrated()
    const cache = createStoredCache(db, { sealer })
    await Promise.all([
      cache.set('answer', bytes('1'), hour, 'one.example'),
      cache.set('own', bytes('2'), hour),
    ])
    expect(await db('stored_answers').select('key')).toHaveLength(2)
  })

  it.skipIf(skip)('are read together when they are asked for together', async () => {
    const db = await openMigrated()
    const cache = createStoredCache(db, { sealer })
    const keys = Array.from({ length: 12 }, (_, at) => `key ${at}`)
    await Promise.all(keys.slice(1).map((key) => cache.set(key, bytes(key), hour)))
    let statements = 0
    db.on('query', () => void statements++)
    const found = await Promise.all(keys.map((key) => cache.get(key)))
    expect(found).toEqual([null, ...keys.slice(1).map(bytes)])
    expect(statements).toBe(2)
  })

  it.skipIf(skip)(
    'are what was said last, before that is written too, and after closing',
    async () => {
      const db = await openMigrated()
      const cache = createStoredCache(db, { sealer })
      await cache.set('gone', bytes('1'), hour)
      const writes = [cache.delete('gone'), cache.set('kept', bytes('2'), hour)]
      expect([await cache.get('gone'), await cache.get('kept')]).toEqual([null, bytes('2')])
      await cache.close()
      const other = createStoredCache(db, { sealer })
      expect([await other.get('gone'), await other.get('kept')]).toEqual([null, bytes('2')])
      await Promise.all(writes)
    },
  )

  it.skipIf(skip)('keep the last of several values for one key', async () => {
    const cache = createStoredCache(await openMigrated(), { sealer })
    const writes = ['1', '2', '3'].map((text) => cache.set('key', bytes(text), hour))
    await Promise.all([...writes, cache.delete('gone')])
    expect(await cache.get('key')).toEqual(bytes('3'))
  })

  it.skipIf(skip)(
    'cannot be read or passed off as others by who holds the database alone',
    async () => {
      const db = await openMigrated()
      const cache = createStoredCache(db, { sealer })
      await cache.set('key', bytes('secret'), hour)
      await cache.set('other', bytes('other'), hour)
      const rows = (await db('stored_answers').select('key', 'body')) as {
        key: string
        body: Buffer
      }[]
      expect(rows.map(({ body }) => body.toString('latin1')).join()).not.toMatch(/secret|other/)
      expect(await createStoredCache(db, { sealer: sealerOf(2) }).get('key')).toBeNull()
      await db('stored_answers').where('key', rows[0]!.key).update({ body: rows[1]!.body })
      const found = [await cache.get('key'), await cache.get('other')]
      expect(found.filter((value) => value !== null)).toHaveLength(1)
    },
  )

  it.skipIf(skip)('are not waited for where the database is busy for long', async () => {
    const db = await openMigrated()
    const cache = createStoredCache(db, { sealer, patienceMs: 50 })
    await cache.set('key', bytes('1'), hour)
    const { max } = (db.client as { pool: { max: number } }).pool
    const holders = await Promise.all(Array.from({ length: max }, () => db.transaction()))
    const asked = performance.now()
    expect(await cache.get('key')).toBeNull()
    expect(performance.now() - asked).toBeLessThan(2_000)
    await Promise.all(holders.map((trx) => trx.rollback()))
    await expect.poll(async () => cache.get('key')).toEqual(bytes('1'))
  })

  it.skipIf(skip)('live for months where that is asked for', async () => {
    const db = await openMigrated()
    await createStoredCache(db, { sealer }).set('key', bytes('1'), 90 * 24 * hour)
    const { expires_at: expiresAt } = await db('stored_answers').first('expires_at')
    expect(Number(expiresAt)).toBeGreaterThan(Date.now() + 89 * 24 * hour)
  })

  it.skipIf(skip)(
    'are deleted when they have expired, and the soonest to expire beyond the most',
    async () => {
      const db = await openMigrated()
      const cache = createStoredCache(db, { sealer, maxRows: 100 })
      const hours = Array.from({ length: 300 }, (_, i) => i + 1)
      await Promise.all(hours.map((i) => cache.set(`${i}`, bytes('x'), i * hour)))
      const count = async () => Number((await db('stored_answers').count({ n: '*' }))[0]!['n'])
      await cache.prune(Date.now() + 220 * hour + 60_000)
      expect(await count()).toBe(80)
      await Promise.all(hours.map((i) => cache.set(`more ${i}`, bytes('x'), i * hour)))
      await cache.prune(Date.now())
      expect(await count()).toBe(100)
      expect([await cache.get('more 300'), await cache.get('more 1')]).toEqual([bytes('x'), null])
    },
  )
})

it('stored answers are an empty cache where the database fails, which is told once', async () => {
  const db = openDatabase({ dialect: 'sqlite', file: ':memory:' })
  const warn = vi.fn<(message: string) => void>()
  const cache = createStoredCache(db, { sealer, warn })
  await cache.set('key', bytes('secret value'), hour)
  expect(await cache.get('key')).toBeNull()
  await cache.delete('key')
  await cache.close()
  await db.destroy()
  expect(warn).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls[0]![0]).toMatch(/^Answers of sources cannot be stored \(.*stored_answers/)
  expect(warn.mock.calls[0]![0]).not.toContain('secret')
})
