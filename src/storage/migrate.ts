import type { Knex } from 'knex'
import type { Migration } from '../../migrations/migration.ts'
import { migrations } from '../../migrations/list.ts'
import { AppError } from '../core/errors.ts'
import { dialectOf } from './dialect.ts'
import { read, transact, write } from './guard.ts'

const table = 'migrations'
const patienceMs = 600_000
const lockPollSeconds = 5

type MigrateOptions = {
  onStep?: (name: string) => void
  steps?: readonly Migration[]
}

/** Any number of processes may call it at once. A database that knows more steps than this release is left as it is. */
export async function migrateToLatest(
  db: Knex,
  { onStep, steps = migrations }: MigrateOptions = {},
): Promise<void> {
  if ((await pendingMigrations(db, steps)).length === 0) return
  await write(db, () =>
    db.raw(
      `create table if not exists ${table} (name varchar(191) not null primary key, applied_at bigint not null)`,
    ),
  )
  for (;;) {
    const names = await withMigrationLock(db, (connection) => applyNext(db, connection, steps))
    if (names.length === 0) break
    for (const name of names) onStep?.(name)
  }
  // The log of the steps is large, and nobody needs it.
  if (dialectOf(db) === 'sqlite') await read(db, () => db.raw('pragma wal_checkpoint(truncate)'))
}

export async function pendingMigrations(
  db: Knex,
  steps: readonly Migration[] = migrations,
): Promise<string[]> {
  const known = await read(db, () => db.schema.hasTable(table))
  const pending = known ? await missing(db, steps) : steps
  return pending.map(({ name }) => name)
}

async function missing(db: Knex, steps: readonly Migration[]): Promise<readonly Migration[]> {
  const applied = new Set(await read(db, () => db<{ name: string }>(table).pluck('name')))
  return steps.filter(({ name }) => !applied.has(name))
}

/** A step, or all of a new SQLite file, where a transaction takes longer than most; where one fails, those before it stay. */
async function applyNext(
  db: Knex,
  connection: unknown,
  steps: readonly Migration[],
): Promise<readonly string[]> {
  // Rebuilding a table, SQLite's way to change one, must not cascade; knex checks the references before the commit.
  const apply = (count: number) =>
    transact(db, (trx) => applyTo(trx, steps, count), {
      connection,
      enforceForeignCheck: false,
      patienceMs,
    })
  const isNew = dialectOf(db) === 'sqlite' && (await missing(db, steps)).length === steps.length
  if (!isNew) return apply(1)
  return apply(steps.length).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    return apply(1)
  })
}

async function applyTo(trx: Knex, steps: readonly Migration[], count: number): Promise<string[]> {
  const next = (await missing(trx, steps)).slice(0, count)
  for (const step of next) await step.up(trx)
  const rows = next.map(({ name }) => ({ name, applied_at: Date.now() }))
  if (rows.length > 0) await trx(table).insert(rows)
  return rows.map(({ name }) => name)
}

/**
 * Dies with its process. SQLite: the transaction's write lock. MySQL commits at each schema change, so the connection that
 * works also holds a named lock.
 */
async function withMigrationLock<T>(
  db: Knex,
  work: (connection?: unknown) => Promise<T>,
): Promise<T> {
  if (dialectOf(db) === 'sqlite') return work()
  const client = db.client as Knex.Client
  const connection: unknown = await read(db, () => client.acquireConnection() as Promise<unknown>)
  try {
    await takeNamedLock(db, connection)
    try {
      return await work(connection)
    } finally {
      // Fails only on a broken connection, which has lost the lock as well.
      await lockCall(db, connection, 'release_lock(%)').catch(() => null)
    }
  } finally {
    await client.releaseConnection(connection)
  }
}

async function takeNamedLock(db: Knex, connection: unknown): Promise<void> {
  const deadline = Date.now() + patienceMs
  while ((await lockCall(db, connection, `get_lock(%, ${lockPollSeconds})`)) !== 1) {
    if (Date.now() > deadline) {
      throw new AppError(
        'SERVICE_UNAVAILABLE',
        'Another process has been migrating the database for ten minutes; stop it and try again',
        { retryAfter: 60 },
      )
    }
  }
}

/** Named locks are server-wide, so the name contains the database's. */
async function lockCall(db: Knex, connection: unknown, call: string): Promise<number | null> {
  const name = `sha1(concat('${table}:', database()))`
  const query = () =>
    db.raw<[{ taken: number | null }[]]>(`select ${call.replace('%', name)} as taken`)
  const [rows] = await write(db, () => query().connection(connection))
  return rows?.[0]?.taken ?? null
}
