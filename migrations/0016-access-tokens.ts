import { exactText } from './columns.ts'
import type { Migration } from './migration.ts'

/** Tokens with which dashboards read, and nothing else. */
export const accessTokens: Migration = {
  name: '0016-access-tokens',

  async up(db) {
    if (await db.schema.hasTable('access_tokens')) return
    await db.schema.createTable('access_tokens', (table) => {
      table.increments('number')
      table.specificType('token_hash', exactText(db, 'char(43)')).notNullable().unique()
      table.integer('configuration').notNullable().index()
      // The user as whom it reads.
      table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
      table.string('name', 255).notNullable()
      // Separated by commas.
      table.specificType('scopes', exactText(db, 'varchar(100)')).notNullable()
      // Of the configuration when it was made; another one ends it.
      table.integer('credential_version').notNullable()
      table.bigInteger('created_at').notNullable()
      table.bigInteger('used_at')
      table.bigInteger('expires_at')
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('access_tokens')
  },
}
