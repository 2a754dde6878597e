import { describe, expect, it } from 'vitest'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { countPlays } from '../../src/storage/repositories/plays/statistics.ts'
import { dialects } from '../support/dialects.ts'
import { ann, everyPlay, fits, insertPlays, olga, somePlays } from '../support/plays.ts'

const dayMs = 86_400_000
const from = Date.UTC(2025, 0, 25)
const readers = [{ historyId: 1, profileIds: [olga, ann] }]
const plays = somePlays(400, from, from + 70 * dayMs)
const cellsOfPart = 10

describe.each(dialects)('Counts of some days on $name', ({ skip, openMigrated }) => {
  it.skipIf(skip)('are those of the rows that have plays of these days', async () => {
    const db = await openMigrated()
    await db('viewers').insert({ number: 1, configuration: 7, profile_id: olga })
    await insertPlays(db, plays)
    await expirePlays(db, { where: 'true', values: [] })
    await foldStale(db, {}, cellsOfPart)
    const spans = [
      [0, 1],
      [3, 8],
      [6, 7],
      [7, 36],
      [30, 70],
      [0, 70],
    ] as const
    for (const [first, end] of spans) {
      const time = { from: from + first * dayMs, to: from + end * dayMs }
      const filter = { ...everyPlay, readers, clients: ['Some App'], ...time }
      const slots = { kind: 'line', starts: [time.from, time.to] } as const
      const found = await countPlays(db, { filter, groupBy: 'resolution', slots }, 0)
      const counted = found.reduce((sum, count) => sum + count.plays, 0)
      expect([first, end, counted]).toEqual([
        first,
        end,
        plays.filter((play) => fits(play, filter)).length,
      ])
    }
  })

  it.skipIf(skip)('are deleted by their parts only where they have been stored', async () => {
    const db = await openMigrated()
    await insertPlays(db, plays)
    const deleted: string[] = []
    db.on('query', ({ sql }: { sql: string }) => {
      if (/^delete from .play_details. .*.part. in/.test(sql)) deleted.push(sql)
    })
    await expirePlays(db, { where: 'true', values: [] })
    await foldStale(db, {}, cellsOfPart)
    expect(deleted).toEqual([])
    const rows = await db('play_details')
    await expirePlays(db, { where: 'history_id = 1', values: [] })
    await foldStale(db, {}, cellsOfPart)
    expect(deleted.length).toBeGreaterThan(0)
    expect(await db('play_details')).toHaveLength(rows.length)
  })
})
