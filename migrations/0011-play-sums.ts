import { bytes, exactText, readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

/** What statistics read: plays counted per quarter of an hour, and the days whose plays have changed since. */
export const playSums: Migration = {
  name: '0011-play-sums',

  async up(db) {
    const keyText = await readKeyText(db)
    if (!(await db.schema.hasTable('play_marks'))) {
      await db.schema.createTable('play_marks', (table) => {
        table.integer('history_id').notNullable()
        // Days since 1970 in UTC.
        table.integer('day').notNullable()
        table.primary(['history_id', 'day'])
      })
    }
    if (!(await db.schema.hasTable('play_sums'))) {
      await db.schema.createTable('play_sums', (table) => {
        table.integer('history_id').notNullable()
        // What `value` is: 0 nothing, 1 client, 2 device, 3 resolution, 4 source, 5 service, 6 origin.
        table.integer('dimension').notNullable()
        // Months since the year 0 in UTC.
        table.integer('month').notNullable()
        table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
        table.specificType('kind', exactText(db, 'varchar(12)')).notNullable()
        // Empty: none.
        table.specificType('value', keyText('varchar(255)')).notNullable()
        // Counts by day of the month; by quarter of its first and last day; by quarter of the week; by quarter of the month.
        for (const name of ['days', 'edges', 'slots', 'quarters']) {
          table.specificType(name, bytes).notNullable()
        }
        table.primary(['history_id', 'dimension', 'month', 'profile_id', 'kind', 'value'])
      })
    }
    const isMysql = (db.client as { config: { client?: unknown } }).config.client === 'mysql2'
    const day = isMysql ? 'started_at div 86400000' : 'started_at / 86400000'
    const marked = `select distinct history_id, ${day} from plays`
    await db.raw(
      isMysql
        ? `insert ignore into play_marks (history_id, day) ${marked}`
        : `insert or ignore into play_marks (history_id, day) ${marked}`,
    )
  },

  async down(db) {
    for (const table of ['play_sums', 'play_marks']) await db.schema.dropTableIfExists(table)
  },
}
