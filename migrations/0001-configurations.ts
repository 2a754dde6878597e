import { bytes, exactText } from './columns.ts'
import type { Migration } from './migration.ts'

export const configurations: Migration = {
  name: '0001-configurations',

  async up(db) {
    if (await db.schema.hasTable('configurations')) return
    await db.schema.createTable('configurations', (table) => {
      // Never given twice, not even after a delete: ids that media players keep are built on it.
      table.increments('number')
      table.specificType('uuid', exactText(db, 'char(36)')).notNullable().unique()
      table.specificType('password_hash', exactText(db, 'varchar(255)')).notNullable()
      table.integer('credential_version').notNullable()
      table.integer('revision').notNullable()
      table.specificType('sealed', bytes).notNullable()
      table.bigInteger('created_at').notNullable()
      table.bigInteger('updated_at').notNullable()
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('configurations')
  },
}
