import type { Knex } from 'knex'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DatabaseSettings } from '../../src/storage/database.ts'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import { migrateToLatest } from '../../src/storage/migrate.ts'
import { startChild } from '../support/child.ts'
import { dialects } from '../support/dialects.ts'

const child = new URL('children/report-and-die.ts', import.meta.url)
/** More than all statements of the run. */
const most = 200
const atOnce = 4

/** Whether the run came to its end before the n-th statement. */
async function runUntil(settings: DatabaseSettings, n: number): Promise<boolean> {
  const { lines, finished } = startChild(child, settings, n)
  const { errors } = await finished()
  expect(errors).toBe('')
  return lines.includes('done')
}

/** What the database knows of the film of a run. */
async function known(db: Knex, n: number) {
  const itemKey = `tt${n + 1}`
  const entry = await db('history').where({ item_key: itemKey }).first()
  const play = await db('plays').where({ item_key: itemKey }).first()
  const told = await db('tracker_events').where({ title_key: itemKey }).pluck('event')
  const device = await db('devices')
    .where({ device_id: `device ${n}` })
    .first()
  const state = JSON.parse(device.playing ?? '{}')
  return {
    begun: {
      history: entry !== undefined,
      play: play !== undefined,
      tracker: told.some((event) => JSON.parse(event).event === 'start'),
      session: state.now != null || state.last != null,
    },
    ended: {
      history: Boolean(entry?.played) && entry?.play_count === 1,
      play: Boolean(play?.finished),
      tracker: told.some((event) => JSON.parse(event).event === 'stop'),
      session: state.last != null,
    },
    marked: {
      history: Boolean(entry?.favorite),
      tracker: told.some((event) => JSON.parse(event).event === 'watchlisted'),
    },
  }
}

describe.each(dialects)('kill -9 at any statement of a report on $name', (dialect) => {
  it.skipIf(dialect.skip)(
    'leaves history, counts, play, tracker events and session together, or none of them',
    { timeout: 300_000 },
    async () => {
      const { settings, dispose } = await dialect.createDatabase()
      const db = openDatabase(settings)
      onTestFinished(async () => {
        await closeDatabase(db)
        await dispose()
      })
      await migrateToLatest(db)
      const seen = new Set<string>()
      for (let first = 0; first < most; first += atOnce) {
        const runs = Array.from({ length: atOnce }, (_, index) => first + index)
        const done = await Promise.all(runs.map((n) => runUntil(settings, n)))
        for (const n of runs) {
          for (const [what, parts] of Object.entries(await known(db, n))) {
            expect(new Set(Object.values(parts)), `${what} at statement ${n}`).toHaveLength(1)
            if (parts.history) seen.add(what)
          }
        }
        const [counts] = await db('viewers').select('movies', 'favorites')
        const rows = await db('history').select('played', 'favorite')
        expect(counts ?? { movies: 0, favorites: 0 }).toEqual({
          movies: rows.filter(({ played }) => Boolean(played)).length,
          favorites: rows.filter(({ favorite }) => Boolean(favorite)).length,
        })
        if (!done.includes(true)) continue
        expect(first).toBeGreaterThan(20)
        expect(seen).toEqual(new Set(['begun', 'ended', 'marked']))
        return
      }
      expect.unreachable('the run never came to its end')
    },
  )
})
