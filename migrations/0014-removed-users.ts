import type { Knex } from 'knex'
import { exactText } from './columns.ts'
import type { Migration } from './migration.ts'

const itemIndex = 'plays_history_id_item_key_started_at_index'

/** Users who were taken out of a configuration, until what they watched is deleted; and the plays of one item, found by its key. */
export const removedUsers: Migration = {
  name: '0014-removed-users',

  async up(db) {
    if (!(await db.schema.hasTable('removed_users'))) {
      await db.schema.createTable('removed_users', (table) => {
        table.integer('configuration').notNullable()
        table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
        table.bigInteger('removed_at').notNullable()
        table.primary(['configuration', 'profile_id'])
      })
    }
    if (await hasItemIndex(db)) return
    await db.schema.alterTable('plays', (table) => {
      table.index(['history_id', 'item_key', 'started_at'], itemIndex)
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('removed_users')
    if (!(await hasItemIndex(db))) return
    await db.schema.alterTable('plays', (table) => {
      table.dropIndex(['history_id', 'item_key', 'started_at'], itemIndex)
    })
  },
}

async function hasItemIndex(db: Knex): Promise<boolean> {
  const isMysql = (db.client as Knex.Client).config.client === 'mysql2'
  const found = isMysql
    ? await db('information_schema.statistics')
        .whereRaw('table_schema = database()')
        .where({ table_name: 'plays', index_name: itemIndex })
        .first('index_name')
    : await db('sqlite_master').where({ type: 'index', name: itemIndex }).first('name')
  return found !== undefined
}
