import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { dropSums, foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expireDays } from '../../src/storage/repositories/plays/stale-days.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { forgetUnusedTitles } from '../../src/storage/repositories/plays/unused-titles.ts'
import { dialects } from '../support/dialects.ts'
import { playOf } from '../support/play-files.ts'
import { everyPlay, olga } from '../support/plays.ts'

const dayMs = 86_400_000
const may = Date.UTC(2020, 4, 2, 20)
const june = Date.UTC(2020, 5, 2, 20)
const later = Date.UTC(2021, 0, 1)

describe.each(dialects)('Numbers of titles on $name', ({ skip, openMigrated }) => {
  async function openWatched() {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const plays = createPlayStore(db)
    const id = await history.historyIdOf(1, olga)
    const watch = async (key: string, at: number) => {
      const own = { profileId: olga, client: 'App', deviceName: 'Device' }
      await history.importPlays(id, [playOf(key, at, own)], { restore: false, dryRun: false })
      await foldStale(db)
    }
    await watch('tt1', may)
    await watch('tt2', june)
    await watch('tt2', june + dayMs)
    const readers = [{ historyId: id, profileIds: [olga] }]
    const filter = { ...everyPlay, readers, from: may - dayMs, to: later }
    const top = () => plays.top({ filter, of: 'title', by: 'plays', first: 9 })
    return { db, history, plays, id, watch, top }
  }

  const numbered = (db: Knex): Promise<readonly string[]> =>
    db('title_numbers').orderBy('title_key').pluck('title_key')

  it.skipIf(skip)('go a day after nothing is counted under them any more', async () => {
    const { db, plays, top } = await openWatched()
    const before = await top()
    await forgetUnusedTitles(db, later)
    await forgetUnusedTitles(db, later + 2 * dayMs)
    expect(await numbered(db)).toEqual(['tt1', 'tt2'])
    expect(await top()).toEqual(before)
    await plays.sweep(june)
    await foldStale(db)
    await forgetUnusedTitles(db, later)
    await forgetUnusedTitles(db, later + dayMs - 1)
    expect(await numbered(db)).toEqual(['tt1', 'tt2'])
    await forgetUnusedTitles(db, later + dayMs)
    expect(await numbered(db)).toEqual(['tt2'])
    expect((await top()).map(({ plays: count }) => count)).toEqual([2])
  })

  it.skipIf(skip)('go when their configuration was deleted', async () => {
    const { db, history } = await openWatched()
    await history.forget(1)
    await foldStale(db)
    await forgetUnusedTitles(db, later)
    await forgetUnusedTitles(db, later + dayMs)
    expect(await numbered(db)).toEqual([])
  })

  it.skipIf(skip)('stay where the title is watched again before they go', async () => {
    const { db, plays, watch, top } = await openWatched()
    const numbers = await db('title_numbers').orderBy('number').select('number', 'title_key')
    await plays.sweep(june)
    await foldStale(db)
    await forgetUnusedTitles(db, later)
    await watch('tt1', june)
    expect(await db('title_numbers').whereNotNull('unused_at').pluck('title_key')).toEqual([])
    await forgetUnusedTitles(db, later + 2 * dayMs)
    expect(await db('title_numbers').orderBy('number').select('number', 'title_key')).toEqual(
      numbers,
    )
    expect((await top()).map(({ plays: count }) => count)).toEqual([2, 1])
  })

  it.skipIf(skip)('are given anew where a title is watched again after they went', async () => {
    const { db, plays, watch, top } = await openWatched()
    await plays.sweep(june)
    await foldStale(db)
    await forgetUnusedTitles(db, later)
    await forgetUnusedTitles(db, later + dayMs)
    await watch('tt1', june)
    expect((await top()).map(({ plays: count }) => count)).toEqual([2, 1])
    expect(await numbered(db)).toEqual(['tt1', 'tt2'])
  })

  it.skipIf(skip)('stay while everything is counted anew', async () => {
    const { db, id, top } = await openWatched()
    const before = await top()
    await dropSums(db)
    await forgetUnusedTitles(db, later)
    await foldStale(db)
    await forgetUnusedTitles(db, later + 2 * dayMs)
    expect(await numbered(db)).toEqual(['tt1', 'tt2'])
    await expireDays(db, id, [june])
    await foldStale(db)
    expect(await top()).toEqual(before)
  })
})
