import type { Knex } from 'knex'
import { makeDurable } from '../durable.ts'
import { read, write } from '../guard.ts'

type Row = { name: string; value: string }

const table = 'settings'

/** Shared by all nodes. Names are ASCII up to 64 characters; values up to 64 KiB. */
export function createSettingsStore(db: Knex) {
  async function get(name: string): Promise<string | null> {
    const row = await read(db, () => db<Row>(table).where({ name }).first('value'))
    return row?.value ?? null
  }

  /** If several nodes insert at once, all get the winner's value. */
  async function insertIfAbsent(name: string, value: string): Promise<string> {
    // Not `ignore`: on MySQL that would also let a value be cut silently.
    await write(db, () => db<Row>(table).insert({ name, value }).onConflict('name').merge(['name']))
    await makeDurable(db)
    return (await get(name)) ?? insertIfAbsent(name, value)
  }

  return {
    exists: () => read(db, () => db.schema.hasTable(table)),
    get,
    insertIfAbsent,

    /** Tries a change and leaves nothing behind. */
    async tryChange(name: string, value: string): Promise<void> {
      await write(db, () => db<Row>(table).insert({ name, value }).onConflict('name').merge())
      await write(db, () => db<Row>(table).where({ name }).delete())
    },
  }
}
