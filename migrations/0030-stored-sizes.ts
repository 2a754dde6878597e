import { exactText } from './columns.ts'
import type { Migration } from './migration.ts'

/** How large each stored answer is, and whose: what takes most makes room. The previous release leaves both as they are. */
export const storedSizes: Migration = {
  name: '0030-stored-sizes',

  async up(db) {
    if (await db.schema.hasColumn('stored_answers', 'size')) return
    await db.schema.alterTable('stored_answers', (table) => {
      // 0: not known yet.
      table.integer('size').notNullable().defaultTo(0)
      // Mark of a source's site; empty for what the service keeps for itself.
      table.specificType('site', exactText(db, 'varchar(22)')).notNullable().defaultTo('')
      table.index(['site', 'expires_at', 'size'])
    })
  },

  async down(db) {
    if (!(await db.schema.hasColumn('stored_answers', 'size'))) return
    await db.schema.alterTable('stored_answers', (table) => {
      table.dropIndex(['site', 'expires_at', 'size'])
      table.dropColumn('size')
      table.dropColumn('site')
    })
  },
}
