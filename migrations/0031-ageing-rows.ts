import type { Knex } from 'knex'
import { hasIndex, indexOf } from './indexes.ts'
import type { Migration } from './migration.ts'

const columns = [
  // 0: written by the previous release.
  {
    name: 'sign_in_locks',
    column: 'forget_at',
    add: (table: Knex.AlterTableBuilder) =>
      table.bigInteger('forget_at').notNullable().defaultTo(0),
  },
  // When a removed user's history was emptied; null: it may be in use.
  {
    name: 'viewers',
    column: 'emptied_at',
    add: (table: Knex.AlterTableBuilder) => table.bigInteger('emptied_at').nullable(),
  },
]

/** From when on locks of sign-ins, and emptied histories, are no longer kept. */
export const ageingRows: Migration = {
  name: '0031-ageing-rows',

  async up(db) {
    for (const { name, column, add } of columns) {
      if (!(await db.schema.hasColumn(name, column))) {
        await db.schema.alterTable(name, (table) => void add(table))
      }
      if (await hasIndex(db, name, column)) continue
      await db.schema.alterTable(name, (table) => table.index([column], indexOf(name, column)))
    }
  },

  async down(db) {
    for (const { name, column } of columns) {
      if (await hasIndex(db, name, column)) {
        const index = indexOf(name, column)
        await db.schema.alterTable(name, (table) => table.dropIndex([column], index))
      }
      if (!(await db.schema.hasColumn(name, column))) continue
      await db.schema.alterTable(name, (table) => void table.dropColumn(column))
    }
  },
}
