import { exactText, readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

/** One row for each time that somebody watched something; the history has one row for each thing watched. */
export const plays: Migration = {
  name: '0008-plays',

  async up(db) {
    if (await db.schema.hasTable('plays')) return
    const keyText = await readKeyText(db)
    await db.schema.createTable('plays', (table) => {
      table.bigIncrements('id')
      table.integer('history_id').notNullable()
      // Who watched; several users can share a history.
      table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
      table.specificType('item_key', keyText('varchar(300)')).notNullable()
      table.specificType('title_key', keyText('varchar(300)')).notNullable()
      table.specificType('kind', exactText(db, 'varchar(12)')).notNullable()
      table.integer('season')
      table.integer('episode')
      table.bigInteger('started_at').notNullable()
      table.bigInteger('ended_at').notNullable()
      // Without pauses and without what was skipped.
      table.bigInteger('watched_ms').notNullable()
      table.bigInteger('first_position_ms')
      table.bigInteger('last_position_ms')
      table.bigInteger('duration_ms')
      table.boolean('finished').notNullable()
      // Names are compared exactly, as their kept counts are.
      table.specificType('device_id', keyText('varchar(255)'))
      table.specificType('device_name', keyText('varchar(255)'))
      table.specificType('client', keyText('varchar(255)'))
      // Tells the version apart from the item's others.
      table.bigInteger('version_mark')
      table.specificType('version_name', keyText('varchar(500)'))
      table.specificType('resolution', keyText('varchar(20)'))
      table.specificType('source', keyText('varchar(255)'))
      table.specificType('service', keyText('varchar(100)'))
      // redirect, proxied; null: unknown.
      table.specificType('delivery', exactText(db, 'varchar(8)'))
      // local, import, stremio.
      table.specificType('origin', exactText(db, 'varchar(8)')).notNullable()
      table.string('tracker', 100)
      table.index(['history_id', 'started_at'])
      table.index(['history_id', 'title_key', 'started_at'])
    })
  },

  async down(db) {
    await db.schema.dropTableIfExists('plays')
  },
}
