import { bytes, exactText, readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

export const trackers: Migration = {
  name: '0004-trackers',

  async up(db) {
    const keyText = await readKeyText(db)
    const missing = async (table: string) => !(await db.schema.hasTable(table))

    if (await missing('tracker_links')) {
      await db.schema.createTable('tracker_links', (table) => {
        table.increments('number')
        table.integer('configuration').notNullable()
        table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
        // Name of a native tracker, or `source:` and the id of a source.
        table.specificType('tracker', keyText('varchar(120)')).notNullable()
        table.specificType('state', exactText(db, 'varchar(12)')).notNullable()
        table.string('reason', 300)
        // Sealed: tokens, or what is needed until there are some.
        table.specificType('secret', bytes)
        // Of the address that was refused: another one is tried again.
        table.specificType('address_mark', exactText(db, 'char(43)'))
        table.string('version', 300)
        table.integer('failures').notNullable().defaultTo(0)
        table.bigInteger('next_push_at').notNullable().defaultTo(0)
        table.bigInteger('next_pull_at').notNullable().defaultTo(0)
        table.bigInteger('pulled_at')
        table.unique(['configuration', 'profile_id', 'tracker'])
        table.index(['state', 'next_pull_at'])
      })
    }
    if (await missing('tracker_events')) {
      await db.schema.createTable('tracker_events', (table) => {
        table.bigIncrements('number')
        table.integer('link').notNullable()
        table.specificType('title_key', keyText('varchar(300)')).notNullable()
        table.specificType('state', exactText(db, 'varchar(8)')).notNullable()
        table.text('event', 'mediumtext').notNullable()
        table.integer('attempts').notNullable().defaultTo(0)
        table.bigInteger('next_at').notNullable()
        table.string('reason', 300)
        table.bigInteger('created_at').notNullable()
        table.index(['state', 'next_at', 'link'])
        table.index(['link', 'state', 'number'])
        table.index(['link', 'title_key', 'state', 'number'])
      })
    }
  },

  async down(db) {
    for (const table of ['tracker_events', 'tracker_links']) {
      await db.schema.dropTableIfExists(table)
    }
  },
}
