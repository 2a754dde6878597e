import { bytes, exactText } from './columns.ts'
import type { Migration } from './migration.ts'

/** Codes of the addresses that belong to one user. */
export const personalAddresses: Migration = {
  name: '0013-personal-addresses',

  async up(db) {
    if (await db.schema.hasTable('personal_addresses')) return
    await db.schema.createTable('personal_addresses', (table) => {
      table.integer('configuration').notNullable()
      table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
      table.specificType('code_hash', exactText(db, 'varchar(43)')).notNullable().unique()
      table.specificType('sealed_code', bytes).notNullable()
      table.primary(['configuration', 'profile_id'])
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('personal_addresses')
  },
}
