import type { Migration } from './migration.ts'

/** Months whose plays are counted by how they were carried: the previous release counts without it. */
export const deliveryMonths: Migration = {
  name: '0025-delivery-months',

  async up(db) {
    if (await db.schema.hasTable('delivery_months')) return
    await db.schema.createTable('delivery_months', (table) => {
      table.integer('history_id').notNullable()
      // Months since the year 0 in UTC.
      table.integer('month').notNullable()
      // The version of the month's other counts; of another one, these are no longer right.
      table.bigInteger('version').notNullable()
      table.primary(['history_id', 'month'])
    })
  },

  async down(db) {
    await db('play_sums').where({ dimension: 7 }).delete()
    await db.schema.dropTableIfExists('delivery_months')
  },
}
