import type { Knex } from 'knex'
import { exactText } from './columns.ts'
import type { Migration } from './migration.ts'

const name = 'stored_answers'
const siteIndex = 'stored_answers_site_expires_at_size_index'

/** How large each stored answer is, and whose: what takes most makes room. The previous release leaves both as they are. */
export const storedSizes: Migration = {
  name: '0030-stored-sizes',

  async up(db) {
    if (!(await db.schema.hasColumn(name, 'size'))) {
      await db.schema.alterTable(name, (table) => {
        // 0: not known yet.
        table.integer('size').notNullable().defaultTo(0)
      })
    }
    if (!(await db.schema.hasColumn(name, 'site'))) {
      const mark = exactText(db, 'varchar(22)')
      await db.schema.alterTable(name, (table) => {
        // Mark of a source's site; empty for what the service keeps for itself.
        table.specificType('site', mark).notNullable().defaultTo('')
      })
    }
    if (await hasSiteIndex(db)) return
    await db.schema.alterTable(name, (table) => {
      table.index(['site', 'expires_at', 'size'], siteIndex)
    })
  },

  async down(db) {
    if (await hasSiteIndex(db)) {
      await db.schema.alterTable(name, (table) => {
        table.dropIndex(['site', 'expires_at', 'size'], siteIndex)
      })
    }
    for (const column of ['size', 'site']) {
      if (!(await db.schema.hasColumn(name, column))) continue
      await db.schema.alterTable(name, (table) => void table.dropColumn(column))
    }
  },
}

async function hasSiteIndex(db: Knex): Promise<boolean> {
  const isMysql = (db.client as Knex.Client).config.client === 'mysql2'
  const found = isMysql
    ? await db('information_schema.statistics')
        .whereRaw('table_schema = database()')
        .where({ table_name: name, index_name: siteIndex })
        .first('index_name')
    : await db('sqlite_master').where({ type: 'index', name: siteIndex }).first('name')
  return found !== undefined
}
