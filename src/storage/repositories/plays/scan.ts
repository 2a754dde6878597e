import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Knex } from 'knex'
import { AppError } from '../../../core/errors.ts'
import { refusal } from '../../../core/refusal-texts.ts'
import { byIndex } from '../../dialect.ts'
import { read } from '../../guard.ts'
import type { KeptCache } from './kept-cache.ts'
import { itemIndex, playRows, playTable, titleIndex } from './rows.ts'
import type { PlayRow } from './rows.ts'

/** Of one statement: more take more memory, and are no faster. */
const atOnce = 2_000
/** Where all plays are counted: of more, so many outlive a collection that the heap gets twice as large. */
const blockSize = 500

export const countedColumns = [
  'id',
  'history_id',
  'profile_id',
  'item_key',
  'title_key',
  'kind',
  'started_at',
  'ended_at',
  'watched_ms',
  'finished',
  'client',
  'device_id',
  'device_name',
  'resolution',
  'source',
  'service',
  'delivery',
  'origin',
] as const satisfies readonly (keyof PlayRow)[]

export type CountedPlay = Pick<PlayRow, (typeof countedColumns)[number]>

/** Rows that may still be looked at, whether they count or not. */
export type ScanBudget = { left: number }

/** What a question is answered with: counts that are held in memory, and plays that may still be looked at. */
export type Means = { readonly cache: KeptCache; readonly budget: ScanBudget }

export type ScanOptions = {
  readonly where: (query: Knex.QueryBuilder) => unknown
  readonly budget: ScanBudget
}

const namedBy = { title_key: titleIndex, item_key: itemIndex }

type Place = { readonly at: number; readonly id: number }

/** Plays of a history, or of one of its titles or items, in a time. */
export type ScanRange = {
  readonly historyId: number
  readonly named?: { readonly column: keyof typeof namedBy; readonly key: string } | null
  readonly from: number
  readonly to: number
}

/** Tells each play of a range, some at once. BAD_REQUEST: more rows must be read than the budget has. */
export async function scanPlays(
  on: Knex,
  range: ScanRange,
  visit: (play: CountedPlay) => void,
  options: ScanOptions | null = null,
): Promise<void> {
  if (options === null) {
    for await (const rows of playBlocks(on, range)) {
      for (const row of rows) visit(row)
    }
    return
  }
  let place = { at: range.from, id: 0 }
  for (;;) {
    const block = (end: Place | null) => rowsBetween(on, range, place, end).limit(atOnce)
    const end = await visitBlock(on, block, visit, options)
    if (end === null) return
    place = end
    await nextTurn()
  }
}

export async function* playBlocks(
  on: Knex,
  range: ScanRange,
): AsyncGenerator<readonly CountedPlay[], void> {
  let place = { at: range.from, id: 0 }
  for (;;) {
    const block = rowsBetween(on, range, place, null).limit(blockSize)
    const rows: CountedPlay[] = await read(on, () => block.select(...countedColumns))
    yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < blockSize) return
    place = { at: last.started_at, id: last.id }
    // Also in a transaction, in which the guard does not give way.
    await nextTurn()
  }
}

/** Rows of a range behind a place, up to another one or to the end of the range. */
function rowsBetween(
  on: Knex,
  { historyId, named = null, to }: ScanRange,
  place: Place,
  end: Place | null,
) {
  const rows = playRows(on)
    .where({ history_id: historyId, ...(named && { [named.column]: named.key }) })
    .where('started_at', '>=', place.at)
    .where((rest) => void rest.where('started_at', '>', place.at).orWhere('id', '>', place.id))
    .orderBy('started_at')
    .orderBy('id')
  if (named) void rows.from(on.raw(byIndex(on, playTable, namedBy[named.column])))
  // SQLite reads from one bound of each side, whichever comes first.
  if (end === null) return rows.where('started_at', '<', to)
  return rows
    .where('started_at', '<=', end.at)
    .where((rest) => void rest.where('started_at', '<', end.at).orWhere('id', '<=', end.id))
}

/** Throws BAD_REQUEST where it has less. */
export function takeFrom(budget: ScanBudget, count: number): void {
  budget.left -= count
  if (budget.left < 0) throw tooMany()
}

/** Looks at one block of rows. Answers its end; null: there are no more. */
async function visitBlock(
  on: Knex,
  blockTo: (end: Place | null) => Knex.QueryBuilder,
  visit: (play: CountedPlay) => void,
  { where, budget }: ScanOptions,
): Promise<Place | null> {
  const end: Place | undefined = await read(on, () =>
    blockTo(null)
      .offset(atOnce - 1)
      .first({ at: 'started_at', id: 'id' }),
  )
  const count = end === undefined ? await rowCount(on, blockTo(null)) : atOnce
  takeFrom(budget, count)
  if (count === 0) return null
  const counted = blockTo(end ?? null)
  void where(counted)
  const rows: CountedPlay[] = await read(on, () => counted.select(...countedColumns))
  for (const row of rows) visit(row)
  return end ?? null
}

async function rowCount(on: Knex, block: Knex.QueryBuilder): Promise<number> {
  const row: { count: number | string } | undefined = await read(on, () =>
    on.from(block.select('id').as('block')).count({ count: '*' }).first(),
  )
  return Number(row?.count ?? 0)
}

function tooMany(): AppError {
  return new AppError('BAD_REQUEST', refusal('PLAYS_TOO_MANY'))
}
