import { createRequire } from 'node:module'
import { vi } from 'vitest'

type Client = { prototype: { _query(connection: unknown, query: { sql: string }): unknown } }

const require = createRequire(import.meta.url)
const { prototype } = require('knex/lib/dialects/better-sqlite3/index.js') as Client

/** The statements that SQLite gets while the work goes on. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(prototype, '_query')
  try {
    await work()
    return spy.mock.calls.map(([, { sql }]) => sql)
  } finally {
    spy.mockRestore()
  }
}
