import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { closeDatabase, isReachable, openDatabase } from '../../src/storage/database.ts'
import { read, transact, write } from '../../src/storage/guard.ts'
import { migrateToLatest } from '../../src/storage/migrate.ts'
import { createConfigurationStore } from '../../src/storage/repositories/configurations.ts'
import { startChild } from '../support/child.ts'
import { sqlite } from '../support/dialects.ts'
import { until } from '../support/until.ts'

const unavailable = (message: RegExp) =>
  expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', message: expect.stringMatching(message) })

async function fileOfOneTest(): Promise<string> {
  const { settings, dispose } = await sqlite.createDatabase()
  onTestFinished(dispose)
  return (settings as { file: string }).file
}

/** A database with an empty table `t`, and another process's view of it. */
async function openTwice() {
  const file = await fileOfOneTest()
  const db = openDatabase({ dialect: 'sqlite', file })
  await db.schema.createTable('t', (table) => table.integer('x'))
  const other = new Database(file)
  onTestFinished(async () => {
    other.close()
    await closeDatabase(db)
  })
  return { db, other }
}

it('a new file and its folders are made, for their owner alone', async () => {
  const file = join(await fileOfOneTest(), '..', 'deep', 'down', 'service.db')
  const db = openDatabase({ dialect: 'sqlite', file })
  onTestFinished(() => closeDatabase(db))
  await migrateToLatest(db)
  const modes = await Promise.all(
    [dirname(file), file, `${file}-wal`].map(async (path) => (await stat(path)).mode & 0o777),
  )
  expect(modes).toEqual([0o700, 0o600, 0o600])
})

it('a place that cannot be written is named before anything runs', () => {
  expect(() => openDatabase({ dialect: 'sqlite', file: '/dev/null/service.db' })).toThrow(
    /cannot be written .*DATA_DIR/,
  )
})

it('a database in memory works', async () => {
  const db = openDatabase({ dialect: 'sqlite', file: ':memory:' })
  onTestFinished(() => closeDatabase(db))
  await migrateToLatest(db)
  expect(await isReachable(db)).toBe(true)
  expect(await createConfigurationStore(db).find('x')).toBeNull()
})

it('a log is kept that survives a killed process, and references between tables hold', async () => {
  const db = await sqlite.open()
  const pragma = async (name: string) => Object.values((await db.raw(`pragma ${name}`))[0])[0]
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(1)
  expect(await pragma('foreign_keys')).toBe(1)
})

it('a stored configuration is in the database file itself when it is acknowledged, so that it outlasts a power failure', async () => {
  const file = await fileOfOneTest()
  const db = openDatabase({ dialect: 'sqlite', file })
  onTestFinished(() => closeDatabase(db))
  await migrateToLatest(db)
  const marker = `power-${Date.now()}`
  const uuid = '11111111-2222-4333-8444-555555555555'
  await createConfigurationStore(db).insert({
    uuid,
    passwordHash: marker,
    sealed: Buffer.from('sealed'),
  })
  expect(readFileSync(file).includes(marker)).toBe(true)
})

it('a process killed while it writes loses nothing that it acknowledged', async () => {
  const { settings, dispose } = await sqlite.createDatabase()
  onTestFinished(dispose)
  const db = openDatabase(settings)
  await migrateToLatest(db)
  await closeDatabase(db)

  const child = startChild(new URL('./children/write-until-killed.ts', import.meta.url), settings)
  await child.linesUntil((lines) => lines.length >= 300)
  await child.kill()

  const reopened = openDatabase(settings)
  onTestFinished(() => closeDatabase(reopened))
  const store = createConfigurationStore(reopened)
  for (const uuid of child.lines) {
    expect((await store.find(uuid))?.sealed).toEqual(Buffer.alloc(3_000, uuid))
  }
})

it('a write waits beside the event loop while another process holds the file', async () => {
  const { db, other } = await openTwice()
  other.exec('begin immediate')
  let refusals = 0
  db.on('query-error', () => refusals++)
  const written = write(db, () => db('t').insert({ x: 1 }))
  // If the write blocked this thread, the other one's commit could not come before it gives up.
  await until('the write to be tried again', () => refusals > 1)
  other.exec('commit')
  await written
  expect(await read(db, () => db('t').select())).toEqual([{ x: 1 }])
})

it('a transaction that others overtook is run again from its start', async () => {
  const { db, other } = await openTwice()
  let runs = 0
  await transact(db, async (trx) => {
    runs++
    const seen = await trx('t').select()
    if (runs === 1) other.exec('insert into t values (5)')
    await trx('t').insert({ x: seen.length })
  })
  expect(runs).toBe(2)
  expect(await db('t').select()).toEqual([{ x: 5 }, { x: 1 }])
})

it('a full disk is said to be one, harms nothing, and is over when there is room again', async () => {
  const { db } = await openTwice()
  await db('t').insert({ x: 1 })
  const [{ page_count: pages }] = await db.raw('pragma page_count')
  await db.raw(`pragma max_page_count = ${pages}`)
  const many = Array.from({ length: 400 }, (_, x) => ({ x }))
  const fill = async () => {
    for (let i = 0; i < 50; i++) await write(db, () => db('t').insert(many))
  }
  await expect(fill()).rejects.toEqual(unavailable(/disk space/))
  const inside = transact(db, async (trx) => {
    for (let i = 0; i < 50; i++) await trx('t').insert(many)
  })
  await expect(inside).rejects.toEqual(unavailable(/disk space/))
  expect(await read(db, () => db('t').first())).toEqual({ x: 1 })

  await db.raw('pragma max_page_count = 1000000')
  await transact(db, async (trx) => trx('t').insert({ x: 7_777 }))
  expect(await db('t').where({ x: 7_777 }).select()).toHaveLength(1)
})

it('a transaction left open by a failed commit does not swallow what follows', async () => {
  const { db, other } = await openTwice()
  await db.raw('begin')
  await write(db, () => db('t').insert({ x: 1 }))
  expect(other.prepare('select x from t').all()).toEqual([{ x: 1 }])
})

it('a column added by another process appears in queries that ran before', async () => {
  const { db, other } = await openTwice()
  await db('t').insert({ x: 1 })
  expect(await db('t').select()).toEqual([{ x: 1 }])
  other.exec('alter table t add column y default 2')
  expect(await db('t').select()).toEqual([{ x: 1, y: 2 }])
})

it('a statement for one row is planned once, not for each run, also in a transaction', async () => {
  const { db } = await openTwice()
  await db('t').insert([{ x: 1 }, { x: 2 }])
  const asked: string[] = []
  db.on('query', ({ sql }: { sql: string }) => asked.push(sql))
  const newest = () => db('t').orderBy('x', 'desc')
  expect(await read(db, () => newest().first())).toEqual({ x: 2 })
  expect(await transact(db, (trx) => trx('t').where({ x: 1 }).limit(1))).toEqual([{ x: 1 }])
  expect(await read(db, () => newest().limit(2))).toEqual([{ x: 2 }, { x: 1 }])
  expect(asked.filter((sql) => sql.startsWith('select'))).toEqual([
    'select * from `t` order by `x` desc limit 1',
    'select * from `t` where `x` = ? limit 1',
    'select * from `t` order by `x` desc limit ?',
  ])
})
