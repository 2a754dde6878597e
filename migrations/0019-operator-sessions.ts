import { exactText } from './columns.ts'
import type { Migration } from './migration.ts'

/** Browsers that are signed in to the operator's page. */
export const operatorSessions: Migration = {
  name: '0019-operator-sessions',

  async up(db) {
    if (await db.schema.hasTable('operator_sessions')) return
    await db.schema.createTable('operator_sessions', (table) => {
      table.increments('id')
      // Keyed with the operator's password: another password finds none of them.
      table.specificType('token_hash', exactText(db, 'char(43)')).notNullable().unique()
      table.specificType('csrf_token', exactText(db, 'char(43)')).notNullable()
      table.string('name', 255).notNullable()
      table.bigInteger('created_at').notNullable()
      table.bigInteger('seen_at').notNullable()
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('operator_sessions')
  },
}
