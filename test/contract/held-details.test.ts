import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { PlayFilter } from '../../src/model/play-filter.ts'
import type { PlayGroup } from '../../src/model/play-statistics.ts'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { KeptCache } from '../../src/storage/repositories/plays/kept-cache.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { countPlays } from '../../src/storage/repositories/plays/statistics.ts'
import { topGroups } from '../../src/storage/repositories/plays/top.ts'
import { dialects } from '../support/dialects.ts'
import { ann, everyPlay, insertPlays, kim, olga, somePlays } from '../support/plays.ts'
import { statementsOf } from '../support/statements.ts'

const from = Date.UTC(2025, 0, 20)
const to = Date.UTC(2025, 3, 10)
const day = 86_400_000
const plays = somePlays(500, from, to)
const readers = [
  { historyId: 1, profileIds: [olga, ann] },
  { historyId: 2, profileIds: [kim] },
]
const most = 1_000_000

type Time = { readonly from: number; readonly to: number }
type Asked = Partial<Omit<PlayFilter, 'from' | 'to'> & Time> & {
  readonly groupBy: PlayGroup | null
  readonly days?: number
}

/** That differ in one part each. */
const questions: readonly Asked[] = [
  { clients: ['Some App'], groupBy: 'resolution' },
  { clients: ['Other App'], groupBy: 'resolution' },
  { clients: ['Some App'], groupBy: 'source' },
  { clients: ['Some App'], groupBy: 'resolution', kinds: ['movie'] },
  { clients: ['Some App'], groupBy: 'resolution', origin: 'local' },
  { clients: ['Some App'], groupBy: 'resolution', devices: ['Phone'] },
  { clients: ['Some App'], groupBy: 'resolution', finished: true },
  { clients: ['Some App'], groupBy: 'resolution', finished: false },
  { clients: ['Some App'], groupBy: 'resolution', readers: readers.slice(1) },
  {
    clients: ['Some App'],
    groupBy: 'resolution',
    readers: [{ historyId: 1, profileIds: [ann] }],
  },
  { clients: ['Some App'], groupBy: 'resolution', from: from + day, to: to - 3 * day },
  { clients: ['Some App'], groupBy: 'resolution', from: from + 5_000 },
  { clients: ['Some App'], groupBy: 'resolution', days: 1 },
  { clients: ['Some App'], groupBy: 'title', days: 7 },
  { devices: ['Phone'], groupBy: 'title' },
  { devices: ['Phone'], groupBy: 'title', titles: new Map([[1, ['tt1']]]) },
  { devices: ['Phone'], groupBy: 'title', except: [{ space: 'movie', titleKey: 'tt1' }] },
  { devices: ['Phone'], groupBy: 'user', favorite: false },
  { devices: ['Phone'], groupBy: null, origin: 'local' },
]

function queryOf({ groupBy, days = 1_000, ...filter }: Asked) {
  const time: Time = { from: filter.from ?? from, to: filter.to ?? to }
  const all = { ...everyPlay, readers, ...filter, ...time }
  const starts = Array.from(
    { length: Math.ceil((all.to - all.from) / (days * day)) },
    (_, index) => all.from + index * days * day,
  )
  return { filter: all, groupBy, slots: { kind: 'line', starts: [...starts, all.to] } } as const
}

async function answersOf(db: Knex, cache?: KeptCache) {
  const found = []
  for (const asked of questions) {
    const query = queryOf(asked)
    const sorted = [...(await countPlays(db, query, most, cache))].toSorted(
      (a, b) => a.slot - b.slot || (String(a.group) < String(b.group) ? -1 : 1),
    )
    const { filter } = query
    const top = await topGroups(db, { filter, of: 'title', by: 'users', first: 9 }, most, cache)
    found.push({ sorted, top })
  }
  return found
}

describe.each(dialects)('Counts by several conditions, held in memory, on $name', (dialect) => {
  it.skipIf(dialect.skip)('are those that are read, whatever changes', async () => {
    const db = await dialect.openMigrated()
    const cache = new KeptCache()
    await insertPlays(db, plays)
    await expirePlays(db, { where: 'true', values: [] })
    await foldStale(db)
    const before = await answersOf(db)
    expect(await answersOf(db, cache)).toEqual(before)
    expect(await answersOf(db, cache)).toEqual(before)
    const gone = 'started_at < ?'
    await expirePlays(db, { where: gone, values: [from + 25 * day] })
    await db('plays')
      .where('started_at', '<', from + 10 * day)
      .delete()
    for (const _state of ['stale', 'counted anew']) {
      const after = await answersOf(db)
      expect(after).not.toEqual(before)
      expect(await answersOf(db, cache)).toEqual(after)
      expect(await answersOf(db, cache)).toEqual(after)
      await foldStale(db)
    }
  })

  it.skipIf(dialect.skip || dialect.name !== 'SQLite')(
    'are not read again, unless single titles are asked for',
    async () => {
      const db = await dialect.openMigrated()
      await insertPlays(db, plays)
      await expirePlays(db, { where: 'true', values: [] })
      await foldStale(db)
      const cache = new KeptCache()
      const readingOf = async (asked: Asked) => {
        const sent = await statementsOf(() => countPlays(db, queryOf(asked), most, cache))
        return sent.filter((sql) => sql.includes('play_details')).length
      }
      const app = { clients: ['Some App'], groupBy: 'resolution' } as const
      const titles = { devices: ['Phone'], groupBy: 'title' } as const
      for (const asked of [app, titles]) {
        expect(await readingOf(asked)).toBe(2)
        expect(await readingOf(asked)).toBe(0)
      }
      const marked = { ...titles, favorite: false }
      expect(await readingOf(marked)).toBe(await readingOf(marked))
      expect(await readingOf(marked)).toBe(2)
    },
  )

  it.skipIf(dialect.skip || dialect.name !== 'SQLite')(
    'are not held where they are many',
    async () => {
      const db = await dialect.openMigrated()
      const count = 21_000
      const many = Array.from({ length: count }, (_, index) => {
        const key = `tt${index}`
        return { ...plays[0]!, device_name: 'Phone', item_key: key, title_key: key }
      })
      await insertPlays(db, many)
      await expirePlays(db, { where: 'true', values: [] })
      await foldStale(db)
      const cache = new KeptCache()
      const query = queryOf({ devices: ['Phone'], groupBy: 'title' })
      for (const _time of ['first', 'second']) {
        let found: Awaited<ReturnType<typeof countPlays>> = []
        const sent = await statementsOf(async () => {
          found = await countPlays(db, query, most, cache)
        })
        expect(sent.filter((sql) => sql.includes('play_details'))).toHaveLength(1)
        expect(found.filter((group) => group.plays === 1)).toHaveLength(count)
      }
    },
  )
})
