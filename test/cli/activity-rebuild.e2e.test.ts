import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { dirname } from 'node:path'
import type { Knex } from 'knex'
import { describe, expect, it, onTestFinished } from 'vitest'
import { closeDatabase, openDatabase } from '../../src/storage/database.ts'
import type { DatabaseSettings } from '../../src/storage/database.ts'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { visitCells } from '../../src/storage/repositories/plays/cells.ts'
import { quartersIn, readDetails } from '../../src/storage/repositories/plays/detail-parts.ts'
import type { DetailRow } from '../../src/storage/repositories/plays/detail-parts.ts'
import { transact } from '../../src/storage/guard.ts'
import { expireDays, expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { dialects } from '../support/dialects.ts'
import { countPlays } from '../../src/storage/repositories/plays/statistics.ts'
import { ann, everyPlay, insertPlays, kim, olga, somePlays } from '../support/plays.ts'

const start = fileURLToPath(new URL('../../src/start.js', import.meta.url))
const from = Date.UTC(2025, 0, 1)
const to = Date.UTC(2025, 3, 1)
const plays = somePlays(90, from, to)
const known = plays.slice(0, 60)
const meanwhile = plays.slice(60)

async function countsOfOneApp(db: Knex): Promise<readonly unknown[]> {
  const readers = [
    { historyId: 1, profileIds: [olga, ann] },
    { historyId: 2, profileIds: [kim] },
  ]
  const filter = { ...everyPlay, readers, clients: ['Some App'], from, to }
  const slots = { kind: 'line', starts: [from, to] } as const
  const counts = await countPlays(db, { filter, slots, groupBy: 'resolution' }, 0)
  return counts.toSorted((a, b) => (String(a.group) < String(b.group) ? -1 : 1))
}

/** What is kept by title, traits and quarter of the hour, whatever rows it lies in. */
async function detailCounts(db: Knex): Promise<readonly string[]> {
  const rows: DetailRow[] = await db('play_details')
  const found = rows.flatMap((row) => {
    const { traits, titles } = readDetails(row)
    const quarters = quartersIn(row.month)
    const counts: string[] = []
    visitCells(row.cells, (index, ...sums) => {
      const group = Math.floor(index / quarters)
      const title = titles[Math.floor(group / traits.length)]
      const own = traits[group % traits.length]
      counts.push(JSON.stringify([row.history_id, row.month, title, own, index % quarters, sums]))
    })
    return counts
  })
  return found.toSorted()
}

/** Everything that is kept counted, without versions, which are other ones each time. */
async function keptCounts(db: Knex): Promise<readonly unknown[]> {
  const rows = (table: string, key: readonly string[], values: readonly string[]) =>
    db(table)
      .orderBy([...key])
      .select(...key, ...values)
  const month = ['history_id', 'month']
  const owner = ['profile_id', 'kind']
  const sums = ['history_id', 'dimension', 'month', ...owner, 'value']
  return [
    await rows('play_sums', sums, ['days', 'edges', 'slots', 'quarters']),
    await rows('title_sums', ['history_id', 'level', 'span', ...owner], ['cells']),
    await rows('rewatched_titles', ['history_id', ...owner], ['cells']),
    await rows('delivery_months', month, []),
    await rows('detail_months', month, []),
    await detailCounts(db),
    await countsOfOneApp(db),
  ]
}

async function damage(db: Knex): Promise<void> {
  const cells = Buffer.of(0, 1, 0, 1)
  const [right] = await db('play_sums').where({ history_id: 1 }).limit(1)
  const blobs = { days: cells, edges: cells, slots: cells, quarters: cells }
  await db('play_sums').where({ history_id: 2 }).update(blobs)
  await db('play_sums').where({ history_id: 1, dimension: 7 }).update(blobs)
  await db('play_sums').where({ dimension: 1, value: 'Some App', history_id: 1 }).delete()
  await db('play_sums').insert({ ...right, history_id: 9 })
  await db('detail_months').insert({ history_id: 8, month: 1, version: 1 })
  await db('title_sums').where({ history_id: 1 }).update({ cells })
  await db('title_sums').where({ history_id: 2, level: 0 }).delete()
  await db('rewatched_titles').update({ cells })
  await db('delivery_months').where({ history_id: 2 }).delete()
  await db('play_details').where({ history_id: 1 }).update({ cells })
  await db('play_details').where({ history_id: 2 }).delete()
  await db('detail_months').where({ history_id: 2 }).delete()
}

async function run(settings: DatabaseSettings) {
  const own =
    'file' in settings
      ? { DATA_DIR: dirname(settings.file) }
      : { DATABASE_URL: settings.url, SECRET_KEY: 'ab'.repeat(32) }
  const child = spawn(process.execPath, [start, 'activity:rebuild'], {
    cwd: tmpdir(),
    env: own,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await closed) as [number]
  return { stdout, stderr, code }
}

describe.each(dialects)('Counting all plays anew on $name', ({ skip, createMigrated }) => {
  it.skipIf(skip)(
    'repairs every count, whatever was damaged and what is played meanwhile',
    async () => {
      const { settings, dispose } = await createMigrated()
      const db = openDatabase(settings)
      onTestFinished(async () => {
        await closeDatabase(db)
        await dispose()
      })
      await db('viewers').insert([
        { number: 1, configuration: 7, profile_id: olga },
        { number: 2, configuration: 7, profile_id: kim },
      ])
      await insertPlays(db, known)
      await expirePlays(db, { where: 'true', values: [] })
      await foldStale(db)
      const right = await keptCounts(db)
      await damage(db)
      await expect(keptCounts(db)).rejects.toMatchObject({ code: 'BAD_REQUEST' })

      const days = new Set(
        known.map((play) => `${play.history_id} ${Math.floor(play.started_at / 86_400_000)}`),
      )
      const answer = await run(settings)
      expect(answer).toMatchObject({ stdout: `${days.size} days were counted\n`, stderr: '' })
      expect(await keptCounts(db)).toEqual(right)

      await damage(db)
      const counting = run(settings)
      for (const play of meanwhile) {
        await transact(db, async (trx) => {
          await expireDays(trx, play.history_id, [play.started_at])
          await insertPlays(trx, [play])
        })
      }
      expect(await counting).toMatchObject({ stderr: '', code: 0 })
      await foldStale(db)
      const repaired = await keptCounts(db)
      await run(settings)
      expect(repaired).toEqual(await keptCounts(db))
      const sums = await db('title_sums').where({ level: 3 }).select('history_id')
      expect(new Set(sums.map((row: { history_id: number }) => row.history_id))).toEqual(
        new Set([1, 2]),
      )
    },
    120_000,
  )
})
