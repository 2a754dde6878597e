import { bytes, exactText, readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

/** What lists of the most played read: plays counted per title, and what kinds of titles and whose they are. */
export const titleSums: Migration = {
  name: '0015-title-sums',

  async up(db) {
    const keyText = await readKeyText(db)
    if (!(await db.schema.hasTable('title_numbers'))) {
      await db.schema.createTable('title_numbers', (table) => {
        table.increments('number')
        table.specificType('title_key', keyText('varchar(300)')).notNullable().unique()
      })
    }
    if (!(await db.schema.hasTable('title_facts'))) {
      await db.schema.createTable('title_facts', (table) => {
        table.integer('configuration').notNullable()
        // Some databases number films and series alike: 0 film or video, 1 series.
        table.integer('space').notNullable()
        table.specificType('title_key', keyText('varchar(300)')).notNullable()
        // Lists of names as JSON.
        table.specificType('genres', keyText('text')).notNullable()
        table.specificType('people', keyText('text')).notNullable()
        // Regular ones that were on air.
        table.integer('episodes')
        table.primary(['configuration', 'space', 'title_key'])
      })
    }
    if (!(await db.schema.hasTable('title_sums'))) {
      await db.schema.createTable('title_sums', (table) => {
        table.integer('history_id').notNullable()
        // Of what `span` is the number, in UTC: 0 days since 1970, 1 months since the year 0, 2 years, 3 all time.
        table.integer('level').notNullable()
        table.integer('span').notNullable()
        table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
        table.specificType('kind', exactText(db, 'varchar(12)')).notNullable()
        // Counts by the number of the title; of a day, by 96 times that and the quarter of an hour.
        table.specificType('cells', bytes).notNullable()
        table.primary(['history_id', 'level', 'span', 'profile_id', 'kind'])
      })
    }
    const isMysql = (db.client as { config: { client?: unknown } }).config.client === 'mysql2'
    const marked = `into play_marks (history_id, day) select distinct history_id, ${
      isMysql ? 'started_at div 86400000' : 'started_at / 86400000'
    } from plays`
    await db.raw(isMysql ? `insert ignore ${marked}` : `insert or ignore ${marked}`)
  },

  async down(db) {
    for (const table of ['title_sums', 'title_facts', 'title_numbers']) {
      await db.schema.dropTableIfExists(table)
    }
  },
}
