import type { Knex } from 'knex'
import { titleSpaceOf } from '../../../model/history-key.ts'
import type { ItemKind } from '../../../model/item-ref.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { levels } from './levels.ts'
import type { Level } from './levels.ts'
import { monthOf, monthStart } from './sums.ts'

export type TitleSumRow = {
  history_id: number
  level: Level
  /** Of a level: days since 1970, months since the year 0, years; 0 for all time. */
  span: number
  profile_id: string
  kind: string
  cells: Uint8Array
  /** Of a month or longer: which writing it is; 0: unknown. */
  version: number
}

export const titleSumTable = 'title_sums'
export const numberTable = 'title_numbers'
const keysAtOnce = 400

/** Of titles, by their numbers. */
export type TitleKeys = {
  get(number: number): string | undefined
  set(number: number, titleKey: string): unknown
}

export function titleSumRows(on: Knex) {
  return on<TitleSumRow>(titleSumTable)
}

export type NumberRow = {
  readonly number: number
  readonly title_key: string
  /** Since when nothing is counted under it. */
  readonly unused_at: number | null
}

/** Days since 1970: the first of a span, and the first after it. */
export function daysOf(level: Level, span: number): { readonly from: number; readonly to: number } {
  if (level === levels.day) return { from: span, to: span + 1 }
  const months = level === levels.month ? 1 : 12
  const first = level === levels.month ? span : span * 12
  return { from: monthStart(first) / dayMs, to: monthStart(first + months) / dayMs }
}

export function spanOf(level: Level, day: number): number {
  if (level === levels.day) return day
  const month = monthOf(day * dayMs)
  if (level === levels.month) return month
  return level === levels.year ? Math.floor(month / 12) : 0
}

export const filmKinds = ['movie', 'video'] as const satisfies readonly ItemKind[]

/** Some databases number films and series alike. */
export function spaceOf(kind: string): 0 | 1 {
  return titleSpaceOf(kind as ItemKind) === 'movie' ? 0 : 1
}

export function titleCode(number: number, kind: string): number {
  return 2 * number + spaceOf(kind)
}

/** Tells a title apart from all others. */
export function titleName(space: number, titleKey: string): string {
  return `${space === 0 ? 'movie' : 'series'} ${titleKey}`
}

export async function numbersOf(
  on: Knex,
  keys: readonly string[],
  change: (query: Knex.QueryBuilder) => unknown = () => undefined,
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let start = 0; start < keys.length; start += keysAtOnce) {
    const query = on(numberTable).whereIn('title_key', keys.slice(start, start + keysAtOnce))
    void change(query)
    const rows: { number: number; title_key: string }[] = await query.select('number', 'title_key')
    for (const { number, title_key } of rows) found.set(title_key, number)
  }
  return found
}

/** No number is given out twice, so `held` stays right. */
export async function keysOf(
  on: Knex,
  numbers: readonly number[],
  held: TitleKeys | null = null,
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>()
  for (const number of numbers) {
    const known = held?.get(number)
    if (known !== undefined) found.set(number, known)
  }
  const missing = numbers.filter((number) => !found.has(number))
  for (let start = 0; start < missing.length; start += keysAtOnce) {
    const rows: { number: number; title_key: string }[] = await on(numberTable)
      .whereIn('number', missing.slice(start, start + keysAtOnce))
      .select('number', 'title_key')
    for (const { number, title_key } of rows) {
      found.set(number, title_key)
      held?.set(number, title_key)
    }
  }
  return found
}

/** Gives those a number that have none, in the transaction that counts them. */
export async function numberTitles(
  trx: Knex,
  titleKeys: Iterable<string>,
): Promise<ReadonlyMap<string, number>> {
  const keys = [...titleKeys].toSorted()
  // Those marked as unused may go: writing them anew takes the mark away.
  const known = await numbersOf(trx, keys, (query) => query.whereNull('unused_at'))
  const missing = keys.filter((key) => !known.has(key))
  for (let start = 0; start < missing.length; start += keysAtOnce) {
    await trx(numberTable)
      .insert(missing.slice(start, start + keysAtOnce).map((title_key) => ({ title_key })))
      .onConflict('title_key')
      .merge({ unused_at: null })
  }
  // Locked, so that those are seen which others have made since this transaction began to read.
  const made = await numbersOf(trx, missing, (query) => query.forUpdate())
  for (const [key, number] of made) known.set(key, number)
  return known
}
