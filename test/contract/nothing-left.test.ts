import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { dialectOf } from '../../src/storage/dialect.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { dropSums, foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { playOf } from '../support/play-files.ts'

const may = Date.UTC(2020, 4, 2, 20)
const june = Date.UTC(2020, 5, 2, 20)
const [olga, kim] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string]
/** Titles of all histories together have numbers, which name nobody. */
const ofNobody = new Set(['title_numbers'])

async function tablesOf(db: Knex): Promise<readonly string[]> {
  if (dialectOf(db) === 'mysql') {
    const [rows] = (await db.raw('show tables')) as [object[]]
    return rows.map((row) => String(Object.values(row)[0]))
  }
  return db('sqlite_master').where({ type: 'table' }).pluck('name')
}

/** Each table that has rows that say something, and how many; texts of blobs count. */
async function tablesWith(
  db: Knex,
  says: (row: Readonly<Record<string, unknown>>) => boolean,
): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {}
  for (const table of await tablesOf(db)) {
    if (ofNobody.has(table)) continue
    const rows: Record<string, unknown>[] = await db(table)
    const count = rows.filter(says).length
    if (count > 0) found[table] = count
  }
  return found
}

const names = (text: string) => (row: Readonly<Record<string, unknown>>) =>
  Object.values(row).some((value) =>
    (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)).includes(
      text,
    ),
  )

const ofHistory = (id: number) => (row: Readonly<Record<string, unknown>>) =>
  row['history_id'] === id || row['viewer'] === id

describe.each(dialects)('In all tables on $name', ({ skip, openMigrated }) => {
  async function open() {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const plays = createPlayStore(db)
    const add = async (owner: string, key: string, at: number) => {
      const id = await history.historyIdOf(1, owner)
      const own = { profileId: owner, client: `App of ${key}`, deviceName: `Device of ${key}` }
      await history.importPlays(id, [playOf(key, at, own)], { restore: false, dryRun: false })
      return id
    }
    const id = await add(olga, 'tt7777777', may)
    await add(olga, 'tt7777777', may + 86_400_000)
    await add(kim, 'tt8888888', may)
    await foldStale(db)
    expect(Object.keys(await tablesWith(db, names('App of tt7777777'))).toSorted()).toEqual([
      'play_details',
      'play_sums',
      'plays',
    ])
    return { db, history, plays, add, id }
  }

  it.skipIf(skip)('nothing is left of a title that was cleared, beside others', async () => {
    const { db, history, add, id } = await open()
    await add(olga, 'tt9999999', may)
    await add(olga, 'tt9999999', may + 2 * 86_400_000)
    await foldStale(db)
    await history.clear(id, ['tt7777777'])
    await foldStale(db)
    expect(await tablesWith(db, names('tt7777777'))).toEqual({})
    expect(await tablesWith(db, names('App of tt9999999'))).not.toEqual({})
  })

  it.skipIf(skip)('nothing is left of a history that was cleared', async () => {
    const { db, history, id } = await open()
    await history.clear(id, null)
    await foldStale(db)
    expect(await tablesWith(db, names('tt7777777'))).toEqual({})
    expect(await tablesWith(db, ofHistory(id))).toEqual({})
  })

  it.skipIf(skip)('nothing is left of plays that are older than they are kept', async () => {
    const { db, plays, add } = await open()
    await add(olga, 'tt9999999', june)
    await foldStale(db)
    await plays.sweep(june)
    await foldStale(db)
    expect(await tablesWith(db, names('tt7777777'))).toEqual({})
    const { month } = await db('play_sums').first('month')
    expect(await tablesWith(db, (row) => row['month'] === month - 1)).toEqual({})
    expect(await tablesWith(db, (row) => row['span'] === month - 1)).toEqual({})
  })

  it.skipIf(skip)('nothing is left of a user who was removed but the id', async () => {
    const { db, history, id } = await open()
    await history.noteUsers(1, [kim], 1_000)
    await history.forgetRemovedUsers(9_000, {
      namedUsers: async () => [kim],
      onFailure(error) {
        throw error
      },
    })
    await foldStale(db)
    expect(await tablesWith(db, ofHistory(id))).toEqual({})
    expect(await tablesWith(db, names(olga))).toEqual({ viewers: 1 })
    expect(await tablesWith(db, names('tt7777777'))).toEqual({})
  })

  it.skipIf(skip)('nothing is left of a configuration that was deleted', async () => {
    const { db, history } = await open()
    await history.forget(1)
    await foldStale(db)
    for (const text of [olga, kim, 'tt7777777', 'tt8888888']) {
      expect(await tablesWith(db, names(text))).toEqual({})
    }
  })

  it.skipIf(skip)('nothing is left of what was counted while its history was deleted', async () => {
    const { db, history, plays, id } = await open()
    const counted = ['play_details', 'detail_months', 'delivery_months', 'title_sums', 'play_sums']
    const kept = await Promise.all(
      counted.map((table) => db(table).where({ history_id: id }).select()),
    )
    await history.forget(1)
    for (const [index, table] of counted.entries()) await db(table).insert(kept[index]!)
    await plays.sweep(null)
    expect(await tablesWith(db, ofHistory(id))).toEqual({})
  })

  it.skipIf(skip)('nothing is left that was counted, once all is counted anew', async () => {
    const { db, id } = await open()
    const [details] = await db('play_details').where({ history_id: id }).select()
    await db('play_details').insert({ ...details, history_id: 99 })
    await db('detail_months').insert({ history_id: 98, month: 1, version: 1 })
    await dropSums(db)
    await foldStale(db)
    for (const gone of [98, 99]) expect(await tablesWith(db, ofHistory(gone))).toEqual({})
  })
})
