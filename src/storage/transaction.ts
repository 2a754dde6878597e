import type { Knex } from 'knex'

const madeForConnection = new WeakMap<object, Knex.Transaction>()

/**
 * Commits what the work did, or undoes it and throws what it threw. knex makes some hundred functions for each transaction,
 * which takes longer than the statements of most, so each one of a connection builds on what was made for the first.
 */
export async function inTransaction<T>(db: Knex, work: (trx: Knex) => Promise<T>): Promise<T> {
  const pool = db.client as Knex.Client
  const connection = (await pool.acquireConnection()) as object
  try {
    const made = await begin(db, connection)
    const { trx, end } = handleOf(made)
    try {
      const value = await work(trx)
      end()
      await send(made, connection, 'COMMIT;')
      return value
    } catch (error) {
      end()
      // Fails if the database itself ended the transaction.
      await send(made, connection, 'ROLLBACK;').catch(() => {})
      throw error
    }
  } finally {
    await pool.releaseConnection(connection)
  }
}

async function begin(db: Knex, connection: object): Promise<Knex> {
  const known = madeForConnection.get(connection)
  if (known && !known.isCompleted()) {
    await send(known, connection, 'BEGIN;')
    return known
  }
  const made = await db.transaction({ connection } as Knex.TransactionConfig)
  // Where it could not begin, this throws the reason.
  if (made.isCompleted()) await made.executionPromise
  madeForConnection.set(connection, made)
  return made
}

function send({ client }: Knex, connection: object, sql: string): Promise<unknown> {
  return (client as Knex.Client).query(connection, sql) as Promise<unknown>
}

type Work = (trx: Knex) => unknown
type Context = { _transaction(work: Work, options: object, outer: object): Promise<unknown> }
type WithContext = Knex & { context: Context }
type Query = (connection: unknown, statement: unknown) => Promise<unknown>

/** The same, for one transaction: what comes after its end must not reach the connection's next one. */
function handleOf(made: Knex): { readonly trx: Knex; readonly end: () => void } {
  let isOver = false
  const shared = made.client as Knex.Client
  const plain = Object.getPrototypeOf(shared) as Knex.Client
  const client = Object.create(shared) as Knex.Client
  const unlessOver =
    <Given extends unknown[]>(work: (...given: Given) => Promise<unknown>) =>
    (...given: Given): Promise<unknown> =>
      isOver ? Promise.reject(new Error('The transaction is over')) : work(...given)
  client.acquireConnection = unlessOver(() => shared.acquireConnection() as Promise<unknown>)
  client.query = unlessOver((connection: unknown, statement: unknown) =>
    (plain.query as Query).call(client, connection, statement),
  )
  const trx = ((table: string, options: object) =>
    client.queryBuilder().table(table, options)) as unknown as WithContext
  Object.setPrototypeOf(trx, made)
  // What knex asks of the transaction around a savepoint.
  const outer = { isCompleted: () => isOver, _lastChild: Promise.resolve(), transactor: trx }
  trx.context = Object.assign(Object.create((made as unknown as WithContext).context) as Context, {
    client,
    transaction: (work: Work, options: object) =>
      trx.context._transaction(work, { doNotRejectOnRollback: true, ...options }, outer),
  })
  return { trx, end: () => (isOver = true) }
}
