import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import { createHistoryStore } from '../../src/storage/repositories/history/store.ts'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { sweepPlays } from '../../src/storage/repositories/plays/sweep.ts'
import { dialects } from '../support/dialects.ts'
import { insertPlays, olga, somePlays } from '../support/plays.ts'

const tables = {
  play_sums: 'month',
  play_details: 'month',
  detail_months: 'month',
  delivery_months: 'month',
  title_sums: 'span',
  sum_versions: 'span',
}
const [january, february] = [2025 * 12, 2025 * 12 + 1]
const begin = Date.UTC(2025, 1, 1)
const plays = [
  ...somePlays(40, Date.UTC(2025, 0, 1), begin),
  ...somePlays(40, begin, Date.UTC(2025, 2, 1)),
].map((play) => ({ ...play, history_id: 1, profile_id: olga }))

/** The times of which something is kept, by table. */
async function keptTimes(db: Knex) {
  const rows = Object.entries(tables).map(async ([table, column]) => {
    const times: number[] = await db(table).distinct(column).orderBy(column).pluck(column)
    return [table, times] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

describe.each(dialects)(
  'Of a month without plays, on $name, nothing is kept',
  ({ skip, openMigrated }) => {
    async function open() {
      const db = await openMigrated()
      await createHistoryStore(db).historyIdOf(7, olga)
      await insertPlays(db, plays)
      await expirePlays(db, { where: 'true', values: [] })
      await foldStale(db)
      return db
    }

    it.skipIf(skip)('once its plays were deleted for their age', async () => {
      const db = await open()
      await sweepPlays(db, begin)
      await foldStale(db)
      const kept = await keptTimes(db)
      for (const times of Object.values(kept)) {
        expect(times).toContain(february)
        expect(times).not.toContain(january)
      }
      expect(kept['sum_versions']).toEqual([0, 2025, february])
      await sweepPlays(db, Date.UTC(2025, 2, 1))
      await foldStale(db)
      for (const times of Object.values(await keptTimes(db))) expect(times).toEqual([])
    })

    it.skipIf(skip)('where it is counted while its history is forgotten', async () => {
      const db = await open()
      const marks = [{ history_id: 1, day: begin / 86_400_000 }]
      await createHistoryStore(db).forget(7)
      // As a count sees it that has read the marks before.
      await db('play_marks').insert(marks)
      await foldStale(db)
      for (const table of [
        'play_marks',
        'title_marks',
        'rewatched_titles',
        ...Object.keys(tables),
      ]) {
        expect(await db(table)).toEqual([])
      }
    })
  },
)
