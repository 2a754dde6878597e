import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { PlayFilter } from '../../src/model/play-filter.ts'
import { dialectOf } from '../../src/storage/dialect.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { dropSums, foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expireDays, expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { everyPlay, insertPlays, kim, olga } from '../support/plays.ts'
import type { PlayRow } from '../support/plays.ts'

const dayMs = 86_400_000
const from = Date.UTC(2025, 0, 1)
const to = Date.UTC(2025, 2, 1)

function playOn(day: number, changed: Partial<PlayRow> = {}): PlayRow {
  const startedAt = from + day * dayMs
  return {
    history_id: 1,
    profile_id: olga,
    item_key: 'tt1',
    title_key: 'tt1',
    kind: 'movie',
    started_at: startedAt,
    ended_at: startedAt + 1,
    watched_ms: 1,
    finished: true,
    device_id: null,
    device_name: null,
    client: null,
    resolution: null,
    source: null,
    service: null,
    delivery: null,
    origin: 'local',
    ...changed,
  }
}

async function insertMarked(db: Knex, plays: readonly PlayRow[]): Promise<void> {
  await insertPlays(db, plays)
  await expirePlays(db, { where: 'true', values: [] })
}

async function counted(
  db: Knex,
  filter: Partial<PlayFilter> = {},
  store = createPlayStore(db),
): Promise<number> {
  const readers = [
    { historyId: 1, profileIds: [olga] },
    { historyId: 2, profileIds: [kim] },
  ]
  const counts = await store.count({
    filter: { ...everyPlay, readers, ...filter, from, to },
    groupBy: null,
    slots: { kind: 'line', starts: [from, to] },
  })
  return counts.reduce((sum, { plays }) => sum + plays, 0)
}

/** From now on nothing of a month can be stored. */
async function failIn(db: Knex, month: number): Promise<void> {
  const change = 'create trigger refuse before insert on play_sums for each row'
  await db.raw(
    dialectOf(db) === 'mysql'
      ? `${change} begin if new.month = ${month} then signal sqlstate '45000'; end if; end`
      : `${change} when new.month = ${month} begin select raise(abort, 'refused'); end`,
  )
}

const marked = (db: Knex): Promise<number[]> => db('play_marks').orderBy('day').pluck('day')

