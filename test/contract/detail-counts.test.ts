import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { PlayFilter } from '../../src/model/play-filter.ts'
import type { PlayGroup } from '../../src/model/play-statistics.ts'
import type { DetailRow } from '../../src/storage/repositories/plays/detail-parts.ts'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { countPlays } from '../../src/storage/repositories/plays/statistics.ts'
import { topGroups } from '../../src/storage/repositories/plays/top.ts'
import { dialects } from '../support/dialects.ts'
import {
  ann,
  everyPlay,
  fits,
  insertPlays,
  kim,
  markFavorites,
  olga,
  somePlays,
} from '../support/plays.ts'
import type { PlayRow } from '../support/plays.ts'

const from = Date.UTC(2025, 0, 20)
const to = Date.UTC(2025, 3, 10)
const february = Date.UTC(2025, 1, 1)
const march = Date.UTC(2025, 2, 1)
const plays = somePlays(600, from, to)
const readers = [
  { historyId: 1, profileIds: [olga, ann] },
  { historyId: 2, profileIds: [kim] },
]

type Asked = Partial<PlayFilter> & { readonly groupBy?: PlayGroup }

/** Of the plays by group; `most`: how many may be looked at one by one. */
async function counted(db: Knex, { groupBy, ...filter }: Asked, most?: number) {
  const query = {
    filter: { ...everyPlay, readers, ...filter, from, to },
    groupBy: groupBy ?? null,
    slots: { kind: 'line', starts: [from, to] },
  } as const
  const found = await countPlays(db, query, most)
  return Object.fromEntries(
    found.filter((count) => count.plays > 0).map((count) => [String(count.group), count.plays]),
  )
}

function plain(
  known: readonly PlayRow[],
  filter: Partial<PlayFilter>,
  groupOf: (play: PlayRow) => string | null,
) {
  const all = { ...everyPlay, readers, ...filter }
  const groups = Map.groupBy(
    known.filter((play) => fits(play, all)),
    (play) => String(groupOf(play)),
  )
  return Object.fromEntries([...groups].map(([name, own]) => [name, own.length]))
}

const titleOf = ({ kind, title_key }: PlayRow) =>
  `${kind === 'movie' ? 'movie' : 'series'} ${title_key}`

/** Counts as the previous release did: what it does not know stays as it was. */
async function foldAsBefore(db: Knex): Promise<void> {
  const tables = ['play_details', 'detail_months']
  const kept = await Promise.all(tables.map((table) => db(table)))
  await foldStale(db)
  for (const [index, table] of tables.entries()) {
    await db(table).delete()
    for (const row of kept[index]!) await db(table).insert(row)
  }
}

