import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import type { Knex } from 'knex'
import { AppError } from '../core/errors.ts'
import { databaseFailureOf } from './database-errors.ts'
import type { DatabaseFailure } from './database-errors.ts'
import { inTransaction } from './transaction.ts'

const defaultPatienceMs = 10_000
const longestPauseMs = 250
const maxReconnects = 3
const longestMessage = 1_000

const answers: Readonly<Record<DatabaseFailure, { message: string; retryAfter: number }>> = {
  contended: { message: 'The database is busy; try again in a moment', retryAfter: 1 },
  lost: {
    message: 'The connection to the database was lost; try again in a moment',
    retryAfter: 2,
  },
  away: { message: 'The database cannot be reached; try again in a few seconds', retryAfter: 5 },
  full: {
    message: 'The database is out of disk space; the operator has to make room',
    retryAfter: 60,
  },
  readOnly: {
    message: 'The database takes no changes at the moment; try again later',
    retryAfter: 30,
  },
}

/**
 * Repeated on locks and broken connections. All access goes through `read`, `write` and `transact`, so that callers see a
 * missing database only as SERVICE_UNAVAILABLE, and no error carries values.
 */
export function read<T>(db: Knex, query: () => PromiseLike<T>): Promise<T> {
  return guard(db, query, { repeatLost: true })
}

/** Repeated only where it surely had no effect, so never on a broken connection. */
export function write<T>(db: Knex, statement: () => PromiseLike<T>): Promise<T> {
  return guard(db, statement, { repeatLost: false })
}

type TransactionOptions = Knex.TransactionConfig & {
  /** Milliseconds to keep trying while others hold the locks. */
  patienceMs?: number
}

/**
 * Runs again from the start after a deadlock, so the work must not change anything else. Inside another transaction it is a
 * savepoint. Querying `db` instead of `trx` would wait for its own connection.
 */
export function transact<T>(
  db: Knex,
  work: (trx: Knex) => Promise<T>,
  { patienceMs, ...config }: TransactionOptions = {},
): Promise<T> {
  const isPlain = !db.isTransaction && Object.keys(config).length === 0
  const once = (): Promise<T> =>
    isPlain ? inTransaction(db, work) : knexTransaction(db, work, config)
  return guard(db, once, { repeatLost: false, patienceMs })
}

async function knexTransaction<T>(
  db: Knex,
  work: (trx: Knex) => Promise<T>,
  config: Knex.TransactionConfig,
): Promise<T> {
  // When the database itself ended the transaction, knex reports the failed rollback instead of the reason.
  let reason: unknown
  try {
    return await db.transaction(
      (trx) =>
        work(trx).catch((error: unknown) => {
          reason = error
          throw error
        }),
      config,
    )
  } catch (error) {
    throw reason ?? error
  }
}

/** Databases that refused a change for a lasting reason. */
const refusing = new WeakMap<Knex, 'full' | 'readOnly'>()

/** Null: no known reason. After a refusal, tries a change the size of a large configuration, since smaller ones may succeed. */
export async function refusedChanges(
  db: Knex,
  attempt: () => Promise<unknown>,
): Promise<'full' | 'readOnly' | null> {
  const reason = refusing.get(db)
  if (reason === undefined) return null
  try {
    await attempt()
    refusing.delete(db)
    return null
  } catch {
    return refusing.get(db) ?? reason
  }
}

type GuardOptions = { repeatLost: boolean; patienceMs?: number }

async function guard<T>(
  db: Knex,
  work: () => PromiseLike<T>,
  { repeatLost, patienceMs = defaultPatienceMs }: GuardOptions,
): Promise<T> {
  // A statement must not be repeated alone when its transaction is gone: `transact` repeats everything.
  if (db.isTransaction) return work()
  await giveWay()
  const deadline = Date.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const failure = databaseFailureOf(error)
      if (failure === 'full' || failure === 'readOnly') refusing.set(db, failure)
      const worthwhile =
        failure === 'contended' || (failure === 'lost' && repeatLost && attempt <= maxReconnects)
      if (!worthwhile || Date.now() >= deadline) throw translated(error, failure)
    }
    await setTimeout(Math.random() * Math.min(longestPauseMs, 5 * 2 ** attempt))
  }
}

const longestTurnMs = 8
let turnBeganAt: number | null = null
const waiting: (() => void)[] = []

async function begin(ending: Promise<unknown>): Promise<void> {
  turnBeganAt = performance.now()
  await ending
  turnBeganAt = null
}

const isOver = (): boolean =>
  turnBeganAt !== null && performance.now() - turnBeganAt > longestTurnMs

/** SQLite answers synchronously, so many queries would never end the event loop's turn. */
async function giveWay(): Promise<void> {
  if (waiting.length === 0 && !isOver()) {
    // What waits runs at the end of a turn, in which it must not begin another one.
    if (turnBeganAt === null) begin(nextTurn().then(() => nextTurn())).catch(() => {})
    return
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  if (waiting.push(resolve) === 1) wakeInOrder().catch(() => {})
  await promise
}

async function wakeInOrder(): Promise<void> {
  while (waiting.length > 0) {
    await nextTurn()
    let woken = 0
    while (woken < waiting.length && !isOver()) {
      if (turnBeganAt === null) begin(nextTurn()).catch(() => {})
      waiting[woken++]!()
      await new Promise<void>((resolve) => process.nextTick(resolve))
    }
    waiting.splice(0, woken)
  }
}

function translated(error: unknown, failure: DatabaseFailure | null): unknown {
  const cause = withoutValues(error)
  if (failure === null) return cause
  const { message, retryAfter } = answers[failure]
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter, cause })
}

/** mysql2 attaches the statement with all values to its errors, knex the bindings; knex also prepends the statement. */
function withoutValues(error: unknown): unknown {
  if (error instanceof Error) {
    for (const key of ['sql', 'sqlMessage', 'bindings']) Reflect.deleteProperty(error, key)
    if (error.message.length > longestMessage) {
      error.message = `…${error.message.slice(-longestMessage)}`
    }
  }
  return error
}