describe.each(dialects)('Kept counts of plays on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are right while several count at once, and all are dropped', async () => {
    const db = await openMigrated()
    const plays = Array.from({ length: 30 }, (_, day) => playOn(day))
    await insertMarked(db, [...plays, playOn(3, { history_id: 2, profile_id: kim })])
    await foldStale(db)
    await db('play_sums').update({ history_id: 3 }).where({ history_id: 2 })
    await db('plays').where({ history_id: 2 }).delete()

    await dropSums(db)
    expect(await db('play_sums').pluck('history_id')).toEqual([])
    expect(await marked(db)).toHaveLength(30)
    expect(await counted(db)).toBe(30)

    await foldStale(db)
    const days = async (parity: number) => {
      for (let day = parity; day < 30; day += 2) {
        await expireDays(db, 1, [from + day * dayMs])
        await foldStale(db)
      }
    }
    await Promise.all([days(0), days(1)])
    expect(await marked(db)).toEqual([])
    expect(await counted(db)).toBe(30)
  })

  it.skipIf(skip)('are never too low for who asks while they are dropped', async () => {
    const db = await openMigrated()
    await insertMarked(db, [playOn(1), playOn(40), playOn(3, { history_id: 2, profile_id: kim })])
    await foldStale(db)
    const dropping = new AbortController()
    const dropped = dropSums(db).finally(() => dropping.abort())
    const answers = [await counted(db)]
    while (!dropping.signal.aborted) answers.push(await counted(db))
    await dropped
    expect(new Set(answers)).toEqual(new Set([3]))
  })

  it.skipIf(skip)('end counting though a day changes all the time', async () => {
    const db = await openMigrated()
    await insertMarked(db, [playOn(1), playOn(40)])
    let queries = 0
    db.on('query', ({ sql }: { sql: string }) => {
      if (/^insert into .play_sums/.test(sql)) queries++
    })
    const fold = foldStale(db)
    const busy = (async () => {
      for (let times = 0; times < 30; times++) await expireDays(db, 1, [from + dayMs])
    })()
    expect(await fold).toBeLessThanOrEqual(3)
    await busy
    expect(queries).toBeLessThanOrEqual(21)
  })

  it.skipIf(skip)('go on after a month that fails, and end when told to', async () => {
    const db = await openMigrated()
    await insertMarked(db, [playOn(1), playOn(40)])
    await foldStale(db)
    await failIn(db, 2025 * 12)
    await insertMarked(db, [playOn(2)])
    await expect(foldStale(db)).rejects.toThrow(/45000|refused|Unhandled/)
    const failed: number[] = []
    const onFailure = (_error: unknown, historyId: number) => failed.push(historyId)
    expect(await foldStale(db, { signal: AbortSignal.abort(), onFailure })).toBe(0)
    expect(await foldStale(db, { onFailure })).toBe(1)
    expect(failed).toEqual([1])
    expect(await marked(db)).toEqual([from / dayMs + 1, from / dayMs + 2])
    expect(await counted(db)).toBe(3)
  })

  it.skipIf(skip)('tell names apart exactly, as plays do', async () => {
    const db = await openMigrated()
    const names = ['App', 'app', 'Äpp', 'App ', null]
    await insertMarked(
      db,
      names.map((client, day) => playOn(day, { client, device_name: client })),
    )
    const answers = async () => [
      await counted(db, { clients: ['App'] }),
      await counted(db, { devices: ['app', 'App '] }),
      await counted(db, { clients: [''] }),
      await counted(db, { devices: ['', 'Äpp'] }),
    ]
    const live = await answers()
    await foldStale(db)
    expect([live, await answers()]).toEqual([
      [1, 2, 0, 1],
      [1, 2, 0, 1],
    ])
  })

  it.skipIf(skip)('are read anew by every process that holds older ones', async () => {
    const db = await openMigrated()
    await insertMarked(db, [playOn(1), playOn(40)])
    await foldStale(db)
    const nodes = [createPlayStore(db), createPlayStore(db)]
    const answers = () => Promise.all(nodes.map((node) => counted(db, {}, node)))
    const titles = () =>
      Promise.all(
        nodes.map(async (node) => {
          const filter = { ...everyPlay, readers: [{ historyId: 1, profileIds: [olga] }], from, to }
          const [most] = await node.top({ filter, of: 'title', by: 'plays', first: 1 })
          return most?.plays
        }),
      )
    expect([await answers(), await titles()]).toEqual([
      [2, 2],
      [2, 2],
    ])
    await insertMarked(db, [playOn(2)])
    expect([await answers(), await titles()]).toEqual([
      [3, 3],
      [3, 3],
    ])
    await nodes[0]!.fold()
    expect([await answers(), await titles()]).toEqual([
      [3, 3],
      [3, 3],
    ])
    await db('plays')
      .where({ started_at: from + dayMs })
      .delete()
    await dropSums(db)
    await foldStale(db)
    expect([await answers(), await titles()]).toEqual([
      [2, 2],
      [2, 2],
    ])
  })

  it.skipIf(skip)('go with their configuration', async () => {
    const db = await openMigrated()
    const history = createHistoryStore(db)
    const gone = await history.historyIdOf(1, olga)
    const kept = await history.historyIdOf(2, kim)
    await insertMarked(db, [playOn(1, { history_id: gone }), playOn(1, { history_id: kept })])
    await foldStale(db)
    await expireDays(db, gone, [from])
    await history.forget(1)
    expect(await db('play_sums').distinct('history_id').pluck('history_id')).toEqual([kept])
    expect(await marked(db)).toEqual([])
  })
})
