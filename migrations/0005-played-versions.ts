import type { Migration } from './migration.ts'

/** Which version of an item was played last, with its tracks: JSON, as the history writes it. */
export const playedVersions: Migration = {
  name: '0005-played-versions',

  async up(db) {
    if (await db.schema.hasColumn('history', 'version')) return
    await db.schema.alterTable('history', (table) => {
      table.string('version', 500)
    })
  },

  async down(db) {
    if (!(await db.schema.hasColumn('history', 'version'))) return
    await db.schema.alterTable('history', (table) => {
      table.dropColumn('version')
    })
  },
}
