import type { Knex } from 'knex'
import { bytes, exactText, readKeyText } from './columns.ts'
import type { Migration } from './migration.ts'

type KeyText = Awaited<ReturnType<typeof readKeyText>>
type Tables = Readonly<Record<string, (table: Knex.CreateTableBuilder) => void>>

export const mediaServer: Migration = {
  name: '0003-media-server',

  async up(db) {
    const keyText = await readKeyText(db)
    for (const tables of [titleTables, historyTables, deviceTables]) {
      for (const [name, columns] of Object.entries(tables(db, keyText))) {
        if (!(await db.schema.hasTable(name))) await db.schema.createTable(name, columns)
      }
    }
  },

  async down(db) {
    for (const table of [
      'preferences',
      'sign_in_locks',
      'devices',
      'history',
      'title_ids',
      'viewers',
      'stored_answers',
      'item_names',
    ]) {
      await db.schema.dropTableIfExists(table)
    }
  },
}

function titleTables(db: Knex, keyText: KeyText): Tables {
  return {
    item_names(table) {
      // Never given twice: ids that media players keep are built on it.
      table.increments('number')
      table.specificType('text', keyText('varchar(600)')).notNullable().unique()
    },
    stored_answers(table) {
      table.specificType('key', exactText(db, 'varchar(100)')).notNullable().primary()
      table.specificType('body', bytes).notNullable()
      table.bigInteger('expires_at').notNullable().index()
    },
    title_ids(table) {
      // Every id under which a watched title is known, so that it is found again under another one.
      table.integer('viewer').notNullable()
      table.specificType('id', keyText('varchar(310)')).notNullable()
      table.specificType('title_key', keyText('varchar(300)')).notNullable()
      table.primary(['viewer', 'id'])
      table.index(['viewer', 'title_key'])
    },
  }
}

function historyTables(db: Knex, keyText: KeyText): Tables {
  return {
    viewers(table) {
      // Stands for configuration and profile in every row of the history.
      table.increments('number')
      table.integer('configuration').notNullable()
      table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
      // Of the viewer's history, kept in the same transactions: counting takes seconds at millions of rows.
      for (const count of ['movies', 'episodes', 'in_progress', 'favorites']) {
        table.integer(count).notNullable().defaultTo(0)
      }
      table.unique(['configuration', 'profile_id'])
    },
    history(table) {
      table.bigIncrements('number')
      table.integer('viewer').notNullable()
      table.specificType('item_key', keyText('varchar(300)')).notNullable()
      table.specificType('title_key', keyText('varchar(300)')).notNullable()
      table.specificType('kind', exactText(db, 'varchar(12)')).notNullable()
      table.integer('season')
      table.integer('episode')
      table.boolean('played').notNullable().defaultTo(false)
      table.integer('play_count').notNullable().defaultTo(0)
      table.bigInteger('position_ms').notNullable().defaultTo(0)
      table.bigInteger('duration_ms')
      table.boolean('resumable').notNullable().defaultTo(false)
      table.boolean('favorite').notNullable().defaultTo(false)
      table.boolean('likes')
      table.bigInteger('last_played_at')
      // 0: not listed, because it was cleared or nothing is left of it.
      table.bigInteger('sort_at').notNullable()
      table.specificType('origin', exactText(db, 'varchar(8)')).notNullable().defaultTo('local')
      table.string('tracker', 100)
      // Through which it came.
      table.integer('link')
      table.text('item').notNullable()
      table.bigInteger('changed_at').notNullable()
      // Plays up to then were cleared or taken back: an import does not bring them back.
      table.bigInteger('cleared_at')
      table.unique(['viewer', 'item_key'])
      table.index(['viewer', 'origin', 'sort_at', 'number'])
      table.index(['viewer', 'title_key', 'season', 'played'])
      table.index(['viewer', 'played', 'kind', 'last_played_at'])
      table.index(['viewer', 'resumable', 'last_played_at'])
      table.index(['viewer', 'favorite', 'sort_at'])
    },
  }
}

function deviceTables(db: Knex, keyText: KeyText): Tables {
  return {
    devices(table) {
      table.increments('number')
      table.specificType('token_hash', exactText(db, 'char(43)')).notNullable().unique()
      table.integer('configuration').notNullable()
      table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
      table.string('device_id', 255).notNullable()
      table.string('device_name', 255).notNullable()
      table.string('client', 255).notNullable()
      table.string('version', 100).notNullable()
      table.specificType('origin', exactText(db, 'varchar(16)')).notNullable()
      // Of the secrets that opened it: it ends when they change.
      table.specificType('secret_mark', exactText(db, 'char(43)')).notNullable()
      table.bigInteger('created_at').notNullable()
      table.bigInteger('seen_at').notNullable()
      table.text('capabilities')
      table.text('playing')
      table.index(['configuration', 'seen_at'])
    },
    sign_in_locks(table) {
      table.integer('configuration').notNullable()
      table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
      table.integer('failures').notNullable()
      table.bigInteger('until').notNullable()
      table.primary(['configuration', 'profile_id'])
    },
    preferences(table) {
      table.integer('configuration').notNullable()
      table.specificType('profile_id', exactText(db, 'char(32)')).notNullable()
      table.specificType('client', keyText('varchar(100)')).notNullable()
      table.specificType('name', keyText('varchar(100)')).notNullable()
      table.text('value', 'mediumtext').notNullable()
      table.primary(['configuration', 'profile_id', 'client', 'name'])
    },
  }
}
