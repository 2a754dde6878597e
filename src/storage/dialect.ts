import type { Knex } from 'knex'

type Dialect = 'sqlite' | 'mysql'

export function dialectOf(db: Knex): Dialect {
  return (db.client as Knex.Client).config.client === 'mysql2' ? 'mysql' : 'sqlite'
}

/** A table that is read by one of its indexes: without statistics of its rows, SQLite may take a worse one. */
export function byIndex(db: Knex, table: string, index: string): string {
  return dialectOf(db) === 'mysql'
    ? `${table} force index (${index})`
    : `${table} indexed by ${index}`
}
