import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import knex from 'knex'
import type { Knex } from 'knex'
import { onTestFinished } from 'vitest'
import { closeDatabase, isReachable, openDatabase } from '../../src/storage/database.ts'
import type { DatabaseSettings } from '../../src/storage/database.ts'
import { writeMigrated } from './migrated.ts'
import { takeMigrated } from './migrated-mysql.ts'
import { leaveOut } from './missing-service.ts'
import { mysqlServer, testDatabases } from './mysql-server.ts'
import { repeatedBounds } from './repeated-bounds.ts'
import { scratchFolder } from './scratch.ts'

/** An empty database of its own, and how to get rid of it. */
type TestDatabase = { settings: DatabaseSettings; dispose: () => Promise<void> }

async function answers(url: string): Promise<boolean> {
  const db = openDatabase({ dialect: 'mysql', url })
  try {
    return await isReachable(db)
  } finally {
    await closeDatabase(db)
  }
}

const mysqlMissing = !(await answers(`${mysqlServer}/mysql`))
if (mysqlMissing) leaveOut('MariaDB does not answer on 127.0.0.1:3306: its tests are skipped')

async function createSqlite() {
  const folder = await mkdtemp(join(scratchFolder, 'service-test-'))
  const file = join(folder, 'service.db')
  return {
    settings: { dialect: 'sqlite', file } as const,
    dispose: () => rm(folder, { recursive: true, force: true }),
  }
}

async function createMigratedSqlite(): Promise<TestDatabase> {
  const database = await createSqlite()
  await writeMigrated(database.settings.file)
  return database
}

/** `server` is an address without a database. */
export async function createMysql(server: string = mysqlServer): Promise<TestDatabase> {
  const name = `${testDatabases}${randomBytes(6).toString('hex')}`
  const run = async (sql: string): Promise<void> => {
    const admin = knex({ client: 'mysql2', connection: server })
    await admin.raw(sql, [name]).finally(() => admin.destroy())
  }
  await run('create database ??')
  return {
    settings: { dialect: 'mysql', url: `${server}/${name}` },
    dispose: () => run('drop database if exists ??'),
  }
}

type Create = () => Promise<TestDatabase>

function dialect(name: string, skip: boolean, createDatabase: Create, createMigrated: Create) {
  /** For one test: closed and removed when it ends. */
  async function use({ settings, dispose }: TestDatabase): Promise<Knex> {
    const db = openDatabase(settings)
    const repeated = new Set<string>()
    db.on('query', ({ sql }: { sql: string }) => {
      if (repeatedBounds(sql).length > 0) repeated.add(sql)
    })
    onTestFinished(async () => {
      await closeDatabase(db)
      await dispose()
      if (repeated.size > 0) throw new Error(`repeated bounds: ${[...repeated].join('\n')}`)
    })
    return db
  }

  const open = async (): Promise<Knex> => use(await createDatabase())
  const openMigrated = async (): Promise<Knex> => use(await createMigrated())
  return { name, skip, createDatabase, createMigrated, open, openMigrated }
}

export const sqlite = dialect('SQLite', false, createSqlite, createMigratedSqlite)
export const mysql = dialect(
  'MySQL',
  mysqlMissing,
  () => createMysql(),
  () => takeMigrated(() => createMysql()),
)

/** Every kind of database that the service runs on. */
export const dialects = [sqlite, mysql]
