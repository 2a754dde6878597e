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
const readers = [{ historyId: 1, profileIds: [olga] }]
const filter = { ...everyPlay, readers, titles: new Map([[1, keys]]), from, to }
/** Bytes of the number of a history and of the key of a title, in an index of MySQL. */
const pairBytes = 4 + 300 * 4 + 2

/** Statements of some work that name many titles, and how the database means to run them. */
async function plansOf(db: Knex, table: string, work: () => Promise<unknown>) {
  const asked: Asked[] = []
  const note = (query: Asked) => void asked.push(query)
  db.on('query', note)
  await work()
  db.off('query', note)
  const isMysql = dialectOf(db) === 'mysql'
  const plans: { readonly sql: string; readonly steps: readonly Partial<Step>[] }[] = []
  for (const { sql, bindings } of asked.filter((one) => /title_key in/.test(one.sql))) {
    const rows = await db.raw(`explain ${isMysql ? '' : 'query plan '}${sql}`, bindings)
    const steps = (isMysql ? rows[0] : rows) as readonly Partial<Step>[]
    plans.push({ sql, steps: steps.filter((step) => JSON.stringify(step).includes(`${table}_`)) })
  }
  return plans
}

/** Plays and entries of many titles, and how to ask for them. */
async function open(db: Knex) {
  const time = (index: number) => from + index * 60_000
  const rows = Array.from({ length: 2_400 }, (_, index) => ({
    ...somePlay!,
    history_id: 1,
    profile_id: olga,
    title_key: keys[index % keys.length]!,
    started_at: time(index),
  }))
  await insertPlays(db, rows)
  const entry = { viewer: 1, kind: 'movie', item: '{}', changed_at: 1, origin: 'local' }
  const entries = rows.map(({ title_key }, index) => {
    const item_key = `${title_key}:${index}`
    return { ...entry, title_key, item_key, sort_at: time(index) }
  })
  for (let start = 0; start < entries.length; start += 400) {
    await db('history').insert(entries.slice(start, start + 400))
  }
  const [plays, history] = [createPlayStore(db), createHistoryStore(db)]
  return {
    db,
    pages: {
      plays: () => plays.page({ filter, descending: true, ...firstOf(50) }),
      history: () => history.page({ historyIds: [1], imports: true, filter, ...firstOf(50) }),
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

const mysql = dialects.filter(({ name }) => name === 'MySQL')

describe.each(mysql)('Counts of many titles on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('estimate no range of the time for each title', async () => {
    const { db, pages } = await open(await openMigrated())
    const plans = await plansOf(db, 'plays', pages.plays)
    const counts = plans.filter(({ sql }) => sql.includes('count(*)'))
    expect(counts.length).toBeGreaterThan(0)
    for (const { steps } of counts) {
      expect(steps.map(({ key_len }) => Number(key_len))).toEqual([pairBytes])
    }
  })
})
