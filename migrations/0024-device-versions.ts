import type { Migration } from './migration.ts'

/** What the last device played that cannot play the remembered version: JSON, as the history writes it. */
export const deviceVersions: Migration = {
  name: '0024-device-versions',

  async up(db) {
    if (await db.schema.hasColumn('history', 'device_version')) return
    await db.schema.alterTable('history', (table) => {
      table.string('device_version', 500)
    })
  },

  async down(db) {
    if (!(await db.schema.hasColumn('history', 'device_version'))) return
    await db.schema.alterTable('history', (table) => {
      table.dropColumn('device_version')
    })
  },
}
