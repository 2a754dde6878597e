import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database, Statement } from 'better-sqlite3'
import type { Knex } from 'knex'

/** Short, because SQLite waits on the event loop; the guard retries beside it. */
const busyTimeoutMs = 50
const openTimeoutMs = 5_000
const maxCachedStatements = 500

export function sqliteConfig(file: string): Knex.Config {
  if (file !== ':memory:') createPrivateFile(file)
  return {
    client: 'better-sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    pool: {
      // SQLite has one writer at a time, and a query is over before the next can begin.
      min: 1,
      max: 1,
      acquireTimeoutMillis: 10_000,
      afterCreate(connection: Database, done: (error: unknown, connection: Database) => void) {
        try {
          prepareConnection(connection)
          done(null, connection)
        } catch (error) {
          connection.close()
          done(error, connection)
        }
      },
      validate: endForgottenTransaction,
    },
  }
}

/** Whether `settings` has this name. Changes nothing, and creates no file. */
export async function hasSetting(file: string, name: string): Promise<boolean> {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile() || found.size === 0) return false
  const { default: Sqlite } = await import('better-sqlite3')
  const db = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    db.pragma(`busy_timeout = ${openTimeoutMs}`)
    const table = db.prepare(
      "select 1 from sqlite_master where type = 'table' and name = 'settings'",
    )
    return (
      table.get() !== undefined &&
      db.prepare('select 1 from settings where name = ?').get(name) !== undefined
    )
  } finally {
    db.close()
  }
}

/** SQLite gives its `-wal` and `-shm` files the same mode. */
function createPrivateFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    closeSync(openSync(file, 'a', 0o600))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The database file cannot be written (${reason}); choose a writable place with DATA_DIR or DATABASE_URL`,
      { cause: error },
    )
  }
}

function prepareConnection(connection: Database): void {
  // When several processes open a new file at once, all wait for the one that turns WAL on.
  connection.pragma(`busy_timeout = ${openTimeoutMs}`)
  connection.pragma('journal_mode = WAL')
  // Survives a killed process; a power failure may cost the last seconds, such as where a film was paused. Everything that
  // cannot be recreated is synced by `makeDurable`; FULL would sync at each of the many commits.
  connection.pragma('synchronous = NORMAL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('journal_size_limit = 67108864')
  connection.pragma(`busy_timeout = ${busyTimeoutMs}`)
  keepStatements(connection)
}

/** Knex prepares a statement per query, which costs more than most queries. SQLite notices schema changes itself. */
function keepStatements(connection: Database): void {
  const prepare = connection.prepare.bind(connection)
  const kept = new Map<string, Statement>()
  connection.prepare = ((sql: string) => {
    const known = kept.get(sql)
    if (known) return known
    const statement = prepare(sql)
    if (!/^(select|insert|update|delete|begin|commit|rollback)\b/i.test(sql)) return statement
    if (kept.size >= maxCachedStatements) kept.clear()
    kept.set(sql, statement)
    return statement
  }) as Database['prepare']
}

/** SQLite looks at the value of a bound limit, so it plans the statement anew for each run, which takes longer than most of them. */
export function writeLimitsOfOne(db: Knex): void {
  db.on('start', (query: StartedQuery) => {
    if (query._single?.limit === 1) query.limit(1, { skipBinding: true })
  })
}

type StartedQuery = {
  readonly _single?: { readonly limit?: number }
  limit(rows: number, options: { readonly skipBinding: boolean }): unknown
}

/** A failed commit (disk full, for example) can leave its transaction open for the next user of the connection. */
function endForgottenTransaction(connection: Database): boolean {
  if (connection.inTransaction) connection.exec('ROLLBACK')
  return true
}
