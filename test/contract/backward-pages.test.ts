import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageWindow } from '../../src/core/page-window.ts'
import type { HistoryPlace } from '../../src/model/history-store.ts'
import type { PlayPlace } from '../../src/model/play-store.ts'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { sliceOf } from '../support/page-windows.ts'
import { anyFilter, fits, insertPlays, markFavorites, somePlays } from '../support/plays.ts'
import { everyPlay, kim, olga } from '../support/plays.ts'

const from = Date.UTC(2025, 0, 1)
const to = Date.UTC(2025, 1, 1)
const plays = somePlays(300, from, to)

/** A window of a list of so many entries, by their positions; both sides may lie in any order. */
function anyWindow(count: number): fc.Arbitrary<PageWindow<number>> {
  const side = fc.option(fc.integer({ min: 0, max: Math.max(0, count - 1) }))
  return fc.record({
    after: count === 0 ? fc.constant(null) : side,
    before: count === 0 ? fc.constant(null) : side,
    fromEnd: fc.boolean(),
    limit: fc.constantFrom(1, 3, 20, 500),
  })
}

/** Some windows of a list, each with what the list has there. */
function windowsOf<Place>(list: readonly Place[], seed: number) {
  const windows = fc.sample(anyWindow(list.length), { numRuns: 6, seed })
  return windows.map(({ after, before, ...rest }) => {
    const place = (index: number | null) => (index === null ? null : list[index]!)
    const window = { ...rest, after: place(after), before: place(before) }
    return { window, expected: sliceOf(list, window) }
  })
}

/** All pages of a list, from its end to its beginning. */
async function walkBack<Place>(
  read: (window: PageWindow<Place>) => Promise<{ places: readonly Place[]; hasMore: boolean }>,
  limit: number,
): Promise<readonly Place[]> {
  const found: Place[] = []
  for (let before: Place | null = null; ; before = found[0]!) {
    const { places, hasMore } = await read({ after: null, before, fromEnd: true, limit })
    found.unshift(...places)
    if (!hasMore) return found
  }
}

describe.each(dialects)('Pages on $name from either end', ({ skip, openMigrated }) => {
  it.skipIf(skip)('have the plays that the whole list has there', async () => {
    const db = await openMigrated()
    await insertPlays(db, plays)
    await markFavorites(db)
    const ids: number[] = await db('plays').orderBy('id').pluck('id')
    const stored = plays.map((play, index) => ({ play, id: ids[index]! }))
    const store = createPlayStore(db)
    await fc.assert(
      fc.asyncProperty(
        anyFilter(from, to),
        fc.boolean(),
        fc.integer(),
        async (filter, descending, seed) => {
          const sign = descending ? -1 : 1
          const list = stored
            .filter(({ play }) => fits(play, filter))
            .map(({ play, id }): PlayPlace => ({ startedAt: play.started_at, id }))
            .toSorted((a, b) => sign * (a.startedAt - b.startedAt || a.id - b.id))
          const read = async (window: PageWindow<PlayPlace>) => {
            const page = await store.page({ ...window, filter, descending })
            const places = page.plays.map(({ startedAt, id }) => ({ startedAt, id }))
            return { places, hasMore: page.hasMore }
          }
          for (const { window, expected } of windowsOf(list, seed)) {
            const { places, hasMore } = await read(window)
            expect({ part: places, hasMore }).toEqual(expected)
          }
          expect(await walkBack(read, 40)).toEqual(list)
        },
      ),
      { numRuns: 50 },
    )
  })

  it.skipIf(skip)('have the entries that the whole history has there', async () => {
    const db = await openMigrated()
    const entries = plays.slice(0, 120).map(({ started_at, origin }, index) => ({
      viewer: 1 + (index % 3),
      item_key: `tt${index}`,
      title_key: `tt${index}`,
      kind: 'movie',
      origin: origin === 'import' ? 'import' : 'local',
      sort_at: index % 10 === 0 ? 0 : index % 4 === 0 ? from : started_at,
      item: '{}',
      changed_at: 1,
    }))
    await db('history').insert(entries)
    const numbers: number[] = await db('history').orderBy('number').pluck('number')
    const stored = entries.map((entry, index) => ({ ...entry, rowId: numbers[index]! }))
    const store = createHistoryStore(db)
    const readers = [{ historyId: 1, profileIds: [olga, kim] }]
    const filters = [null, { ...everyPlay, readers }, { ...everyPlay, readers, from: from + 1 }]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom([1], [2, 3], [1, 2, 3]),
        fc.boolean(),
        fc.constantFrom(...filters),
        fc.integer(),
        async (historyIds, imports, filter, seed) => {
          const list = stored
            .filter(({ viewer }) => historyIds.some((historyId) => historyId === viewer))
            .filter(({ origin }) => imports || origin === 'local')
            .filter(({ sort_at }) => sort_at > 0 && sort_at >= (filter?.from ?? 0))
            .map(({ sort_at, rowId }): HistoryPlace => ({ sortAt: sort_at, rowId }))
            .toSorted((a, b) => b.sortAt - a.sortAt || b.rowId - a.rowId)
          const read = async (window: PageWindow<HistoryPlace>) => {
            const page = await store.page({ ...window, historyIds, imports, filter })
            const places = page.entries.map(({ sortAt, rowId }) => ({ sortAt, rowId }))
            expect(page.next ?? places.at(window.fromEnd ? 0 : -1)).toEqual(
              places.at(window.fromEnd ? 0 : -1),
            )
            return { places, hasMore: page.next !== null }
          }
          for (const { window, expected } of windowsOf(list, seed)) {
            const { places, hasMore } = await read(window)
            expect({ part: places, hasMore }).toEqual(expected)
          }
          expect(await walkBack(read, 7)).toEqual(list)
        },
      ),
      { numRuns: 50 },
    )
  })
})
