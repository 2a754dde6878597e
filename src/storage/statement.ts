import type { Knex } from 'knex'
import { dialectOf } from './dialect.ts'

export type Value = string | number | boolean | null

type Changed = { readonly changes?: number; readonly affectedRows?: number }

/**
 * SQL whose text is written once, for what each report of a player does: knex takes longer to build a small statement than
 * SQLite to run it. Call it within `read`, `write` or `transact`, like all SQL.
 */
export async function rowsOf<Row>(
  on: Knex,
  sql: string,
  values: readonly Value[],
): Promise<readonly Row[]> {
  const response = await run(on, sql, values)
  return (dialectOf(on) === 'mysql' ? (response as [unknown])[0] : response) as readonly Row[]
}

export async function changedBy(on: Knex, sql: string, values: readonly Value[]): Promise<number> {
  const response = await run(on, sql, values)
  const { changes, affectedRows } = (
    dialectOf(on) === 'mysql' ? (response as [unknown])[0] : response
  ) as Changed
  return changes ?? affectedRows ?? 0
}

/** Question marks for a list of so many values. */
export function places(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ')
}

async function run(on: Knex, sql: string, values: readonly Value[]): Promise<unknown> {
  const client = on.client as Knex.Client
  const connection: unknown = await client.acquireConnection()
  try {
    const { response } = (await client.query(connection, { sql, bindings: values })) as {
      response: unknown
    }
    return response
  } finally {
    await client.releaseConnection(connection)
  }
}
