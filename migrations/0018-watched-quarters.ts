import { exactText } from './columns.ts'
import type { Migration } from './migration.ts'

/** How long each user has watched, by quarters of an hour: what the minutes of a day are counted from. */
export const watchedQuarters: Migration = {
  name: '0018-watched-quarters',

  async up(db) {
    if (await db.schema.hasTable('watched_quarters')) return
    await db.schema.createTable('watched_quarters', (table) => {
      table.integer('configuration').notNullable()
      table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
      // Since 1970.
      table.integer('quarter').notNullable()
      table.integer('watched_ms').notNullable()
      table.primary(['configuration', 'profile_id', 'quarter'])
      table.index(['quarter'])
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('watched_quarters')
  },
}
