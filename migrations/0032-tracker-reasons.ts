import type { Migration } from './migration.ts'

const tables = ['tracker_links', 'tracker_events']

export const trackerReasons: Migration = {
  name: '0032-tracker-reasons',

  async up(db) {
    for (const name of tables) {
      if (await db.schema.hasColumn(name, 'coded_reason')) continue
      await db.schema.alterTable(name, (table) => void table.text('coded_reason').nullable())
    }
  },

  async down(db) {
    for (const name of tables) {
      if (!(await db.schema.hasColumn(name, 'coded_reason'))) continue
      await db.schema.alterTable(name, (table) => void table.dropColumn('coded_reason'))
    }
  },
}
