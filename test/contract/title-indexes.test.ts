import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { dialectOf } from '../../src/storage/dialect.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { migrateToLatest } from '../../src/storage/migrate.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { firstOf } from '../support/page-windows.ts'
import { everyPlay, insertPlays, olga, somePlays } from '../support/plays.ts'

type Asked = { readonly sql: string; readonly bindings: readonly never[] }

const [from, to] = [Date.UTC(2025, 0, 1), Date.UTC(2025, 1, 1)]
const [somePlay] = somePlays(1, from, to)
const readers = [{ historyId: 1, profileIds: [olga] }]
const titles = new Map([[1, ['tt1']]])
const filter = { ...everyPlay, readers, titles, from, to }

const named = /title_key.? (?:=|in)/
const namedItem = /item_key.? =/

/** Indexes by which the statements of some work find rows of one title or item. */
async function indexesOf(
  db: Knex,
  work: () => Promise<unknown>,
  by = named,
): Promise<readonly string[]> {
  const asked: Asked[] = []
  const note = (query: Asked) => void asked.push(query)
  db.on('query', note)
  await work()
  db.off('query', note)
  const isMysql = dialectOf(db) === 'mysql'
  const found: string[] = []
  for (const { sql, bindings } of asked.filter((one) => by.test(one.sql))) {
    const rows = await db.raw(`explain ${isMysql ? '' : 'query plan '}${sql}`, bindings)
    const plan = JSON.stringify(isMysql ? rows[0] : rows)
    found.push(.../\w+_(?:index|unique)/.exec(plan)!)
  }
  return found
}

describe.each(dialects)('Without statistics of its rows, $name', ({ skip, open }) => {
  /** One that was never filled before. */
  const openNew = async () => {
    const db = await open()
    await migrateToLatest(db)
    return db
  }

  it.skipIf(skip)(
    'finds plays of one title, or of what is marked, by the index of titles',
    async () => {
      const db = await openNew()
      const store = createPlayStore(db)
      await insertPlays(db, [{ ...somePlay!, history_id: 1, profile_id: olga, title_key: 'tt1' }])
      await expirePlays(db, { where: 'true', values: [] })
      const time = { kind: 'line', starts: [from, to] } as const
      const page = () => store.page({ filter, descending: true, ...firstOf(50) })
      const count = () =>
        store.count({ filter: { ...filter, clients: ['App'] }, groupBy: 'device', slots: time })
      const entry = { viewer: 1, item_key: 'tt1', title_key: 'tt1', kind: 'movie', favorite: true }
      await db('history').insert({ ...entry, sort_at: 1, item: '{}', changed_at: 1 })
      const favorites = () => {
        const marked = { ...filter, titles: null, favorite: true }
        return store.count({ filter: marked, groupBy: null, slots: time })
      }
      for (const work of [page, count, favorites]) {
        const indexes = await indexesOf(db, work)
        expect(new Set(indexes)).toEqual(new Set(['plays_history_id_title_key_started_at_index']))
      }
    },
  )

  it.skipIf(skip)('finds plays and the entry of one episode by the indexes of items', async () => {
    const db = await openNew()
    await insertPlays(db, [
      { ...somePlay!, history_id: 1, profile_id: olga, title_key: 'tt1', item_key: 'tt1:1:2' },
    ])
    await expirePlays(db, { where: 'true', values: [] })
    const own = { ...filter, titles: null, items: new Map([[1, ['tt1:1:2']]]) }
    const plays = createPlayStore(db)
    const slots = { kind: 'line', starts: [from, to] } as const
    const ofPlays = [
      () => plays.page({ filter: own, descending: true, ...firstOf(50) }),
      () => plays.count({ filter: own, groupBy: 'client', slots }),
      () => plays.count({ filter: { ...own, favorite: false }, groupBy: 'title', slots }),
      () => plays.top({ filter: own, of: 'title', by: 'plays', first: 10 }),
      () => plays.streams({ filter: own, starts: [from, to] }),
    ]
    for (const work of ofPlays) {
      const indexes = await indexesOf(db, work, namedItem)
      expect(new Set(indexes)).toEqual(new Set(['plays_history_id_item_key_started_at_index']))
    }
    const entry = { viewer: 1, item_key: 'tt1:1:2', title_key: 'tt1', kind: 'episode' }
    await db('history').insert({ ...entry, sort_at: from, item: '{}', changed_at: 1 })
    const entries = () =>
      createHistoryStore(db).page({ historyIds: [1], imports: true, filter: own, ...firstOf(50) })
    const indexes = await indexesOf(db, entries, namedItem)
    expect(new Set(indexes)).toEqual(new Set(['history_viewer_item_key_unique']))
  })

  it.skipIf(skip).each([true, false])(
    'finds entries of one title by the index of titles, with imports: %s',
    async (imports) => {
      const db = await openNew()
      const store = createHistoryStore(db)
      const indexes = await indexesOf(db, () =>
        store.page({ historyIds: [1], imports, filter, ...firstOf(50) }),
      )
      expect(new Set(indexes)).toEqual(new Set(['history_viewer_title_key_season_played_index']))
    },
  )
})
