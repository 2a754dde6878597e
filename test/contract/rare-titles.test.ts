import { describe, expect, it } from 'vitest'
import type { PlayPlace } from '../../src/model/play-store.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { firstOf } from '../support/page-windows.ts'
import { everyPlay, insertPlays, kim, olga, somePlays } from '../support/plays.ts'

const from = Date.UTC(2025, 0, 1)
const [some] = somePlays(1, from, from + 1_000)
const readers = [olga, kim].map((id, index) => ({ historyId: 1 + index, profileIds: [id] }))

/** Plays of both histories in turn, of which one of twenty was finished. */
function playsOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...some!,
    history_id: 1 + (index % 2),
    profile_id: readers[index % 2]!.profileIds[0]!,
    kind: 'movie' as const,
    item_key: `tt${index % 10}`,
    title_key: `tt${index % 10}`,
    // Some share their time.
    started_at: from + Math.floor(index / 3) * 1_000,
    watched_ms: index,
    finished: index % 20 < 2,
  }))
}

describe.each(dialects)('Plays of titles that are rare on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip).each([
    { rows: 'few', count: 900 },
    { rows: 'many', count: 4_000 },
  ])('are found among many titles, of which they are $rows plays', async ({ count }) => {
    const db = await openMigrated()
    const plays = playsOf(count)
    await insertPlays(db, plays)
    const store = createPlayStore(db)
    // So many that they are neither asked one by one nor counted without a sample.
    const keys = Array.from({ length: 300 }, (_, index) => `tt${index}`)
    const titles = new Map(readers.map(({ historyId }) => [historyId, keys]))
    const filter = { ...everyPlay, readers, titles, finished: true, to: from + 200_000 }
    const fitting = plays
      .filter(({ finished, started_at }) => finished && started_at < filter.to)
      .map(({ watched_ms }) => watched_ms)
    expect(fitting.length).toBeGreaterThan(50)
    for (const descending of [false, true]) {
      const found: number[] = []
      let after: PlayPlace | null = null
      for (let isLast = false; !isLast;) {
        const page = await store.page({ ...firstOf(7), filter, descending, after })
        found.push(...page.plays.map(({ watchedMs }) => watchedMs))
        after = page.plays.at(-1)!
        isLast = !page.hasMore
      }
      expect({ descending, found }).toEqual({
        descending,
        found: descending ? fitting.toReversed() : fitting,
      })
    }
  })
})
