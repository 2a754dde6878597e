import type { Knex } from 'knex'
import type { Migration } from './migration.ts'

type Index = {
  readonly table: string
  /** Kept: the previous release names it in its statements. */
  readonly name: string
  readonly order: readonly string[]
  /** Behind the order in which rows are read, so that those of other titles are skipped without a look at them. */
  readonly more: readonly string[]
}

const indexes: readonly Index[] = [
  {
    table: 'plays',
    name: 'plays_history_id_started_at_index',
    order: ['history_id', 'started_at'],
    more: ['id', 'title_key'],
  },
  {
    table: 'history',
    name: 'history_viewer_origin_sort_at_number_index',
    order: ['viewer', 'origin', 'sort_at', 'number'],
    more: ['title_key', 'kind'],
  },
]

export const titlesByTime: Migration = {
  name: '0035-titles-by-time',

  async up(db) {
    for (const index of indexes) await replace(db, index, [...index.order, ...index.more])
  },

  async down(db) {
    for (const index of indexes) await replace(db, index, index.order)
  },
}

/** In MySQL by one statement, which an interruption undoes. */
async function replace(
  db: Knex,
  { table, name }: Index,
  columns: readonly string[],
): Promise<void> {
  const isMysql = (db.client as Knex.Client).config.client === 'mysql2'
  const listed = columns.map((column) => `\`${column}\``).join(', ')
  if (isMysql) {
    const found: { name: string }[] = await db('information_schema.statistics')
      .whereRaw('table_schema = database()')
      .where({ table_name: table, index_name: name })
      .orderBy('seq_in_index')
      .select({ name: 'column_name' })
    if (found.map((column) => column.name).join() === columns.join()) return
    await db.raw(`alter table ${table} drop index ${name}, add index ${name} (${listed})`)
    return
  }
  const found = await db(db.raw('pragma_index_info(?)', [name])).pluck<string[]>('name')
  if (found.join() === columns.join()) return
  await db.raw(`drop index if exists ${name}`)
  await db.raw(`create index ${name} on ${table} (${listed})`)
}
