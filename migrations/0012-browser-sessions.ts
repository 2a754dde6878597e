import { exactText } from './columns.ts'
import type { Migration } from './migration.ts'

/** Browsers that are signed in to the pages. */
export const browserSessions: Migration = {
  name: '0012-browser-sessions',

  async up(db) {
    if (await db.schema.hasTable('browser_sessions')) return
    await db.schema.createTable('browser_sessions', (table) => {
      table.increments('id')
      table.specificType('token_hash', exactText(db, 'char(43)')).notNullable().unique()
      // The one before the last rotation, which requests on their way still send.
      table.specificType('previous_hash', exactText(db, 'char(43)')).index()
      table.specificType('csrf_token', exactText(db, 'char(43)')).notNullable()
      table.integer('configuration').notNullable().index()
      // Of the password that opened it; a change ends the session.
      table.integer('credential_version').notNullable()
      table.string('name', 255).notNullable()
      table.boolean('remembered').notNullable()
      table.bigInteger('created_at').notNullable()
      table.bigInteger('seen_at').notNullable()
      table.bigInteger('rotated_at').notNullable()
      table.bigInteger('expires_at').notNullable().index()
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('browser_sessions')
  },
}
