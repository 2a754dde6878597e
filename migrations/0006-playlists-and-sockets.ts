import { exactText, readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

export const playlistsAndSockets: Migration = {
  name: '0006-playlists-and-sockets',

  async up(db) {
    const keyText = await readKeyText(db)
    const missing = async (table: string) => !(await db.schema.hasTable(table))

    if (await missing('playlists')) {
      await db.schema.createTable('playlists', (table) => {
        // Never given twice: ids that apps keep are built on it.
        table.increments('number')
        table.integer('configuration').notNullable()
        table.specificType('owner_id', exactText(db, 'char(32)')).notNullable()
        table.string('name', 200).notNullable()
        table.boolean('open').notNullable().defaultTo(false)
        // Of its entries, kept in the transactions that change them: a list of playlists reads no entry.
        table.integer('entries').notNullable().defaultTo(0)
        table.bigInteger('runtime_ms').notNullable().defaultTo(0)
        table.text('picture')
        table.text('backdrop')
        table.bigInteger('created_at').notNullable()
        table.bigInteger('changed_at').notNullable()
        table.index(['configuration', 'owner_id'])
      })
    }
    if (await missing('playlist_entries')) {
      await db.schema.createTable('playlist_entries', (table) => {
        table.bigIncrements('number')
        table.integer('playlist').notNullable()
        // Ascending; numbers may be missing.
        table.integer('place').notNullable()
        table.specificType('item_key', keyText('varchar(300)')).notNullable()
        table.specificType('title_key', keyText('varchar(300)')).notNullable()
        table.specificType('kind', exactText(db, 'varchar(12)')).notNullable()
        table.integer('season')
        table.integer('episode')
        table.bigInteger('runtime_ms')
        table.text('item').notNullable()
        table.unique(['playlist', 'item_key'])
        table.index(['playlist', 'place'])
      })
    }
    if (await missing('playlist_users')) {
      await db.schema.createTable('playlist_users', (table) => {
        table.integer('playlist').notNullable()
        table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
        table.boolean('shared').notNullable().defaultTo(false)
        table.boolean('can_edit').notNullable().defaultTo(false)
        table.boolean('favorite').notNullable().defaultTo(false)
        table.primary(['playlist', 'profile_id'])
      })
    }
    if (await missing('sockets')) {
      await db.schema.createTable('sockets', (table) => {
        table.specificType('id', exactText(db, 'char(32)')).notNullable().primary()
        table.integer('configuration').notNullable().index()
        table.integer('device').notNullable()
        table.bigInteger('opened_at').notNullable()
        // Renewed by the node that holds it: what a node leaves behind when it dies ends by itself.
        table.bigInteger('seen_at').notNullable().index()
      })
    }
  },

  async down(db) {
    for (const table of ['sockets', 'playlist_users', 'playlist_entries', 'playlists']) {
      await db.schema.dropTableIfExists(table)
    }
  },
}
