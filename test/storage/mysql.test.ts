import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Knex } from 'knex'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { closeDatabase, isReachable, openDatabase } from '../../src/storage/database.ts'
import { read, transact, write } from '../../src/storage/guard.ts'
import { createSettingsStore } from '../../src/storage/repositories/settings.ts'
import { mysql } from '../support/dialects.ts'
import { freePort } from '../support/free-port.ts'

const unavailable = expect.objectContaining({
  code: 'SERVICE_UNAVAILABLE',
  headers: expect.objectContaining({ 'retry-after': expect.stringMatching(/^\d+$/) }),
})

const rows = async (query: Knex.Raw): Promise<unknown[]> => (await query)[0]

function openForTest(url: string): Knex {
  const db = openDatabase({ dialect: 'mysql', url })
  onTestFinished(() => closeDatabase(db))
  return db
}

describe('the address of a MySQL database', () => {
  it.each([
    ['mysql://user:hush@host', /must read mysql:/],
    ['mysql://user:hush@host/', /must read mysql:/],
    ['postgres://user:hush@host/db', /must read mysql:/],
    ['nonsense', /must read mysql:/],
    ['mysql://user:50%@host/db', /%25/],
    ['mysql://user:hush@host/db?ssl=perhaps', /ssl .* true, false or unverified/],
  ])('%s is refused without repeating it', (url, reason) => {
    const open = () => openDatabase({ dialect: 'mysql', url })
    expect(open).toThrow(reason)
    expect(open).not.toThrow(/hush/)
  })

  it('may carry any character percent-encoded, and a port', () => {
    const db = openForTest('mysql://us%40er:p%3Aa%2Fss%25@db.example:3307/my%20db')
    expect(db.client.connectionSettings).toMatchObject({
      host: 'db.example',
      port: 3307,
      user: 'us@er',
      password: 'p:a/ss%',
      database: 'my db',
      ssl: undefined,
    })
  })

  it.each([
    ['true', {}],
    ['unverified', { rejectUnauthorized: false }],
    ['false', undefined],
  ])('asks for TLS with ssl=%s', (value, ssl) => {
    const db = openForTest(`mysql://root@[::1]/x?ssl=${value}`)
    expect(db.client.connectionSettings).toMatchObject({ host: '::1', ssl })
  })
})

describe.skipIf(mysql.skip)('a MySQL connection', () => {
  it('is strict, in UTC, and takes every character', async () => {
    const db = await mysql.open()
    const [[row]] = await db.raw('select @@session.sql_mode as mode, @@session.time_zone as zone')
    expect(row.mode).toContain('STRICT_ALL_TABLES')
    expect(row.zone).toBe('+00:00')
    await db.schema.createTable('t', (table) => table.string('x', 3))
    await db('t').insert({ x: '😀é\u{10FFFF}' })
    expect(await db('t').pluck('x')).toEqual(['😀é\u{10FFFF}'])
    await expect(db('t').insert({ x: 'four' })).rejects.toThrow(/too long/)
  })

  it('refuses a setting that is too long instead of cutting it', async () => {
    const settings = createSettingsStore(await mysql.openMigrated())
    await expect(settings.insertIfAbsent('long', 'x'.repeat(70_000))).rejects.toThrow(/too long/i)
    expect(await settings.get('long')).toBeNull()
  })

  it('takes an object in the place of a value as text, not as SQL', async () => {
    const db = await mysql.open()
    await db.schema.createTable('t', (table) => table.string('x', 30))
    await db('t').insert({ x: 'there' })
    const hostile = { x: 1 } as unknown as string
    expect(await db.raw('select * from t where x = ?', [hostile]).then(([rows]) => rows)).toEqual(
      [],
    )
  })

  it('resolves a deadlock by running the loser again', async () => {
    const db = await mysql.open()
    await db.schema.createTable('t', (table) => {
      table.integer('id').primary()
      table.integer('n').notNullable()
    })
    await db('t').insert([
      { id: 1, n: 0 },
      { id: 2, n: 0 },
    ])
    let holding = 0
    let runs = 0
    const both = Promise.withResolvers<void>()
    const raise = (first: number, second: number) =>
      transact(db, async (trx) => {
        runs++
        await trx('t').where({ id: first }).increment('n')
        if (++holding === 2) both.resolve()
        await both.promise
        await trx('t').where({ id: second }).increment('n')
      })
    await Promise.all([raise(1, 2), raise(2, 1)])
    expect(runs).toBe(3)
    expect(await db('t').orderBy('id').pluck('n')).toEqual([2, 2])
  })

  it('that the server cut is replaced: a read is repeated, a write is not', async () => {
    const db = await mysql.open()
    await db.schema.createTable('t', (table) => table.integer('x'))
    const cutDuring = async (query: (slow: Knex.Raw) => Promise<unknown>): Promise<unknown> => {
      const running = query(db.raw('select sleep(2) as slept')).catch((error: unknown) => error)
      let id: number | undefined
      while (id === undefined) {
        const [rows] = await db.raw(
          'select id from information_schema.processlist where db = database() and info like ?',
          ['select sleep(2)%'],
        )
        id = rows[0]?.id
      }
      await db.raw('kill ?', [id])
      return running
    }
    let reads = 0
    const answer = await cutDuring((slow) =>
      read(db, () => rows(++reads === 1 ? slow : db.raw('select 7 as answer'))),
    )
    expect([reads, answer]).toMatchObject([2, [{ answer: 7 }]])
    let writes = 0
    const refused = await cutDuring((slow) => write(db, () => (writes++, slow)))
    expect([writes, refused]).toEqual([1, unavailable])
    await write(db, () => db('t').insert({ x: 1 }))
    expect(await db('t').pluck('x')).toEqual([1])
  })
})

