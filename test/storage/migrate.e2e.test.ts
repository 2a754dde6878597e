import type { Knex } from 'knex'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Migration } from '../../migrations/migration.ts'
import { migrations } from '../../migrations/list.ts'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { dialectOf } from '../../src/storage/dialect.ts'
import { migrateToLatest, pendingMigrations } from '../../src/storage/migrate.ts'
import { startChild } from '../support/child.ts'
import { dialects } from '../support/dialects.ts'
import { until } from '../support/until.ts'
import { slowSteps, twoTables } from './children/steps.ts'

const names = migrations.map(({ name }) => name)

it('migrations are numbered in their order, each number once', () => {
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, i) => i + 1))
})

describe.each(dialects)('migrations on $name', ({ skip, createDatabase, open, openMigrated }) => {
  async function sharedDatabase() {
    const { settings, dispose } = await createDatabase()
    const db = openDatabase(settings)
    onTestFinished(async () => {
      await closeDatabase(db)
      await dispose()
    })
    return { db, settings }
  }

  it.skipIf(skip)('are all pending on an empty database and none afterwards', async () => {
    const db = await open()
    expect(await pendingMigrations(db)).toEqual(names)
    const steps: string[] = []
    await migrateToLatest(db, { onStep: (name) => steps.push(name) })
    expect(steps).toEqual(names)
    expect(await pendingMigrations(db)).toEqual([])
  })

  it.skipIf(skip)('have nothing to do the second time', async () => {
    const db = await openMigrated()
    const steps: string[] = []
    await migrateToLatest(db, { onStep: (name) => steps.push(name) })
    expect(steps).toEqual([])
  })

  it.skipIf(skip)('can be undone and done again', async () => {
    const db = await openMigrated()
    for (const migration of migrations.toReversed()) await migration.down(db)
    for (const migration of migrations) await migration.up(db)
    expect(await db('configurations').select()).toEqual([])
    expect(await db('settings').select()).toEqual([])
  })

  it.skipIf(skip)('accept being carried out again, as after an interruption', async () => {
    const db = await openMigrated()
    for (const migration of migrations) await expect(migration.up(db)).resolves.toBeUndefined()
  })

  it.skipIf(skip)('go on after an interruption between the statements of one', async () => {
    const db = await openMigrated()
    const sizes = migrations.find(({ name }) => name === '0030-stored-sizes')!
    const table = 'stored_answers'
    const parts = ['site', 'expires_at', 'size']
    await db.schema.alterTable(table, (t) => t.dropIndex(parts))
    await sizes.up(db)
    // Throws where there is none.
    await db.schema.alterTable(table, (t) => t.dropIndex(parts))
    await db.schema.alterTable(table, (t) => t.dropColumn('site'))
    await sizes.up(db)
    await db(table).insert({ key: 'a', body: Buffer.from('a'), expires_at: 1, site: 'b' })
    await db.schema.alterTable(table, (t) => t.dropIndex(parts))
    await sizes.down(db)
    expect(await db.schema.hasColumn(table, 'site')).toBe(false)
  })

  it.skipIf(skip)('give indexes other columns, whatever an interruption left', async () => {
    const db = await openMigrated()
    const step = migrations.find(({ name }) => name === '0035-titles-by-time')!
    const name = 'plays_history_id_started_at_index'
    const columns = async () => {
      const [found] = (await db.raw(
        dialectOf(db) === 'mysql'
          ? `select group_concat(column_name order by seq_in_index) as names from information_schema.statistics where table_schema = database() and index_name = '${name}'`
          : `select group_concat(name) as names from pragma_index_info('${name}')`,
      )) as [{ names: string } | [{ names: string }]]
      return [found].flat()[0]!.names
    }
    const [ordered, whole] = ['history_id,started_at', 'history_id,started_at,id,title_key']
    expect(await columns()).toBe(whole)
    await step.down(db)
    expect(await columns()).toBe(ordered)
    await step.down(db)
    await step.up(db)
    expect(await columns()).toBe(whole)
  })

  it.skipIf(skip)('leave a database alone that is newer than this release', async () => {
    const db = await openMigrated()
    await db('migrations').insert({ name: '9999-of-the-next-release', applied_at: 1 })
    await migrateToLatest(db)
    expect(await pendingMigrations(db)).toEqual([])
  })

  it.skipIf(skip)('keep what went well before a step that fails', async () => {
    const db = await open()
    const broken = { name: '4-d', up: async (trx: Knex) => trx.raw('no sql'), down: async () => {} }
    const steps = [...slowSteps, broken]
    await expect(migrateToLatest(db, { steps })).rejects.toThrow(/no sql/)
    expect(await pendingMigrations(db, steps)).toEqual(['4-d'])
  })

  it.skipIf(skip)('leave no lock behind while their process lives on', async () => {
    const { db, settings } = await sharedDatabase()
    await migrateToLatest(db, { steps: slowSteps.slice(0, 2) })
    const other = openDatabase(settings)
    onTestFinished(() => closeDatabase(other))
    await migrateToLatest(other, { steps: slowSteps })
    expect(await pendingMigrations(db, slowSteps)).toEqual([])
  })

  it.skipIf(skip)('are each carried out once when four processes start at once', async () => {
    const { db, settings } = await sharedDatabase()
    const children = Array.from({ length: 4 }, () =>
      startChild(new URL('./children/migrate-slowly.ts', import.meta.url), settings),
    )
    await Promise.all(children.map((child) => child.linesUntil((lines) => lines.includes('ready'))))
    for (const child of children) child.say('go')
    const ends = await Promise.all(children.map((child) => child.finished()))
    expect(ends).toEqual(children.map(() => ({ code: 0, errors: '' })))
    const steps = children.flatMap(({ lines }) => lines.filter((line) => line !== 'ready'))
    expect(steps.sort()).toEqual(['step 1-a', 'step 2-b', 'step 3-c'])
    expect(await pendingMigrations(db, slowSteps)).toEqual([])
  })

  it.skipIf(skip)('wait for a process that is at work, and go on when it is killed', async () => {
    const { db, settings } = await sharedDatabase()
    const child = startChild(new URL('./children/hang-in-migration.ts', import.meta.url), settings)
    await child.linesUntil((lines) => lines.includes('in the middle'))

    let done = false
    let isHeldUp = false
    // SQLite refuses at once; MariaDB lets the question for the lock wait.
    db.on('query-error', () => (isHeldUp = true))
    db.on('query', ({ sql }: { sql: string }) => (isHeldUp ||= sql.includes('get_lock')))
    const steps = twoTables(async () => {})
    const migrated = migrateToLatest(db, { steps }).then(() => (done = true))
    await until('it to be kept waiting', () => isHeldUp)
    expect(done).toBe(false)
    await child.kill()
    await migrated
    expect(await pendingMigrations(db, steps)).toEqual([])
    expect(await db('left').select()).toEqual([])
    expect(await db('right').select()).toEqual([])
  })
})

