import { setTimeout } from 'node:timers/promises'
import knex from 'knex'
import type { Knex } from 'knex'
import { mysqlConfig } from './mysql.ts'
import { sqliteConfig, writeLimitsOfOne } from './sqlite.ts'

export type DatabaseSettings =
  | { readonly dialect: 'sqlite'; readonly file: string }
  | { readonly dialect: 'mysql'; readonly url: string }

const reachableWithinMs = 2_000

/** What knex would print is also thrown; printed, an address or statement could bypass the log's censor. */
const silent: Knex.Logger = { warn() {}, error() {}, deprecate() {}, debug() {} }

/**
 * Connects lazily: a missing MySQL server shows with the first query. Creates a missing SQLite file and folder. Throws an
 * Error that says what is wrong with the settings.
 */
export function openDatabase(settings: DatabaseSettings): Knex {
  const config =
    settings.dialect === 'sqlite' ? sqliteConfig(settings.file) : mysqlConfig(settings.url)
  // Otherwise error messages would repeat the statement with its values, hashes and sealed data included.
  const db = knex({ ...config, compileSqlOnError: false, log: silent })
  if (settings.dialect === 'sqlite') writeLimitsOfOne(db)
  return db
}

export function closeDatabase(db: Knex): Promise<void> {
  return db.destroy()
}

export function isReachable(db: Knex): Promise<boolean> {
  const answer = db.raw('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([answer, setTimeout(reachableWithinMs, false, { ref: false })])
}
