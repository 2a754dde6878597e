import type { Knex } from 'knex'

export function indexOf(name: string, column: string): string {
  return `${name}_${column}_index`
}

export async function hasIndex(db: Knex, name: string, column: string): Promise<boolean> {
  const isMysql = (db.client as Knex.Client).config.client === 'mysql2'
  const index = indexOf(name, column)
  const found = isMysql
    ? await db('information_schema.statistics')
        .whereRaw('table_schema = database()')
        .where({ table_name: name, index_name: index })
        .first('index_name')
    : await db('sqlite_master').where({ type: 'index', name: index }).first('name')
  return found !== undefined
}
