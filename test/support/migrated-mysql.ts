import type { Knex } from 'knex'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import type { DatabaseSettings } from '../../src/storage/database.ts'
import { migrateToLatest } from '../../src/storage/migrate.ts'

type Database = { readonly settings: DatabaseSettings; readonly dispose: () => Promise<void> }
type Migrated = Database & { readonly schema: string }

const free: Migrated[] = []

/** A migrated database for one test. When it ends it is emptied for the next one of this process. */
export async function takeMigrated(create: () => Promise<Database>): Promise<Database> {
  const taken = free.pop() ?? (await migrate(await create()))
  return { settings: taken.settings, dispose: () => giveBack(taken) }
}

async function migrate(database: Database): Promise<Migrated> {
  return withDatabase(database, async (db) => {
    await migrateToLatest(db)
    return { ...database, schema: await schemaOf(db) }
  })
}

/** One that a test has changed more than its rows, or that is still in use, is not used again. */
async function giveBack(database: Migrated): Promise<void> {
  const isAsNew = await withDatabase(database, async (db) => {
    if ((await otherConnections(db)) > 0 || (await rowsOf(db, 'show triggers')).length > 0) {
      return false
    }
    await empty(db)
    return (await schemaOf(db)) === database.schema
  })
  if (isAsNew) free.push(database)
  else await database.dispose()
}

async function withDatabase<T>({ settings }: Database, work: (db: Knex) => Promise<T>): Promise<T> {
  const db = openDatabase(settings)
  try {
    return await work(db)
  } finally {
    await closeDatabase(db)
  }
}

async function rowsOf<T>(db: Knex, sql: string, values: readonly string[] = []): Promise<T[]> {
  const [rows = []] = await db.raw<[T[]]>(sql, [...values])
  return rows
}

async function otherConnections(db: Knex): Promise<number> {
  const rows = await rowsOf(
    db,
    'select id from information_schema.processlist where db = database() and id <> connection_id()',
  )
  return rows.length
}

async function tablesOf(db: Knex): Promise<string[]> {
  const rows = await rowsOf<object>(db, 'show tables')
  return rows.flatMap((row) => Object.values(row) as string[])
}

/** How every table is made, its next number included, and which migrations have run. */
async function schemaOf(db: Knex): Promise<string> {
  const made = (await tablesOf(db)).map((table) =>
    rowsOf<object>(db, 'show create table ??', [table]),
  )
  const steps = await db('migrations').orderBy('name').select('name')
  return JSON.stringify([await Promise.all(made), steps])
}

async function empty(db: Knex): Promise<void> {
  const tables = (await tablesOf(db)).filter((table) => table !== 'migrations')
  const numbered = await rowsOf<{ name: string }>(
    db,
    'select table_name as name from information_schema.tables where table_schema = database() and auto_increment > 1',
  )
  await db.transaction(async (trx) => {
    await trx.raw('set foreign_key_checks = 0')
    for (const table of tables) await trx(table).delete()
    await trx.raw('set foreign_key_checks = 1')
  })
  for (const { name } of numbered) await db.raw('alter table ?? auto_increment = 1', [name])
}
