import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { HistoryKey, PlayChange } from '../../src/model/history-store.ts'
import { noEvents } from '../../src/services/history/outbox.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { mysql } from '../support/dialects.ts'
import { until } from '../support/until.ts'

const film: HistoryKey = {
  itemKey: 'tt1',
  titleKey: 'tt1',
  aliases: [],
  kind: 'movie',
  season: null,
  episode: null,
  item: {
    name: 'Name',
    mediaType: 'movie',
    year: null,
    seriesName: null,
    runtimeMs: null,
    primary: null,
    backdrop: null,
    seriesPrimary: null,
  },
}
const [olga, kim] = ['a'.repeat(32), 'b'.repeat(32)]

async function open() {
  const db = await mysql.openMigrated()
  const store = createHistoryStore(db)
  const historyIds = [await store.historyIdOf(1, olga), await store.historyIdOf(1, kim)] as const

  function report(of: readonly number[], change: Partial<PlayChange>, isMoment = true) {
    return store.report({
      histories: of.map((historyId) => ({
        historyId,
        profileId: historyId === historyIds[0] ? olga : kim,
        key: film,
        isKnown: !isMoment,
        outbox: noEvents,
      })),
      change: {
        positionMs: 0,
        durationMs: 6_000_000,
        resumable: false,
        played: null,
        plays: 0,
        version: null,
        at: Date.now(),
        ...change,
      },
      isMoment,
      play: null,
      playBefore: null,
      endedPlay: null,
      isFailed: false,
      watched: null,
      origin: 'local',
      device: null,
      session: null,
    })
  }
  return { db, store, historyIds, report }
}

/** Updates of people's rows in this database that wait for a lock, or run. */
async function waiting(db: Knex): Promise<number> {
  const [[row]] = (await db.raw(
    "select count(*) as count from information_schema.processlist where db = database() and info like 'update viewers%'",
  )) as [[{ count: number }]]
  return row.count
}

describe('A report of several people on MySQL', () => {
  it.skipIf(mysql.skip)('counts what was marked while it waited for one of them', async () => {
    const { db, store, historyIds, report } = await open()
    const kims = historyIds[1]
    await report([kims], { played: true, plays: 1 })
    await store.clear(kims, null)
    const other = await db.transaction()
    await other('viewers').where({ number: kims }).update({ movies: 1 })
    const written = report(historyIds, { played: true, plays: 1 })
    await until(
      'the report to wait',
      () => waiting(db),
      (count) => count > 0,
    )
    await other('history').where({ viewer: kims }).update({ played: true, sort_at: 1 })
    await other.commit()
    await written
    expect(await db('viewers').orderBy('number').pluck('movies')).toEqual([1, 1])
    expect(await store.recount()).toBe(0)
  })

  it.skipIf(mysql.skip)('never meets a mark of the same film in a deadlock', async () => {
    const { db, store, historyIds, report } = await open()
    const [olgas] = historyIds
    await report([olgas], {})
    let deadlocks = 0
    db.on('query-error', ({ code }: { code?: string }) => {
      if (code === 'ER_LOCK_DEADLOCK') deadlocks++
    })
    for (let round = 0; round < 40; round++) {
      const resumable = round % 2 === 0
      await Promise.all([
        report([olgas], { resumable, positionMs: resumable ? 400_000 : 0 }, false),
        store.setFavorite(olgas, film, round % 3 === 0, noEvents),
        store.setLikes(olgas, film, round % 3 === 0, noEvents),
      ])
    }
    expect(deadlocks).toBe(0)
    expect(await store.recount()).toBe(0)
  })
})
