import type { Knex } from 'knex'
import { dayMs } from '../../../model/time-slots.ts'
import { dialectOf } from '../../dialect.ts'
import { changedBy } from '../../statement.ts'
import type { Value } from '../../statement.ts'
import { playTable } from './rows.ts'

export const staleDayTable = 'play_marks'

export type ChosenPlays = { readonly where: string; readonly values: readonly Value[] }

export type StaleDay = { readonly history_id: number; readonly day: number }

export function staleDayRows(on: Knex) {
  return on<StaleDay>(staleDayTable)
}

export function dayOf(at: number): number {
  return Math.floor(at / dayMs)
}

/** Notes that the plays of these days are no longer what was counted, in the transaction that changes them. */
export async function expireDays(
  trx: Knex,
  historyId: number,
  times: readonly number[],
): Promise<void> {
  // In one order, so that two transactions cannot wait for each other.
  const days = [...new Set(times.map(dayOf))].toSorted((a, b) => a - b)
  await staleDayRows(trx)
    .insert(days.map((day) => ({ history_id: historyId, day })))
    .onConflict(['history_id', 'day'])
    // Takes the row's lock: a count of the day that runs at the same time does not miss the change.
    .merge(['day'])
}

/** The same for the days of some plays, before they are changed. */
export async function expirePlays(trx: Knex, { where, values }: ChosenPlays): Promise<void> {
  const isMysql = dialectOf(trx) === 'mysql'
  const day = isMysql ? `started_at div ${dayMs}` : `started_at / ${dayMs}`
  const merge = isMysql
    ? 'on duplicate key update day = values(day)'
    : 'on conflict (history_id, day) do update set day = excluded.day'
  await changedBy(
    trx,
    `insert into ${staleDayTable} (history_id, day)
     select history_id, day
     from (select distinct history_id, ${day} as day from ${playTable} where ${where}) days
     where true ${merge}`,
    values,
  )
}
