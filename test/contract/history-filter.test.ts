import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HistoryPageQuery, HistoryPlace } from '../../src/model/history-store.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { dialects } from '../support/dialects.ts'
import { firstOf } from '../support/page-windows.ts'
import {
  anyFilter,
  insertPlays,
  isExcept,
  isFavorite,
  isNamed,
  markFavorites,
  partOf,
  somePlays,
} from '../support/plays.ts'
import { titleKeys } from '../support/plays.ts'

type Query = Pick<HistoryPageQuery, 'historyIds' | 'imports'> & {
  readonly filter: NonNullable<HistoryPageQuery['filter']>
}
type Row = ReturnType<typeof entriesOf>[number]

const from = Date.UTC(2025, 0, 1)
const to = Date.UTC(2025, 1, 1)
const plays = somePlays(60, from, to)

/** Every item of both histories, each at a time of its own or at one of several others. */
const rows = fc.sample(
  fc.array(
    fc.record({
      sort_at: fc.oneof(fc.integer({ min: from, max: to - 1 }), fc.constantFrom(from, from + 1, 0)),
      played: fc.boolean(),
      origin: fc.constantFrom('local', 'local', 'import'),
    }),
    { minLength: 24, maxLength: 24 },
  ),
  { numRuns: 1, seed: 5 },
)[0]!

function entriesOf() {
  const items = titleKeys.flatMap((title_key) =>
    [0, 1, 2].map((season) => ({ title_key, ...partOf(title_key, season) })),
  )
  const both = [1, 2].flatMap((history_id) => items.map((item) => ({ ...item, history_id })))
  return both.map((item, index) => ({ ...item, ...rows[index]! }))
}
const entries = entriesOf()

/** What a filter says, in plain words. */
function isFitting(entry: Row, { historyIds, imports, filter }: Query): boolean {
  const { kinds, finished, favorite, origin, clients, devices } = filter
  const own = plays.filter(
    ({ history_id, item_key }) => history_id === entry.history_id && item_key === entry.item_key,
  )
  const oneOf = (values: readonly string[] | null, value: string | null) =>
    values === null || (value !== null && values.includes(value))
  const isOfPlays = clients !== null || devices !== null || origin === 'stremio'
  return (
    entry.sort_at > 0 &&
    historyIds.includes(entry.history_id) &&
    (imports || entry.origin === 'local') &&
    oneOf(kinds, entry.kind) &&
    entry.sort_at >= (filter.from ?? -Infinity) &&
    entry.sort_at < (filter.to ?? Infinity) &&
    isNamed(entry, filter) &&
    !isExcept(entry, filter) &&
    (finished === null || finished === entry.played) &&
    (favorite === null || favorite === isFavorite(entry)) &&
    (origin === null || origin === 'stremio' || origin === entry.origin) &&
    (!isOfPlays ||
      own.some(
        (play) =>
          oneOf(clients, play.client) &&
          oneOf(devices, play.device_name) &&
          (origin !== 'stremio' || play.origin === 'stremio'),
      ))
  )
}

const anyQuery = fc.record({
  filter: anyFilter(from, to),
  imports: fc.boolean(),
  historyIds: fc.constantFrom([1], [2], [1, 2]),
})

describe.each(dialects)('The filtered history on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('has what plain looking through all entries finds, newest first', async () => {
    const db = await openMigrated()
    await insertPlays(db, plays)
    await markFavorites(db)
    await db('history')
      .insert(
        entries.map(({ history_id, ...entry }) => ({
          ...entry,
          viewer: history_id,
          favorite: isFavorite({ ...entry, history_id, title_key: 'none' }),
          item: JSON.stringify({ name: entry.item_key }),
          changed_at: 1,
        })),
      )
      .onConflict(['viewer', 'item_key'])
      .merge()
    const store = createHistoryStore(db)
    await fc.assert(
      fc.asyncProperty(anyQuery, fc.constantFrom(1, 5, 100), async (query, limit) => {
        const found: string[] = []
        let after: HistoryPlace | null = null
        do {
          const page = await store.page({ ...firstOf(limit), ...query, after })
          expect(page.entries.length).toBeLessThanOrEqual(limit)
          found.push(
            ...page.entries
              .filter(({ kind }) => kind !== 'series')
              .map((entry) => `${entry.sortAt} ${entry.historyId} ${entry.itemKey}`),
          )
          after = page.next
        } while (after !== null)
        const fitting = entries.filter((entry) => isFitting(entry, query))
        const expected = fitting.map((one) => `${one.sort_at} ${one.history_id} ${one.item_key}`)
        expect(found.toSorted()).toEqual(expected.toSorted())
        const times = found.map((one) => Number.parseInt(one, 10))
        expect(times).toEqual(times.toSorted((a, b) => b - a))
      }),
      { numRuns: 120 },
    )
  })
})
