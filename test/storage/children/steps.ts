import type { Migration } from '../../../migrations/migration.ts'

/** Steps that fail when carried out twice, and slow enough for another process to come between. */
export const slowSteps: readonly Migration[] = ['1-a', '2-b', '3-c'].map((name) => ({
  name,
  async up(db) {
    await db.schema.createTable(name, (table) => table.increments('id'))
    for (let times = 0; times < 100; times++) await db(name).insert({})
  },
  async down() {},
}))

/** A step of two schema changes that calls `between` after the first. */
export function twoTables(between: () => Promise<void>): readonly Migration[] {
  return [
    {
      name: '1-two-tables',
      async up(db) {
        if (!(await db.schema.hasTable('left'))) {
          await db.schema.createTable('left', (table) => table.increments('id'))
        }
        await between()
        await db.schema.createTable('right', (table) => table.increments('id'))
      },
      async down() {},
    },
  ]
}
