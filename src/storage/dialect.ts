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

/** A table of one column, `value`, from a parameter that is a list as JSON. Compare its texts with a column, not with each other. */
export function listTable(db: Knex, name: string, kind: 'number' | 'text'): string {
  if (dialectOf(db) !== 'mysql') return `json_each(?) ${name}`
  const type = kind === 'number' ? 'int' : 'varchar(300) character set utf8mb4'
  return `json_table(?, '$[*]' columns (value ${type} path '$')) ${name}`
}
