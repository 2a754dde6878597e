import { bytes, exactText } from './columns.ts'
import type { Migration } from './migration.ts'

/** What somebody finished again, added up by title, and the titles of which that is no longer right. */
export const rewatchedTitles: Migration = {
  name: '0022-rewatched-titles',

  async up(db) {
    if (!(await db.schema.hasTable('rewatched_titles'))) {
      await db.schema.createTable('rewatched_titles', (table) => {
        table.integer('history_id').notNullable()
        table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
        table.specificType('kind', exactText(db, 'varchar(12)')).notNullable()
        // By the number of the title: how often, and when the last of these plays began.
        table.specificType('cells', bytes).notNullable()
        table.primary(['history_id', 'profile_id', 'kind'])
      })
    }
    if (await db.schema.hasTable('title_marks')) return
    await db.schema.createTable('title_marks', (table) => {
      table.integer('history_id').notNullable()
      table.integer('number').notNullable()
      table.primary(['history_id', 'number'])
    })
  },

  async down(db) {
    for (const table of ['title_marks', 'rewatched_titles']) {
      await db.schema.dropTableIfExists(table)
    }
  },
}
