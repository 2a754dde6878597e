import { playDetails } from './0027-play-details.ts'
import { bytes, readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

/** Details of a month in rows of a bounded size: a fold writes only those of the days that it counts. */
export const detailParts: Migration = {
  name: '0028-detail-parts',

  async up(db) {
    if (await db.schema.hasTable('detail_months')) return
    await db.schema.dropTableIfExists('play_details')
    const keyText = await readKeyText(db)
    await db.schema.createTable('play_details', (table) => {
      table.integer('history_id').notNullable()
      // Months since the year 0 in UTC.
      table.integer('month').notNullable()
      table.integer('part').notNullable()
      // Of the month, a bit each: those that the part has plays of.
      table.integer('days').notNullable()
      table.integer('cell_count').notNullable()
      table.specificType('traits', keyText('longtext')).notNullable()
      table.specificType('cells', bytes).notNullable()
      table.primary(['history_id', 'month', 'part'])
    })
    await db.schema.createTable('detail_months', (table) => {
      table.integer('history_id').notNullable()
      table.integer('month').notNullable()
      // The version of the month's other counts; of another one, its details are no longer right.
      table.bigInteger('version').notNullable()
      table.primary(['history_id', 'month'])
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('detail_months')
    await db.schema.dropTableIfExists('play_details')
    await playDetails.up(db)
  },
}