describe.each(dialects)('Counts by several conditions on $name', ({ skip, openMigrated }) => {
  async function open(): Promise<Knex> {
    const db = await openMigrated()
    await db('viewers').insert([
      { number: 1, configuration: 7, profile_id: olga },
      { number: 2, configuration: 7, profile_id: kim },
    ])
    await insertPlays(db, plays)
    await markFavorites(db)
    await expirePlays(db, { where: 'true', values: [] })
    return db
  }
  const asked = { clients: ['Some App'], groupBy: 'resolution' } as const
  const right = (known: readonly PlayRow[]) =>
    plain(known, { clients: ['Some App'] }, ({ resolution }) => resolution)

  it.skipIf(skip)('look at no play', async () => {
    const db = await open()
    await foldStale(db)
    expect(await counted(db, asked, 0)).toEqual(right(plays))
    const places = { devices: ['Phone'], origin: 'local' } as const
    expect(await counted(db, places, 0)).toEqual(plain(plays, places, () => null))
    const apart = { clients: ['Other App'], devices: ['Phone', 'Television'] }
    expect(await counted(db, { ...apart, groupBy: 'title' }, 0)).toEqual(
      plain(plays, apart, titleOf),
    )
    const query = { ...everyPlay, readers, origin: 'stremio', from, to } as const
    const top = await topGroups(db, { filter: query, of: 'title', by: 'plays', first: 9 }, 0)
    expect(Object.fromEntries(top.map(({ group, plays: count }) => [group, count]))).toEqual(
      plain(plays, { origin: 'stremio' }, titleOf),
    )
  })

  it.skipIf(skip)(
    'look only at series of which single episodes are marked, where favorites are asked for',
    async () => {
      const db = await open()
      await foldStale(db)
      const episodes = plays.filter(({ history_id, kind, title_key }) => {
        return history_id === 1 && kind === 'episode' && title_key === 'tt2'
      })
      const films = plays.filter(({ history_id, kind, title_key }) => {
        return history_id === 1 && kind === 'movie' && title_key === 'tt2'
      })
      for (const favorite of [true, false]) {
        const answer = await counted(
          db,
          { favorite, groupBy: 'client' },
          episodes.length + films.length,
        )
        expect(answer).toEqual(plain(plays, { favorite }, ({ client }) => client))
      }
      await db('history').where({ item_key: 'tt2:1:1' }).delete()
      const known = plays.filter(({ item_key }) => item_key !== 'tt2:1:1')
      expect(await counted(db, { favorite: true, groupBy: 'kind' }, 0)).toEqual(
        plain(known, { favorite: true }, ({ kind }) => kind),
      )
    },
  )

  it.skipIf(skip)(
    'look at no such series that is not asked for, and none for a season',
    async () => {
      const db = await open()
      const season = { item_key: 'season tt4:1', title_key: 'tt4', kind: 'season', item: '{}' }
      const dates = { sort_at: 1, changed_at: 1 }
      await db('history').insert({ viewer: 1, favorite: true, ...season, ...dates })
      await foldStale(db)
      const titles = new Map(readers.map(({ historyId }) => [historyId, ['tt1', 'tt3', 'tt4']]))
      for (const favorite of [true, false]) {
        expect(await counted(db, { favorite, titles, groupBy: 'client' }, 0)).toEqual(
          plain(plays, { favorite, titles }, ({ client }) => client),
        )
      }
    },
  )

  it.skipIf(skip)('of months that only the previous release has counted are added', async () => {
    const db = await open()
    await foldAsBefore(db)
    await expect(counted(db, asked, 0)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await counted(db, asked)).toEqual(right(plays))
    await foldStale(db)
    expect(await counted(db, asked, 0)).toEqual(right(plays))
  })

  it.skipIf(skip)('of such months look only at few titles that are asked for', async () => {
    const db = await open()
    const first = plays.find(({ history_id }) => history_id === 1)
    const others = Array.from({ length: 5_000 }, (_, index) => {
      const started_at = february + index * 60_000
      return { ...first!, title_key: 'tt9', item_key: 'tt9', started_at }
    })
    await insertPlays(db, others)
    await expirePlays(db, { where: 'true', values: [] })
    await foldAsBefore(db)
    const titles = new Map([[1, ['tt2']]])
    const one = { readers: readers.slice(0, 1), titles }
    const mine = plays.filter(
      ({ history_id, title_key }) => history_id === 1 && title_key === 'tt2',
    )
    const answer = await counted(db, { ...one, groupBy: 'client' }, mine.length)
    expect(answer).toEqual(plain(mine, one, ({ client }) => client))
  })

  it.skipIf(skip)('are right where the previous release counts a month anew', async () => {
    const db = await open()
    await foldStale(db)
    const isGone = ({ started_at: at }: PlayRow) => at >= february && at < march
    const values = [february, march]
    await expirePlays(db, { where: 'started_at >= ? and started_at < ?', values })
    await db('plays').where('started_at', '>=', february).where('started_at', '<', march).delete()
    await foldAsBefore(db)
    const left = plays.filter((play) => !isGone(play))
    expect(await counted(db, asked)).toEqual(right(left))
    const again = plays.find(isGone)!
    await insertPlays(db, [again])
    await expirePlays(db, { where: 'started_at = ?', values: [again.started_at] })
    await foldStale(db)
    expect(await counted(db, asked, 0)).toEqual(right([...left, again]))
  })

  it.skipIf(skip)('lie in rows of a bounded size, of which a fold writes few', async () => {
    const most = 12
    const db = await open()
    const busy = Date.UTC(2025, 1, 20)
    const onOneDay = somePlays(40, busy, busy + 86_400_000)
    await insertPlays(db, onOneDay)
    const known = [...plays, ...onOneDay]
    await expirePlays(db, { where: 'true', values: [] })
    await foldStale(db, {}, most)
    const parts = (): Promise<DetailRow[]> =>
      db('play_details').orderBy(['history_id', 'month', 'part'])
    const before = await parts()
    expect(Math.max(...before.map(({ cell_count }) => cell_count))).toBe(most)
    expect(before.length).toBeLessThan((2 * known.length) / most)
    expect(await counted(db, asked, 0)).toEqual(right(known))

    const gone = known.find((play) => play.history_id === 1 && play.started_at >= march)!
    await expirePlays(db, { where: 'started_at = ?', values: [gone.started_at] })
    await db('plays').where({ started_at: gone.started_at }).delete()
    await foldStale(db, {}, most)
    const day = 2 ** (((gone.started_at - march) / 86_400_000) | 0)
    const isOfMonth = ({ history_id, month }: DetailRow) => history_id === 1 && month === 24_302
    const left = known.filter(({ started_at }) => started_at !== gone.started_at)
    const after = await parts()
    const texts = new Set(after.map((row) => JSON.stringify(row)))
    const changed = before.filter((row) => !texts.has(JSON.stringify(row)))
    const ofDay = before.filter((row) => isOfMonth(row) && (row.days & day) !== 0)
    expect(changed.every(isOfMonth)).toBe(true)
    expect(changed.length).toBeLessThanOrEqual(ofDay.length + 1)
    expect(changed.length).toBeLessThan(before.filter(isOfMonth).length)
    expect(await counted(db, asked, 0)).toEqual(right(left))

    await db('detail_months').delete()
    await foldStale(db, {}, most)
    expect(Math.max(...(await parts()).map(({ cell_count }) => cell_count))).toBe(most)
    expect(await counted(db, asked, 0)).toEqual(right(left))
  })

  it.skipIf(skip)('keep what belongs to the other days of a month', async () => {
    const db = await open()
    await foldStale(db)
    const [first] = plays
    await expirePlays(db, { where: 'started_at = ?', values: [first!.started_at] })
    await db('plays').where({ started_at: first!.started_at }).delete()
    await foldStale(db)
    const left = plays.filter(({ started_at }) => started_at !== first!.started_at)
    expect(await counted(db, asked, 0)).toEqual(right(left))
    await db('plays').delete()
    await db('play_marks').insert(
      [
        ...new Set(
          plays.map((play) => `${play.history_id} ${Math.floor(play.started_at / 86_400_000)}`),
        ),
      ].map((name) => ({
        history_id: Number(name.split(' ')[0]),
        day: Number(name.split(' ')[1]),
      })),
    )
    await foldStale(db)
    expect(await counted(db, asked)).toEqual({})
    expect(await db('play_details')).toEqual([])
  })
})
