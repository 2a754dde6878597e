import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import knex from 'knex'
import type { Knex } from 'knex'
import { onTestFinished } from 'vitest'
import { closeDatabase, isReachable, openDatabase } from '../../src/storage/database.ts'
import type { DatabaseSettings } from '../../src/storage/database.ts'
import { migrateToLatest } from '../../src/storage/migrate.ts'
import { leaveOut } from './missing-service.ts'

/** An empty database of its own, and how to get rid of it. */
type TestDatabase = { settings: DatabaseSettings; dispose: () => Promise<void> }

const mysqlServer = 'mysql://root@127.0.0.1:3306'

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

async function createSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'service-test-'))
  return {
    settings: { dialect: 'sqlite', file: join(folder, 'service.db') },
    dispose: () => rm(folder, { recursive: true, force: true }),
  }
}

/** `server` is an address without a database. */
export async function createMysql(server: string = mysqlServer): Promise<TestDatabase> {
  const name = `service_test_${randomBytes(6).toString('hex')}`
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

function dialect(name: string, skip: boolean, createDatabase: () => Promise<TestDatabase>) {
  /** For one test: closed and removed when it ends. */
  async function open(): Promise<Knex> {
    const { settings, dispose } = await createDatabase()
    const db = openDatabase(settings)
    onTestFinished(async () => {
      await closeDatabase(db)
      await dispose()
    })
    return db
  }

  async function openMigrated(): Promise<Knex> {
    const db = await open()
    await migrateToLatest(db)
    return db
  }

  return { name, skip, createDatabase, open, openMigrated }
}

export const sqlite = dialect('SQLite', false, createSqlite)
export const mysql = dialect('MySQL', mysqlMissing, () => createMysql())

/** Every kind of database that the service runs on. */
export const dialects = [sqlite, mysql]
