import type { Knex } from 'knex'
import { describe, expect, it } from 'vitest'
import type { StatisticsQuery } from '../../src/model/play-statistics.ts'
import { dialectOf } from '../../src/storage/dialect.ts'
import { foldStale } from '../../src/storage/repositories/plays/fold.ts'
import { expireDays, expirePlays } from '../../src/storage/repositories/plays/stale-days.ts'
import { countPlays } from '../../src/storage/repositories/plays/statistics.ts'
import { dialects } from '../support/dialects.ts'
import { everyPlay, insertPlays, olga, somePlays } from '../support/plays.ts'

const dayMs = 86_400_000
const from = Date.UTC(2025, 0, 1)
const to = Date.UTC(2025, 3, 1)
const [some] = somePlays(1, from, to)
const february = 2025 * 12 + 1
const query: StatisticsQuery = {
  filter: { ...everyPlay, readers: [{ historyId: 1, profileIds: [olga] }], from, to },
  groupBy: 'delivery',
  slots: { kind: 'line', starts: [from, Date.UTC(2025, 1, 1), to] },
}

async function watch(db: Knex, day: number, delivery: string | null): Promise<void> {
  const startedAt = from + day * dayMs
  const play = { ...some!, history_id: 1, profile_id: olga, started_at: startedAt, delivery }
  await insertPlays(db, [{ ...play, ended_at: startedAt + 1 }])
  await expireDays(db, 1, [startedAt])
}

async function owned(db: Knex): Promise<void> {
  await db('viewers').insert({ number: 1, configuration: 1, profile_id: olga })
}

/** Plays by slot and group. `most`: how many may be looked at one by one. */
async function counts(db: Knex, most?: number): Promise<Readonly<Record<string, number>>> {
  const found = await countPlays(db, query, most)
  const filled = found.filter(({ plays }) => plays > 0)
  return Object.fromEntries(filled.map(({ slot, group, plays }) => [`${slot} ${group}`, plays]))
}

const kept = (db: Knex) =>
  Promise.all([db('play_sums').where({ dimension: 7 }), db('delivery_months')])

/** Counts as the previous release did: what it does not know stays as it was. */
async function foldAsBefore(db: Knex): Promise<void> {
  const [sums, months] = await kept(db)
  await foldStale(db)
  await db('play_sums').where({ dimension: 7 }).delete()
  await db('delivery_months').delete()
  if (sums.length > 0) await db('play_sums').insert(sums)
  if (months.length > 0) await db('delivery_months').insert(months)
}

/** From now on the counts of a month cannot be stored. */
async function failIn(db: Knex, month: number): Promise<void> {
  const change = 'create trigger refuse before insert on delivery_months for each row'
  await db.raw(
    dialectOf(db) === 'mysql'
      ? `${change} begin if new.month = ${month} then signal sqlstate '45000'; end if; end`
      : `${change} when new.month = ${month} begin select raise(abort, 'refused'); end`,
  )
}

describe.each(dialects)('Counts by how plays were carried on $name', ({ skip, openMigrated }) => {
  async function open(): Promise<Knex> {
    const db = await openMigrated()
    await owned(db)
    await watch(db, 1, 'redirect')
    await watch(db, 2, 'proxied')
    await watch(db, 40, null)
    await watch(db, 41, 'proxied')
    return db
  }
  const all = { '0 redirect': 1, '0 proxied': 1, '1 null': 1, '1 proxied': 1 }

  it.skipIf(skip)('are kept, so that no play is looked at', async () => {
    const db = await open()
    await foldStale(db)
    expect(await counts(db, 0)).toEqual(all)
    await watch(db, 41, 'proxied')
    await foldStale(db)
    expect(await counts(db, 0)).toEqual({ ...all, '1 proxied': 2 })
    await expirePlays(db, { where: 'delivery is null', values: [] })
    await db('plays').whereNull('delivery').delete()
    await foldStale(db)
    const { '1 null': _gone, ...left } = all
    expect(await counts(db, 0)).toEqual({ ...left, '1 proxied': 2 })
  })

  it.skipIf(skip)('of months that only the previous release has counted are added', async () => {
    const db = await open()
    await foldAsBefore(db)
    await expect(counts(db, 0)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await counts(db)).toEqual(all)
    await watch(db, 42, 'redirect')
    expect(await counts(db)).toEqual({ ...all, '1 redirect': 1 })
    await foldStale(db)
    expect(await counts(db, 0)).toEqual({ ...all, '1 redirect': 1 })
  })

  it.skipIf(skip)('are right where the previous release counts a month anew', async () => {
    const db = await open()
    await foldStale(db)
    await watch(db, 41, 'proxied')
    await foldAsBefore(db)
    expect(await counts(db)).toEqual({ ...all, '1 proxied': 2 })
    await foldStale(db)
    expect(await counts(db, 0)).toEqual({ ...all, '1 proxied': 2 })
  })

  it.skipIf(skip)('have nothing of a month that the previous release has emptied', async () => {
    const db = await open()
    await foldStale(db)
    await expirePlays(db, { where: 'started_at >= ?', values: [from + 40 * dayMs] })
    await db('plays')
      .where('started_at', '>=', from + 40 * dayMs)
      .delete()
    await foldAsBefore(db)
    const { '1 null': _gone, '1 proxied': _too, ...left } = all
    expect(await counts(db)).toEqual(left)
    await watch(db, 45, 'redirect')
    await foldStale(db)
    expect(await counts(db, 0)).toEqual({ ...left, '1 redirect': 1 })
  })

  it.skipIf(skip)('go on after a month that fails', async () => {
    const db = await open()
    await foldAsBefore(db)
    await failIn(db, february)
    const failed: number[] = []
    await foldStale(db, { onFailure: (_error, historyId) => failed.push(historyId) })
    expect(failed).toEqual([1])
    expect(await db('delivery_months').pluck('month')).toEqual([february - 1])
    expect(await counts(db)).toEqual(all)
  })
})
