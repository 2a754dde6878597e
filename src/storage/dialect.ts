import type { Knex } from 'knex'

type Dialect = 'sqlite' | 'mysql'

export function dialectOf(db: Knex): Dialect {
  return (db.client as Knex.Client).config.client === 'mysql2' ? 'mysql' : 'sqlite'
}
