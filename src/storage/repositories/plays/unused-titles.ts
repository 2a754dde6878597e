import type { Knex } from 'knex'
import { dayMs } from '../../../model/time-slots.ts'
import { read, write } from '../../guard.ts'
import { visitCells } from './cells.ts'
import { levels } from './levels.ts'
import { rewatchedTable, staleTitleTable } from './rewatched.ts'
import { historiesIn } from './sweep.ts'
import { numberTable, titleSumTable } from './title-sums.ts'
import type { NumberRow } from './title-sums.ts'

const atOnce = 400
const markedMs = dayMs
const pageBits = 2 ** 16

/** A bit for each: there may be millions. */
class NumberSet {
  private readonly pages = new Map<number, Uint8Array>()

  add(number: number): void {
    const name = Math.floor(number / pageBits)
    const page = this.pages.get(name) ?? new Uint8Array(pageBits / 8)
    this.pages.set(name, page)
    page[(number % pageBits) >> 3]! |= 1 << (number & 7)
  }

  has(number: number): boolean {
    const page = this.pages.get(Math.floor(number / pageBits))
    return page !== undefined && (page[(number % pageBits) >> 3]! & (1 << (number & 7))) !== 0
  }
}

/** Marks numbers under which nothing is counted, and deletes those that still are a day later. */
export async function forgetUnusedTitles(
  db: Knex,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const rows = () => db<NumberRow>(numberTable)
  const until = now - markedMs
  const counted = await countedNumbers(db, signal)
  for (let last = 0; ;) {
    signal?.throwIfAborted()
    const some = await read(db, () =>
      rows().where('number', '>', last).orderBy('number').limit(atOnce).select(),
    )
    if (some.length === 0) return
    last = some.at(-1)!.number
    const numbersOf = (fits: (row: NumberRow) => boolean): readonly number[] =>
      some.flatMap((row) => (fits(row) ? row.number : []))
    const mark = async (numbers: readonly number[], unusedAt: number | null): Promise<void> => {
      if (numbers.length === 0) return
      await write(db, () => rows().whereIn('number', numbers).update({ unused_at: unusedAt }))
    }
    const isUsed = ({ number }: NumberRow): boolean => counted.has(number)
    await mark(
      numbersOf((row) => isUsed(row) && row.unused_at !== null),
      null,
    )
    await mark(
      numbersOf((row) => !isUsed(row) && row.unused_at === null),
      now,
    )
    const gone = numbersOf(
      (row) => !isUsed(row) && row.unused_at !== null && row.unused_at <= until,
    )
    if (gone.length === 0) continue
    await write(db, () => rows().whereIn('number', gone).where('unused_at', '<=', until).delete())
  }
}

async function countedNumbers(db: Knex, signal?: AbortSignal): Promise<NumberSet> {
  const found = new NumberSet()
  const takeCells = (rows: readonly { cells: Uint8Array }[]): void => {
    for (const { cells } of rows) visitCells(cells, (number) => found.add(number))
  }
  for await (const history_id of historiesIn(db, titleSumTable)) {
    signal?.throwIfAborted()
    const whole = { history_id, level: levels.whole }
    takeCells(await read(db, () => db(titleSumTable).where(whole).select('cells')))
  }
  for await (const history_id of historiesIn(db, rewatchedTable)) {
    takeCells(await read(db, () => db(rewatchedTable).where({ history_id }).select('cells')))
  }
  for await (const history_id of historiesIn(db, staleTitleTable)) {
    const numbers: number[] = await read(db, () =>
      db(staleTitleTable).where({ history_id }).pluck('number'),
    )
    for (const number of numbers) found.add(number)
  }
  return found
}
