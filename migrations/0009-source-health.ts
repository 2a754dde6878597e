import { exactText, readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

/** What became of asking sources and trackers, one row for each hour and one for each day (UTC). */
export const sourceHealth: Migration = {
  name: '0009-source-health',

  async up(db) {
    if (await db.schema.hasTable('source_health')) return
    const keyText = await readKeyText(db)
    await db.schema.createTable('source_health', (table) => {
      table.integer('configuration').notNullable()
      // hour, day.
      table.specificType('span', exactText(db, 'varchar(4)')).notNullable()
      // Epoch milliseconds of its beginning.
      table.bigInteger('from_at').notNullable()
      // streams, metadata, catalogs, subtitles, tracker.
      table.specificType('area', exactText(db, 'varchar(10)')).notNullable()
      // Id of a source, or name of a tracker.
      table.specificType('subject', keyText('varchar(200)')).notNullable()
      table.integer('answered').notNullable()
      table.integer('remembered').notNullable()
      table.bigInteger('results').notNullable()
      table.bigInteger('kept').notNullable()
      // JSON: how many failures of each kind.
      table.text('failures').notNullable()
      // JSON of a t-digest of milliseconds: [mean, count] of each centroid; null: never answered.
      table.text('latencies')
      table.integer('p50')
      table.integer('p95')
      table.integer('p99')
      table.primary(['configuration', 'span', 'from_at', 'area', 'subject'])
      table.index(['span', 'from_at'])
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('source_health')
  },
}
