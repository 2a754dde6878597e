import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { KeptCache } from '../../src/storage/repositories/plays/kept-cache.ts'
import { mostStreams } from '../../src/storage/repositories/plays/kept-streams.ts'
import { expireDays, expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { mostLooked } from '../../src/storage/repositories/plays/one-by-one.ts'
import { dialects } from '../support/dialects.ts'
import { everyPlay, insertPlays, kim, olga, somePlays } from '../support/plays.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const from = Date.UTC(2025, 0, 1)
const days = 40
const to = from + days * dayMs
const [some] = somePlays(1, from, to)
const readers = [
  { historyId: 1, profileIds: [olga] },
  { historyId: 2, profileIds: [kim] },
]
const starts = Array.from({ length: days + 1 }, (_, day) => from + day * dayMs)

/** For two hours, from an hour of a day on. */
async function watch(db: Knex, historyId: 1 | 2, day: number, hour: number): Promise<void> {
  const startedAt = from + day * dayMs + hour * hourMs
  const profileId = historyId === 1 ? olga : kim
  const who = { history_id: historyId, profile_id: profileId, device_id: profileId }
  const time = { started_at: startedAt, ended_at: startedAt + 2 * hourMs }
  await insertPlays(db, [{ ...some!, ...who, ...time, origin: 'local' }])
  await expireDays(db, historyId, [startedAt])
}

describe.each(dialects)('The most streams at once on $name', ({ skip, openMigrated }) => {
  async function open() {
    const db = await openMigrated()
    const cache = new KeptCache()
    await watch(db, 1, 3, 20)
    await watch(db, 2, 3, 21)
    await watch(db, 1, 35, 23)
    await foldStale(db)
    return {
      db,
      /** Days with streams and how many. `most`: how many plays may be looked at. */
      ask: async (most = mostLooked, filter: object = {}) => {
        const asked = { ...everyPlay, readers, from, to, ...filter }
        const found = await mostStreams(db, { filter: asked, starts }, { left: most }, cache)
        return Object.fromEntries(found.flatMap((open, day) => (open > 0 ? [[day, open]] : [])))
      },
    }
  }
  const all = { 3: 2, 35: 1, 36: 1 }

  it.skipIf(skip)('are told again without looking at plays', async () => {
    const { ask } = await open()
    expect(await ask()).toEqual(all)
    expect(await ask(0)).toEqual(all)
    const more = { from: from - dayMs, to: to + hourMs }
    await expect(ask(0, { kinds: ['episode'] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await ask(mostLooked, more)).toEqual(all)
  })

  it.skipIf(skip)('are those of days that have changed since, and of the days after', async () => {
    const { db, ask } = await open()
    await ask()
    await watch(db, 2, 35, 23)
    expect(await ask()).toEqual({ ...all, 35: 2, 36: 2 })
    expect(await ask(2)).toEqual({ ...all, 35: 2, 36: 2 })
    await foldStale(db)
    expect(await ask()).toEqual({ ...all, 35: 2, 36: 2 })
    expect(await ask(0)).toEqual({ ...all, 35: 2, 36: 2 })
    await expirePlays(db, { where: 'history_id = 1', values: [] })
    await db('plays').where({ history_id: 1 }).delete()
    expect(await ask()).toEqual({ 3: 1, 35: 1, 36: 1 })
    await foldStale(db)
    expect(await ask()).toEqual({ 3: 1, 35: 1, 36: 1 })
  })

  it.skipIf(skip)(
    'are those of whom they are asked for, and of what is marked by now',
    async () => {
      const { db, ask } = await open()
      await ask()
      expect(await ask(mostLooked, { readers: readers.slice(1) })).toEqual({ 3: 1 })
      expect(await ask(mostLooked, { favorite: true })).toEqual({})
      const { item_key, title_key, kind } = some!
      const entry = { viewer: 2, item_key, title_key, kind, favorite: true, item: '{}' }
      await db('history').insert({ ...entry, sort_at: 1, changed_at: 1 })
      expect(await ask(mostLooked, { favorite: true })).toEqual({ 3: 1 })
    },
  )
})
