import { exactText } from './columns.ts'
import type { Migration } from './migration.ts'

/** Collections are kept as playlists are; the previous release writes none, and reads them as playlists. */
export const collections: Migration = {
  name: '0020-collections',

  async up(db) {
    if (await db.schema.hasColumn('playlists', 'kind')) return
    await db.schema.alterTable('playlists', (table) => {
      table.specificType('kind', exactText(db, 'varchar(12)')).notNullable().defaultTo('playlist')
    })
  },

  async down(db) {
    await db.schema.alterTable('playlists', (table) => {
      table.dropColumn('kind')
    })
  },
}
