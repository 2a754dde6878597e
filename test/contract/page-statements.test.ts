import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { dialectOf } from '../../src/storage/dialect.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { firstOf } from '../support/page-windows.ts'
import { everyPlay, insertPlays, olga, somePlays } from '../support/plays.ts'

type Asked = { readonly sql: string; readonly bindings: readonly never[] }
type Step = { readonly possible_keys: string | null; readonly key_len: string | null }

const [from, to] = [Date.UTC(2025, 0, 1), Date.UTC(2025, 1, 1)]
const [somePlay] = somePlays(1, from, to)
const keys = Array.from({ length: 120 }, (_, index) => `tt${index}`)
const readersOf = (histories: number) =>
  Array.from({ length: histories }, (_, index) => ({ historyId: index + 1, profileIds: [olga] }))
/** Bytes of the number of a history and of the key of a title, in an index of MySQL. */
const pairBytes = 4 + 300 * 4 + 2

/** Statements of some work, usually those that name many titles, and how the database means to run them. */
async function plansOf(
  db: Knex,
  table: string,
  work: () => Promise<unknown>,
  asking = /title_key in/,
) {
  const asked: Asked[] = []
  const note = (query: Asked) => void asked.push(query)
  db.on('query', note)
  await work()
  db.off('query', note)
  const isMysql = dialectOf(db) === 'mysql'
  const plans: {
    readonly sql: string
    readonly text: string
    readonly steps: readonly Partial<Step>[]
  }[] = []
  for (const { sql, bindings } of asked.filter((one) => asking.test(one.sql))) {
    const rows = await db.raw(`explain ${isMysql ? '' : 'query plan '}${sql}`, bindings)
    const steps = (isMysql ? rows[0] : rows) as readonly Partial<Step>[]
    const own = steps.filter((step) => JSON.stringify(step).includes(`${table}_`))
    plans.push({ sql, text: JSON.stringify(steps), steps: own })
  }
  return plans
}

/** Plays and entries of many titles, and how to ask for them. */
async function open(db: Knex, histories = 1) {
  const readers = readersOf(histories)
  const historyIds = readers.map(({ historyId }) => historyId)
  const titles = new Map(historyIds.map((historyId) => [historyId, keys]))
  const filter = { ...everyPlay, readers, titles, from, to }
  const add = async (count: number, first: number, titleOf: (index: number) => string) => {
    const rows = Array.from({ length: count }, (_, index) => ({
      ...somePlay!,
      history_id: historyIds[index % histories]!,
      profile_id: olga,
      title_key: titleOf(index),
      started_at: from + (first + index) * 60_000,
    }))
    await insertPlays(db, rows)
    const entry = { kind: 'movie', item: '{}', changed_at: 1, origin: 'local' }
    const entries = rows.map(({ title_key, history_id, started_at }) => {
      const item_key = `${title_key}:${started_at}`
      return { ...entry, viewer: history_id, title_key, item_key, sort_at: started_at }
    })
    for (let start = 0; start < entries.length; start += 400) {
      await db('history').insert(entries.slice(start, start + 400))
    }
  }
  await add(2_400, 0, (index) => keys[index % keys.length]!)
  const [plays, history] = [createPlayStore(db), createHistoryStore(db)]
  return {
    db,
    /** Watched later. */
    addOthers: (count: number) => add(count, 2_400, () => 'other'),
    pages: {
      plays: () => plays.page({ filter, descending: true, ...firstOf(50) }),
      history: () => history.page({ historyIds, imports: true, filter, ...firstOf(50) }),
    },
  }
}

describe.each(dialects)('Pages of many titles on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip).each([
    ['plays', 'plays_history_id_started_at_index'],
    ['history', 'history_viewer_origin_sort_at_number_index'],
  ] as const)('read %s in their order by the index of that order', async (table, index) => {
    const { db, pages } = await open(await openMigrated())
    const plans = await plansOf(db, table, pages[table])
    const ordered = plans.filter(({ sql }) => sql.includes('order by'))
    expect(ordered.length).toBeGreaterThan(0)
    for (const { steps } of ordered) {
      const text = JSON.stringify(steps)
      expect([...new Set(text.match(new RegExp(`${table}_\\w+_index`, 'g')))]).toEqual([index])
    }
  })
})

describe.each(dialects)('Pages of titles watched long ago on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip).each(['plays', 'history'] as const)(
    'name the titles of %s once in a statement, whatever the histories',
    async (table) => {
      const { db, pages, addOthers } = await open(await openMigrated(), 2)
      await addOthers(1_500)
      const plans = await plansOf(db, table, pages[table])
      const ordered = plans.filter(({ sql }) => sql.includes('order by'))
      expect(ordered.length).toBeGreaterThan(1)
      for (const { sql } of ordered) expect(sql.split('title_key in')).toHaveLength(2)
    },
  )
})

const sqlite = dialects.filter(({ name }) => name === 'SQLite')

describe.each(sqlite)('Stretches of a page on $name', ({ openMigrated }) => {
  it('look up the end of each range once', async () => {
    const { db, pages, addOthers } = await open(await openMigrated(), 2)
    await addOthers(1_500)
    const plans = await plansOf(db, 'plays', pages.plays, /count\(at\)/)
    expect(plans.length).toBeGreaterThan(0)
    for (const { text } of plans) expect(text.split('CORRELATED SCALAR SUBQUERY')).toHaveLength(2)
  })
})

const mysql = dialects.filter(({ name }) => name === 'MySQL')

describe.each(mysql)('Counts of many titles on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('estimate no range of the time for each title', async () => {
    const { db, pages } = await open(await openMigrated())
    const counts = await plansOf(db, 'plays', pages.plays, /count\(\*\)/)
    expect(counts.length).toBeGreaterThan(0)
    for (const { steps } of counts) {
      expect(steps.map(({ key_len }) => Number(key_len))).toEqual([pairBytes])
    }
  })
})
