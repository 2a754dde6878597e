import { describe, expect, it } from 'vitest'
import { countPlays } from '../../src/storage/repositories/plays/statistics.ts'
import { createPlayStore } from '../../src/storage/repositories/plays/store.ts'
import { dialects } from '../support/dialects.ts'
import { everyPlay, insertPlays, somePlays } from '../support/plays.ts'

const from = Date.UTC(2025, 0, 1)
const to = Date.UTC(2025, 1, 1)

describe.each(dialects)('Plays of nobody on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are none, by every question', async () => {
    const db = await openMigrated()
    await insertPlays(db, somePlays(20, from, to))
    const filter = { ...everyPlay, readers: [], from, to }
    const slots = { kind: 'line', starts: [from, to] } as const
    for (const groupBy of [null, 'user', 'title', 'client'] as const) {
      const counts = await countPlays(db, { filter, groupBy, slots })
      expect(counts.reduce((sum, { plays }) => sum + plays, 0)).toBe(0)
    }
    const store = createPlayStore(db)
    expect(await store.top({ filter, of: 'title', by: 'plays', first: 5 })).toEqual([])
    expect(await store.rewatched(filter, 5)).toEqual([])
    const first = { descending: true, after: null, before: null, fromEnd: false, limit: 5 }
    expect(await store.page({ filter, ...first })).toEqual({ plays: [], hasMore: false })
    expect(await store.streams({ filter, starts: [from, to] })).toEqual([0])
    expect(await store.earliest(filter.readers)).toBeNull()
    expect(await store.longestSession(filter)).toBeNull()
  })
})
