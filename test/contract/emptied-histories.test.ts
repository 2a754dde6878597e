import type { Knex } from 'knex'
import { describe, expect, it, vi } from 'vitest'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { dialects } from '../support/dialects.ts'
import { playOf } from '../support/play-files.ts'

const [olga, kim] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string]
const own = { restore: false, dryRun: false }
const dayMs = 86_400_000

const naming = (...users: readonly string[]) => ({
  namedUsers: async () => users,
  onFailure(error: unknown) {
    throw error
  },
})

describe.each(dialects)('On $name, the number of a removed user', ({ skip, openMigrated }) => {
  const left = (db: Knex) => db('viewers').orderBy('number').pluck('profile_id')

  /** Kim has a number, has watched nothing and was removed. */
  async function open() {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    await history.historyIdOf(1, olga)
    const id = await history.historyIdOf(1, kim)
    await history.noteUsers(1, [olga], 1_000)
    await history.forgetRemovedUsers(2_000, naming(olga))
    expect(await left(db)).toEqual([olga, kim])
    return { db, history, id, tomorrow: Date.now() + dayMs }
  }

  it.skipIf(skip)('is kept for a day without a note, and then deleted', async () => {
    const { db, history, tomorrow } = await open()
    await history.noteUsers(1, [olga], 3_000)
    expect(await db('removed_users').select()).toEqual([])
    await history.forgetEmptied(tomorrow - 2 * dayMs, naming(olga))
    expect(await left(db)).toEqual([olga, kim])
    await history.forgetEmptied(tomorrow, naming(olga))
    expect(await left(db)).toEqual([olga])
    const again = await createHistoryStore(db).historyIdOf(1, kim)
    expect(await history.importPlays(again, [playOf('tt1', 1_000, { profileId: kim })], own)).toBe(
      1,
    )
  })

  it.skipIf(skip)('stays where the user is named again, whoever noticed it', async () => {
    const { db, history, tomorrow } = await open()
    await history.forgetEmptied(tomorrow, naming(olga, kim))
    expect(await left(db)).toEqual([olga, kim])
    await history.noteUsers(1, [olga], 1_000)
    await history.forgetRemovedUsers(2_000, naming(olga))
    await history.noteUsers(1, [olga, kim], 3_000)
    await history.forgetEmptied(tomorrow, naming(olga))
    expect(await left(db)).toEqual([olga, kim])
  })

  it.skipIf(skip)('stays with what was watched since', async () => {
    const { db, history, id, tomorrow } = await open()
    await history.importPlays(id, [playOf('tt1', 1_000, { profileId: kim })], own)
    await history.forgetEmptied(tomorrow, naming(olga))
    expect(await left(db)).toEqual([olga, kim])
    expect(await db('plays').pluck('item_key')).toEqual(['tt1'])
    expect(await db('removed_users').pluck('profile_id')).toEqual([kim])
    await history.noteUsers(1, [olga, kim], 3_000)
    expect(await db('removed_users').select()).toEqual([])
    await history.noteUsers(1, [olga], 4_000)
    expect(await db('removed_users').pluck('profile_id')).toEqual([kim])
  })

  it.skipIf(skip)('does not hide what was watched since from the next removal', async () => {
    const { db, history, id } = await open()
    await history.importPlays(id, [playOf('tt1', 1_000, { profileId: kim })], own)
    await history.noteUsers(1, [olga], 4_000)
    await history.forgetRemovedUsers(5_000, naming(olga))
    expect(await db('plays').select()).toEqual([])
    expect(await db('removed_users').select()).toEqual([])
  })

  it.skipIf(skip)(
    'is read with others, some at a time, and each is looked at',
    async () => {
      const { db, history, tomorrow } = await open()
      const ids = Array.from({ length: 300 }, (_, i) => String(i).padStart(32, '0'))
      const rows = ids.map((profile_id, i) => ({ configuration: 2 + (i % 3), profile_id }))
      await db.batchInsert('viewers', rows, 100)
      const notes = rows.map((row) => ({ ...row, removed_at: 1_000 }))
      await db.batchInsert('removed_users', notes, 100)
      let most = 0
      db.on('query-response', (found: unknown) => {
        if (Array.isArray(found)) most = Math.max(most, found.length)
      })
      const away = new Error('the parent is away')
      const onFailure = vi.fn<(error: unknown) => void>()
      const namedUsers = async (configuration: number) => {
        if (configuration === 3) throw away
        return configuration === 4 ? [ids[2]!] : [olga]
      }
      const owners = db('viewers').whereIn('configuration', [2, 3, 4])
      await db('viewers').whereIn('configuration', [2, 3, 4]).update({ emptied_at: 1 })
      await history.forgetEmptied(tomorrow, { namedUsers, onFailure })
      expect(onFailure).toHaveBeenCalledTimes(100)
      expect(most).toBeLessThanOrEqual(200)
      most = 0
      await history.forgetRemovedUsers(2_000, { namedUsers, onFailure })
      expect(onFailure).toHaveBeenCalledTimes(200)
      expect(await db('removed_users').distinct().pluck('configuration')).toEqual([3])
      expect(most).toBeLessThanOrEqual(200)
      expect(await owners.count({ count: '*' })).toEqual([{ count: 101 }])
    },
    60_000,
  )
})
