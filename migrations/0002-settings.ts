import { exactText } from './columns.ts'
import type { Migration } from './migration.ts'

export const settings: Migration = {
  name: '0002-settings',

  async up(db) {
    if (await db.schema.hasTable('settings')) return
    await db.schema.createTable('settings', (table) => {
      table.specificType('name', exactText(db, 'varchar(64)')).notNullable().primary()
      table.text('value').notNullable()
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('settings')
  },
}
