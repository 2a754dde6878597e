import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import type { Knex } from 'knex'
import { AppError } from '../core/errors.ts'
import { databaseFailureOf } from './database-errors.ts'
import type { DatabaseFailure } from './database-errors.ts'

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
 * Runs a query that changes nothing. It is repeated while locks stand against it, and where the connection broke.
 * All access to the database goes through `read`, `write` and `transact`, so that callers meet a database that is
 * away only as SERVICE_UNAVAILABLE; what else they meet carries no values.
 */
export function read<T>(db: Knex, query: () => PromiseLike<T>): Promise<T> {
  return guard(db, query, { repeatLost: true })
}

/** Runs one statement that changes something. It is repeated where it surely had no effect, so never on a broken connection. */
export function write<T>(db: Knex, statement: () => PromiseLike<T>): Promise<T> {
  return guard(db, statement, { repeatLost: false })
}

type TransactionOptions = Knex.TransactionConfig & {
  /** Milliseconds to go on trying for while others hold the locks. */
  patienceMs?: number
}

/**
 * Runs the work in one transaction, and again from the start after a deadlock: it must not change anything outside
 * the database. Inside another transaction it is part of that one, undone alone if it alone fails. Work that queries `db` instead of `trx`
 * would wait for its own connection.
 */
export function transact<T>(
  db: Knex,
  work: (trx: Knex) => Promise<T>,
  { patienceMs, ...config }: TransactionOptions = {},
): Promise<T> {
  const once = async (): Promise<T> => {
    // When the database itself ended the transaction, knex reports the rollback that failed instead of the reason.
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
  return guard(db, once, { repeatLost: false, patienceMs })
}

/** Databases that have refused a change for a reason that lasts. */
const refusing = new WeakMap<Knex, 'full' | 'readOnly'>()

/**
 * Why the database takes no changes; null: nothing is known against it. One that has refused some is asked by changing
 * something of the size of a large configuration, since smaller changes may still succeed.
 */
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
  // A statement must not be repeated alone when its transaction is gone: `transact` sees the error and repeats all.
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

/** Milliseconds after which others get their turn. */
const longestTurnMs = 8
let turnBeganAt: number | null = null

/**
 * SQLite answers at once, so that a long row of queries never comes to an end of the event loop's turn: nobody else
 * would be served while a million rows are read a thousand at a time.
 */
async function giveWay(): Promise<void> {
  if (turnBeganAt === null) {
    turnBeganAt = performance.now()
    setImmediate(() => {
      turnBeganAt = null
    })
  } else if (performance.now() - turnBeganAt > longestTurnMs) await nextTurn()
}

function translated(error: unknown, failure: DatabaseFailure | null): unknown {
  const cause = withoutValues(error)
  if (failure === null) return cause
  const { message, retryAfter } = answers[failure]
  return new AppError('SERVICE_UNAVAILABLE', message, { retryAfter, cause })
}

/** mysql2 hangs the statement with all its values on its errors, knex the bindings. Knex also puts the statement, of any length, before the message. */
function withoutValues(error: unknown): unknown {
  if (error instanceof Error) {
    for (const key of ['sql', 'sqlMessage', 'bindings']) Reflect.deleteProperty(error, key)
    if (error.message.length > longestMessage) {
      error.message = `…${error.message.slice(-longestMessage)}`
    }
  }
  return error
}
