import type { Knex } from 'knex'
import { AppError } from '../../../core/errors.ts'
import { changedBy, places, rowsOf } from '../../statement.ts'
import type { Value } from '../../statement.ts'
import { historyTable, ownerTable } from './rows.ts'

export type Tally = {
  readonly movies: number
  readonly episodes: number
  readonly in_progress: number
  readonly favorites: number
}

const names = ['movies', 'episodes', 'in_progress', 'favorites'] as const

/** Keys of one statement. */
const keysAtOnce = 200

const counted = `select
  sum(case when played = 1 and kind in ('movie', 'video') then 1 else 0 end) as movies,
  sum(case when played = 1 and kind = 'episode' then 1 else 0 end) as episodes,
  sum(case when resumable = 1 then 1 else 0 end) as in_progress,
  sum(case when favorite = 1 then 1 else 0 end) as favorites
  from ${historyTable} where viewer = ? and sort_at > 0`

/**
 * Changes rows of these keys and updates the counts, within the caller's transaction. Changes of one history's counted rows
 * wait for each other. Throws USER_NOT_FOUND if the configuration was removed.
 */
export async function tallied<T>(
  trx: Knex,
  historyId: number,
  itemKeys: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  if (!(await lockHistory(trx, historyId))) {
    throw new AppError('USER_NOT_FOUND', 'There is no such configuration any more.')
  }
  const before = await tallyOfKeys(trx, historyId, itemKeys)
  const result = await work()
  const after = await tallyOfKeys(trx, historyId, itemKeys)
  const changes = names.map((name) => after[name] - before[name])
  if (changes.some((change) => change !== 0)) {
    const set = names.map((name) => `${name} = ${name} + ?`).join(', ')
    await changedBy(trx, `update ${ownerTable} set ${set} where number = ?`, [
      ...changes,
      historyId,
    ])
  }
  return result
}

/** A write that changes nothing: it takes the lock in both dialects. False: the history is deleted. */
export async function lockHistory(trx: Knex, historyId: number): Promise<boolean> {
  const sql = `update ${ownerTable} set movies = movies where number = ?`
  return (await changedBy(trx, sql, [historyId])) > 0
}

export function tallyOf(trx: Knex, historyId: number): Promise<Tally> {
  return count(trx, counted, [historyId])
}

async function tallyOfKeys(
  trx: Knex,
  historyId: number,
  itemKeys: readonly string[],
): Promise<Tally> {
  const total = { movies: 0, episodes: 0, in_progress: 0, favorites: 0 }
  for (let start = 0; start < itemKeys.length; start += keysAtOnce) {
    const keys = itemKeys.slice(start, start + keysAtOnce)
    const sql = `${counted} and item_key in (${places(keys.length)})`
    const found = await count(trx, sql, [historyId, ...keys])
    for (const name of names) total[name] += found[name]
  }
  return total
}

async function count(trx: Knex, sql: string, values: readonly Value[]): Promise<Tally> {
  const [found] = await rowsOf<Record<keyof Tally, unknown>>(trx, sql, values)
  const [movies, episodes, in_progress, favorites] = names.map((name) => Number(found?.[name] ?? 0))
  return {
    movies: movies!,
    episodes: episodes!,
    in_progress: in_progress!,
    favorites: favorites!,
  }
}