describe('a MySQL server', () => {
  it('that is away answers 503, and errors hold no password', async () => {
    const db = openForTest(`mysql://root:hush-hush@127.0.0.1:${await freePort()}/x`)
    for (const attempt of [read, write]) {
      const error = await attempt(db, () => db('t').insert({ x: 'value' })).catch((e: unknown) => e)
      expect(error).toEqual(unavailable)
      expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/hush-hush|'value'/)
    }
    await expect(transact(db, async () => {})).rejects.toEqual(unavailable)
    expect(await isReachable(db)).toBe(false)
  })

  it('that is away lets none of many requests wait long', async () => {
    const db = openForTest(`mysql://root@127.0.0.1:${await freePort()}/x`)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () => read(db, () => db('t').select())),
    )
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(outcomes.map((outcome) => 'reason' in outcome && outcome.reason.code)).toEqual(
      outcomes.map(() => 'SERVICE_UNAVAILABLE'),
    )
  })

  it.skipIf(mysql.skip).each([
    ['does not know the user', 'mysql://nobody-here:hush@127.0.0.1:3306/mysql'],
    ['does not have the database', 'mysql://root@127.0.0.1:3306/no_such_database_here'],
  ])('that %s answers 503 with the reason as cause', async (_, url) => {
    const db = openForTest(url)
    const error = await read(db, () => db.raw('select 1')).catch((e: unknown) => e)
    expect(error).toEqual(unavailable)
    expect((error as Error).cause).toMatchObject({ code: expect.stringMatching(/^ER_/) })
  })

  it.skipIf(mysql.skip)(
    'that falls silent is given up, and used again when it speaks',
    async () => {
      const { settings, dispose } = await mysql.createDatabase()
      onTestFinished(dispose)
      const proxy = await silentProxy(3306)
      const url = new URL((settings as { url: string }).url)
      url.port = String(proxy.port)
      const db = openForTest(url.href)
      expect(await isReachable(db)).toBe(true)

      proxy.silent = true
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      const seen = proxy.heard
      const outcome = write(db, () => db.raw('select 1')).catch((error: unknown) => error)
      while (proxy.heard === seen) await setImmediate()
      vi.advanceTimersByTime(20_000)
      expect(await outcome).toEqual(unavailable)

      vi.useRealTimers()
      proxy.silent = false
      expect(await read(db, () => rows(db.raw('select 2 as two')))).toMatchObject([{ two: 2 }])
    },
  )
})

/** Passes bytes on, unless it is told to swallow them. */
async function silentProxy(target: number) {
  const proxy = { port: 0, silent: false, heard: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => {
        if (from === client) proxy.heard++
        if (!proxy.silent) to.write(data)
      })
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.port = (server.address() as AddressInfo).port
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return proxy
}
