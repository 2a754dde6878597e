import type { Migration } from './migration.ts'

/** Which writing of the kept counts of a time is the latest, so that a process knows whether what it holds is still right. */
export const sumVersions: Migration = {
  name: '0017-sum-versions',

  async up(db) {
    if (!(await db.schema.hasTable('sum_versions'))) {
      await db.schema.createTable('sum_versions', (table) => {
        table.integer('history_id').notNullable()
        // Of what `span` is the number, in UTC: 1 months since the year 0, 2 years, 3 all time.
        table.integer('level').notNullable()
        table.integer('span').notNullable()
        // Another one after each change.
        table.bigInteger('version').notNullable()
        table.primary(['history_id', 'level', 'span'])
      })
    }
    const isMysql = (db.client as { config: { client?: unknown } }).config.client === 'mysql2'
    const insert = isMysql ? 'insert ignore into' : 'insert or ignore into'
    const year = isMysql ? 'month div 12' : 'month / 12'
    for (const [level, span] of [
      [1, 'month'],
      [2, year],
      [3, '0'],
    ] as const) {
      await db.raw(
        `${insert} sum_versions (history_id, level, span, version)
         select distinct history_id, ${level}, ${span}, 1 from play_sums where dimension = 0`,
      )
    }
  },

  async down(db) {
    await db.schema.dropTableIfExists('sum_versions')
  },
}
