import type { Knex } from 'knex'
import { dayMs, quarterMs } from '../../../model/time-slots.ts'
import type { PlayRow } from './rows.ts'

/** What plays are counted by beside user and kind; the numbers are stored. */
export const dimensions = {
  none: 0,
  client: 1,
  device: 2,
  resolution: 3,
  source: 4,
  service: 5,
  origin: 6,
  delivery: 7,
} as const

export type SumDimension = keyof typeof dimensions

/** Columns of plays that hold a value of each dimension. */
export const dimensionColumns = {
  client: 'client',
  device: 'device_name',
  resolution: 'resolution',
  source: 'source',
  service: 'service',
  origin: 'origin',
  delivery: 'delivery',
} as const satisfies Record<Exclude<SumDimension, 'none'>, keyof PlayRow>

export type SumRow = {
  history_id: number
  dimension: number
  month: number
  profile_id: string
  kind: string
  value: string
  days: Uint8Array
  edges: Uint8Array
  slots: Uint8Array
  quarters: Uint8Array
}

export const quartersOfDay = dayMs / quarterMs

export const sumTable = 'play_sums'

export function sumRows(on: Knex) {
  return on<SumRow>(sumTable)
}

/** Months since the year 0, in UTC. */
export function monthOf(at: number): number {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

export function monthStart(month: number): number {
  // Date.UTC takes the years 0 to 99 for those of the last century.
  return new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1)
}

/** Days since 1970. */
export function daysIn(month: number): readonly number[] {
  const first = monthStart(month) / dayMs
  return Array.from({ length: monthStart(month + 1) / dayMs - first }, (_, day) => first + day)
}

/** Quarter of the week, from Monday on, of a quarter of a month. */
export function weekSlot(month: number, quarter: number): number {
  const firstWeekday = (new Date(monthStart(month)).getUTCDay() + 6) % 7
  const day = Math.floor(quarter / quartersOfDay)
  return ((firstWeekday + day) % 7) * quartersOfDay + (quarter % quartersOfDay)
}

/** All that is kept counted, by history. */
export const countedTables = [
  'play_marks',
  sumTable,
  'delivery_months',
  'play_details',
  'detail_months',
  'title_sums',
  'title_marks',
  'rewatched_titles',
  'sum_versions',
] as const

/** What the counts of a removed history leave behind. */
export async function forgetSums(trx: Knex, historyId: number): Promise<void> {
  for (const table of countedTables) {
    await trx(table).where({ history_id: historyId }).delete()
  }
}
