import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { dialects, sqlite } from '../support/dialects.ts'
import { insertPlays, olga, somePlays } from '../support/plays.ts'

const dayMs = 86_400_000
const from = Date.UTC(2025, 0, 1)
const [play] = somePlays(1, from, from + dayMs)

/** Plays of one history, spread evenly over days. */
function manyPlays(count: number, days: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...play!,
    history_id: 1,
    profile_id: olga,
    title_key: `tt${index % 200}`,
    started_at: from + Math.floor((index * days * dayMs) / count),
  }))
}

describe('Counting plays anew, where the database answers in the same turn', () => {
  it('lets others have their turn after each few thousand plays', async () => {
    const db = await sqlite.openMigrated()
    await insertPlays(db, manyPlays(30_000, 1))
    await expirePlays(db, { where: 'true', values: [] })
    const state = { isFolding: true, turns: 0 }
    const turning = (async () => {
      for (; state.isFolding; state.turns++) await nextTurn()
    })()
    await foldStale(db)
    state.isFolding = false
    await turning
    expect(state.turns).toBeGreaterThan(30_000 / 2_000)
  }, 60_000)
})

describe.each(dialects)('A month of very many plays on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)(
    'is counted in several transactions',
    async () => {
      const db = await openMigrated()
      await insertPlays(db, manyPlays(45_000, 9))
      await expirePlays(db, { where: 'true', values: [] })
      let months = 0
      db.on('query', ({ sql }: { sql: string }) => {
        if (/delete from .play_marks/.test(sql)) months += 1
      })
      expect(await foldStale(db)).toBe(9)
      expect(months).toBe(3)
      const [sum] = await db('play_sums').where({ dimension: 0 }).count({ rows: '*' })
      expect(Number(sum!.rows)).toBe(1)
    },
    60_000,
  )
})
