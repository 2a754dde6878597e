import type { Knex } from 'knex'
import type { Migration } from './migration.ts'

const versionIndex = 'title_sums_history_id_level_span_version_index'

/**
 * Which writing of the kept counts of a month, a year or all time is the latest, in the rows themselves. The previous
 * release writes them without it: then it is 0, and nobody takes what is held in memory for what they say.
 */
export const titleVersions: Migration = {
  name: '0021-title-versions',

  async up(db) {
    if (!(await db.schema.hasColumn('title_sums', 'version'))) {
      await db.schema.alterTable('title_sums', (table) => {
        table.bigInteger('version').notNullable().defaultTo(0)
      })
    }
    if (await hasVersionIndex(db)) return
    await db.schema.alterTable('title_sums', (table) => {
      table.index(['history_id', 'level', 'span', 'version'], versionIndex)
    })
  },

  async down(db) {
    if (await hasVersionIndex(db)) {
      await db.schema.alterTable('title_sums', (table) => {
        table.dropIndex(['history_id', 'level', 'span', 'version'], versionIndex)
      })
    }
    if (await db.schema.hasColumn('title_sums', 'version')) {
      await db.schema.alterTable('title_sums', (table) => void table.dropColumn('version'))
    }
  },
}

async function hasVersionIndex(db: Knex): Promise<boolean> {
  const isMysql = (db.client as Knex.Client).config.client === 'mysql2'
  const found = isMysql
    ? await db('information_schema.statistics')
        .whereRaw('table_schema = database()')
        .where({ table_name: 'title_sums', index_name: versionIndex })
        .first('index_name')
    : await db('sqlite_master').where({ type: 'index', name: versionIndex }).first('name')
  return found !== undefined
}
