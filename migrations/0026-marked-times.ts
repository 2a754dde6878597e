import type { Migration } from './migration.ts'

/** When a user marked the entry as played; null: never since it was last unmarked, or by an earlier release. */
export const markedTimes: Migration = {
  name: '0026-marked-times',

  async up(db) {
    if (await db.schema.hasColumn('history', 'marked_at')) return
    await db.schema.alterTable('history', (table) => {
      table.bigInteger('marked_at')
    })
  },

  async down(db) {
    if (!(await db.schema.hasColumn('history', 'marked_at'))) return
    await db.schema.alterTable('history', (table) => {
      table.dropColumn('marked_at')
    })
  },
}
