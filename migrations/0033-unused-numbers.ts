import type { Knex } from 'knex'
import { hasIndex, indexOf } from './indexes.ts'
import type { Migration } from './migration.ts'

const columns = [
  // When the name was last looked up, some days late; null: the previous release has written it.
  { name: 'item_names', column: 'used_at', isIndexed: true },
  // Since when nothing is counted under the number; null: it is in use.
  { name: 'title_numbers', column: 'unused_at', isIndexed: false },
] as const

/** By which it is found whether anybody keeps a title, whoever it is. */
const keyed = ['watched_titles', 'playlist_entries'] as const
const key = 'title_key'

/** From when on numbers of names and titles are no longer used. */
export const unusedNumbers: Migration = {
  name: '0033-unused-numbers',

  async up(db) {
    for (const { name, column, isIndexed } of columns) {
      if (!(await db.schema.hasColumn(name, column))) {
        await db.schema.alterTable(name, (table) => void table.bigInteger(column).nullable())
      }
      if (isIndexed) await addIndex(db, name, column)
    }
    for (const name of keyed) await addIndex(db, name, key)
  },

  async down(db) {
    for (const name of keyed) await dropIndex(db, name, key)
    for (const { name, column, isIndexed } of columns) {
      if (isIndexed) await dropIndex(db, name, column)
      if (!(await db.schema.hasColumn(name, column))) continue
      await db.schema.alterTable(name, (table) => void table.dropColumn(column))
    }
  },
}

async function addIndex(db: Knex, name: string, column: string): Promise<void> {
  if (await hasIndex(db, name, column)) return
  await db.schema.alterTable(name, (table) => table.index([column], indexOf(name, column)))
}

async function dropIndex(db: Knex, name: string, column: string): Promise<void> {
  if (!(await hasIndex(db, name, column))) return
  await db.schema.alterTable(name, (table) => table.dropIndex([column], indexOf(name, column)))
}
