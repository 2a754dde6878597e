import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Knex } from 'knex'
import { AppError } from '../../../core/errors.ts'
import { read } from '../../guard.ts'
import { playRows } from './rows.ts'
import type { PlayRow } from './rows.ts'

const atOnce = 5_000

export const countedColumns = [
  'id',
  'profile_id',
  'item_key',
  'title_key',
  'kind',
  'started_at',
  'ended_at',
  'watched_ms',
  'finished',
  'client',
  'device_name',
  'resolution',
  'source',
  'service',
  'origin',
] as const satisfies readonly (keyof PlayRow)[]

export type CountedPlay = Pick<PlayRow, (typeof countedColumns)[number]>

/** Rows that may still be looked at, whether they count or not. */
export type ScanBudget = { left: number }

export type ScanOptions = {
  /** One title; null: all. */
  readonly titleKey: string | null
  readonly where: (query: Knex.QueryBuilder) => unknown
  readonly budget: ScanBudget
}

type Place = { readonly at: number; readonly id: number }

/**
 * Tells each play of a history in a time, some at once. Throws BAD_REQUEST where more rows must be looked at than the
 * budget has.
 */
export async function scanPlays(
  on: Knex,
  historyId: number,
  { from, to }: { readonly from: number; readonly to: number },
  visit: (play: CountedPlay) => void,
  options: ScanOptions | null = null,
): Promise<void> {
  const key = { history_id: historyId, ...(options?.titleKey && { title_key: options.titleKey }) }
  let place = { at: from, id: 0 }
  for (;;) {
    const query = playRows(on)
      .where(key)
      .where('started_at', '>=', place.at)
      .where('started_at', '<', to)
      .where((rows) => void rows.where('started_at', '>', place.at).orWhere('id', '>', place.id))
      .orderBy('started_at')
      .orderBy('id')
      .limit(atOnce)
    if (options === null) {
      const rows: CountedPlay[] = await read(on, () => query.select(...countedColumns))
      for (const row of rows) visit(row)
      const last = rows.at(-1)
      if (last === undefined || rows.length < atOnce) return
      place = { at: last.started_at, id: last.id }
    } else {
      const end = await visitBlock(on, query, visit, options)
      if (end === null) return
      place = end
      await nextTurn()
    }
  }
}

/** Looks at one block of rows. Answers its end; null: there are no more. */
async function visitBlock(
  on: Knex,
  block: Knex.QueryBuilder,
  visit: (play: CountedPlay) => void,
  { where, budget }: ScanOptions,
): Promise<Place | null> {
  const end: Place | undefined = await read(on, () =>
    block
      .clone()
      .offset(atOnce - 1)
      .first({ at: 'started_at', id: 'id' }),
  )
  const count = end === undefined ? await rowCount(on, block) : atOnce
  budget.left -= count
  if (budget.left < 0) throw tooMany()
  if (count === 0) return null
  const counted = block.clone()
  void where(counted)
  if (end !== undefined) {
    void counted
      .where('started_at', '<=', end.at)
      .where((rows) => void rows.where('started_at', '<', end.at).orWhere('id', '<=', end.id))
  }
  const rows: CountedPlay[] = await read(on, () => counted.select(...countedColumns))
  for (const row of rows) visit(row)
  return end ?? null
}

async function rowCount(on: Knex, block: Knex.QueryBuilder): Promise<number> {
  const row: { count: number | string } | undefined = await read(on, () =>
    on.from(block.clone().select('id').as('block')).count({ count: '*' }).first(),
  )
  return Number(row?.count ?? 0)
}

function tooMany(): AppError {
  return new AppError(
    'BAD_REQUEST',
    'The question takes too many plays that must be counted one by one; ask for a shorter time, by from and to.',
  )
}
