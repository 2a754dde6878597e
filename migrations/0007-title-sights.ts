import { exactText } from './columns.ts'
import type { Migration } from './migration.ts'

export const titleSights: Migration = {
  name: '0007-title-sights',

  async up(db) {
    if (await db.schema.hasTable('title_sights')) return
    await db.schema.createTable('title_sights', (table) => {
      // A hash of what tells the title apart from all others.
      table.specificType('id', exactText(db, 'char(43)')).notNullable().primary()
      table.bigInteger('first_seen_at').notNullable()
      // Written again only once in a while: rows that nobody lists any more are removed by it.
      table.bigInteger('seen_at').notNullable().index()
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('title_sights')
  },
}
