import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../../src/model/time-slots.ts'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expireDays, expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { countPlays } from '../../src/storage/repositories/plays/statistics.ts'
import { mysql } from '../support/dialects.ts'
import { everyPlay, fits, insertPlays, olga, somePlays } from '../support/plays.ts'

const from = Date.UTC(2025, 0, 1)
const to = from + 31 * dayMs
const plays = somePlays(300, from, to).map((play) => {
  return { ...play, history_id: 1, profile_id: olga }
})
const [some] = plays
const playOn = (day: number, key: string) => {
  const titles = { kind: 'movie', title_key: key, item_key: key }
  const places = { client: 'Some App', device_name: 'Phone' }
  return { ...some!, ...titles, ...places, started_at: from + day * dayMs }
}
const readers = [{ historyId: 1, profileIds: [olga] }]

/** Plays by resolution: of all, from the counts of one dimension, or of one app and device, from details. */
async function counted(db: Knex, conditions: object) {
  const filter = { ...everyPlay, readers, ...conditions, from, to }
  const query = {
    filter,
    groupBy: 'resolution',
    slots: { kind: 'line', starts: [from, to] },
  } as const
  const found = await countPlays(db, query, 0)
  return Object.fromEntries(found.map(({ group, plays: count }) => [String(group), count]))
}

async function runs(db: Knex, statement: string): Promise<boolean> {
  const [rows] = await db.raw(
    'select id from information_schema.processlist where db = database() and info like ?',
    [statement],
  )
  return rows.length > 0
}

describe('Days of one month', () => {
  it.skipIf(mysql.skip)('that two processes count at once all stay counted', async () => {
    const db = await mysql.openMigrated()
    await insertPlays(db, plays)
    await expirePlays(db, { where: 'true', values: [] })
    await foldStale(db)
    const all = [...plays, playOn(3, 'tt8'), playOn(20, 'tt9')]

    await insertPlays(db, all.slice(-2, -1))
    await expireDays(db, 1, [from + 3 * dayMs])
    // Somebody else has counted that day by the time that it is counted here.
    const counting = await db.transaction()
    await counting('play_marks').delete()
    const naming = await db.transaction()
    await naming('title_numbers').insert({ title_key: 'tt8' })
    const first = foldStale(db)
    await expect.poll(() => runs(db, 'delete from `play_marks`%')).toBe(true)
    await counting.commit()
    await expect.poll(() => runs(db, 'insert into `title_numbers`%')).toBe(true)

    await insertPlays(db, all.slice(-1))
    await expireDays(db, 1, [from + 20 * dayMs])
    let isCounted = false
    const second = foldStale(db).then(() => (isCounted = true))
    await expect.poll(async () => isCounted || (await runs(db, '%play_sums%for update'))).toBe(true)
    await naming.rollback()
    await Promise.all([first, second])

    for (const conditions of [{}, { clients: ['Some App'], devices: ['Phone'] }]) {
      const filter = { ...everyPlay, readers, ...conditions }
      const expected = Map.groupBy(
        all.filter((play) => fits(play, filter)),
        ({ resolution }) => String(resolution),
      )
      expect(await counted(db, conditions)).toEqual(
        Object.fromEntries([...expected].map(([name, own]) => [name, own.length])),
      )
    }
  })
})
