import type { Migration } from './migration.ts'

/** When a connection to a tracker last began or stopped to fail. */
export const failingTrackers: Migration = {
  name: '0023-failing-trackers',

  async up(db) {
    if (await db.schema.hasColumn('tracker_links', 'turned_at')) return
    await db.schema.alterTable('tracker_links', (table) => {
      table.bigInteger('turned_at').nullable()
    })
  },

  async down(db) {
    if (!(await db.schema.hasColumn('tracker_links', 'turned_at'))) return
    await db.schema.alterTable('tracker_links', (table) => {
      table.dropColumn('turned_at')
    })
  },
}
