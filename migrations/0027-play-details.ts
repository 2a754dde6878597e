import { bytes, readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

/** Plays of a month counted by all that they can be asked for at once. */
export const playDetails: Migration = {
  name: '0027-play-details',

  async up(db) {
    if (await db.schema.hasTable('play_details')) return
    const keyText = await readKeyText(db)
    await db.schema.createTable('play_details', (table) => {
      table.integer('history_id').notNullable()
      // Months since the year 0 in UTC.
      table.integer('month').notNullable()
      // The version of the month's other counts; of another one, these are no longer right.
      table.bigInteger('version').notNullable()
      table.specificType('traits', keyText('longtext')).notNullable()
      table.specificType('cells', bytes).notNullable()
      table.primary(['history_id', 'month'])
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('play_details')
  },
}