describe.each(dialects)('a table rebuilt by a migration on $name', ({ skip, open }) => {
  it.skipIf(skip)('takes no rows of other tables with it', async () => {
    const db = await open()
    await db.schema.createTable('parent', (table) => {
      table.increments('id')
      table.string('title', 10)
    })
    await db.schema.createTable('child', (table) => {
      table.integer('parent_id').unsigned().references('parent.id').onDelete('CASCADE')
    })
    await db('parent').insert({ id: 1, title: 'a' })
    await db('child').insert({ parent_id: 1 })

    const longerTitle: Migration = {
      name: '1-longer-title',
      up: async (trx) => trx.schema.alterTable('parent', (t) => t.string('title', 99).alter()),
      down: async () => {},
    }
    await migrateToLatest(db, { steps: [longerTitle] })
    expect(await db('child').select('parent_id')).toEqual([{ parent_id: 1 }])
    expect(await db('parent').select()).toEqual([{ id: 1, title: 'a' }])
    await expect(db('child').insert({ parent_id: 2 })).rejects.toThrow(/foreign key/i)
  })
})

it('A new SQLite file is made in one transaction, and one that knows a step a step at a time', async () => {
  const db = openDatabase({ dialect: 'sqlite', file: ':memory:' })
  onTestFinished(() => closeDatabase(db))
  let begun = 0
  db.on('query', ({ sql }: { sql: string }) => (begun += Number(/^begin/i.test(sql))))
  await migrateToLatest(db)
  // The last one finds that nothing is left.
  expect(begun).toBe(2)
  await migrations.at(-1)!.down(db)
  await migrations.at(-2)!.down(db)
  await db('migrations').whereIn('name', names.slice(-2)).delete()
  begun = 0
  await migrateToLatest(db)
  expect(begun).toBe(3)
  expect(await pendingMigrations(db)).toEqual([])
})
