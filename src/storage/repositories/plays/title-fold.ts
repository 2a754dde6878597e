import type { Knex } from 'knex'
import { dayMs, quarterMs } from '../../../model/time-slots.ts'
import { Cells, visitCells } from './cells.ts'
import { RowBatch } from './row-batch.ts'
import type { CountedPlay } from './scan.ts'
import { quartersOfDay } from './sums.ts'
import { levels } from './levels.ts'
import type { Level } from './levels.ts'
import { daysOf, numberTitles, spanOf, titleSumRows } from './title-sums.ts'
import type { TitleSumRow } from './title-sums.ts'

type Counted = { readonly profile_id: string; readonly kind: string; readonly cells: Cells }

class CellsByUser {
  private readonly all = new Map<string, Counted>()

  of(profileId: string, kind: string): Cells {
    const name = `${profileId} ${kind}`
    const known = this.all.get(name)
    if (known) return known.cells
    const made = { profile_id: profileId, kind, cells: new Cells() }
    this.all.set(name, made)
    return made.cells
  }

  filled(): readonly Counted[] {
    return [...this.all.values()].filter(({ cells }) => !cells.isEmpty)
  }
}

/** Only one at a time may change a history's counts, as longer times follow from shorter ones. Answers the version of all time; 0: unknown, or nothing is kept. */
export async function lockTitleSums(trx: Knex, historyId: number): Promise<number> {
  const rows = await titleSumRows(trx)
    .where({ history_id: historyId, level: levels.whole })
    .select('version')
    .forUpdate()
  return rows[0]?.version ?? 0
}

/** How often each title was played on a day, while its plays are read. */
export class TitlesOfDay {
  readonly day: number
  readonly counted = new CellsByUser()
  private readonly places = new Map<string, number>()

  constructor(day: number) {
    this.day = day
  }

  add(play: CountedPlay): void {
    const place = this.places.get(play.title_key) ?? this.places.size
    this.places.set(play.title_key, place)
    const quarter = Math.floor((play.started_at - this.day * dayMs) / quarterMs)
    const finished = play.finished ? 1 : 0
    this.counted
      .of(play.profile_id, play.kind)
      .add(
        place * quartersOfDay + quarter,
        1,
        finished,
        play.watched_ms,
        finished * play.watched_ms,
      )
  }

  /** In the order of their places in the cells. */
  titleKeys(): readonly string[] {
    return [...this.places.keys()]
  }
}

/** Writes anew how often each title was played on days of a history. */
export class TitleDays {
  private readonly trx: Knex
  private readonly historyId: number
  private readonly rows: RowBatch<TitleSumRow>
  /** Numbers of titles, some of which this transaction has made. */
  readonly numbers: Map<string, number>
  /** Numbers of the titles that were or are played on these days. */
  readonly touched = new Set<number>()

  constructor(trx: Knex, historyId: number, known: ReadonlyMap<string, number>) {
    this.trx = trx
    this.historyId = historyId
    this.numbers = new Map(known)
    this.rows = new RowBatch((some) => titleSumRows(trx).insert(some))
  }

  async forget(days: readonly number[]): Promise<void> {
    const kept = titleSumRows(this.trx)
      .where({ history_id: this.historyId, level: levels.day })
      .whereIn('span', [...days])
    for (const { cells } of await kept.clone().select('cells')) {
      for (const number of titlesIn(cells)) this.touched.add(number)
    }
    await kept.delete()
  }

  async numbersOf(keys: Iterable<string>): Promise<ReadonlyMap<string, number>> {
    const unknown = [...keys].filter((key) => !this.numbers.has(key))
    if (unknown.length > 0) {
      for (const [key, number] of await numberTitles(this.trx, unknown)) {
        this.numbers.set(key, number)
      }
    }
    return this.numbers
  }

  async write(titles: TitlesOfDay): Promise<void> {
    const keys = titles.titleKeys()
    const known = await this.numbersOf(keys)
    const numbers = keys.map((key) => known.get(key)!)
    for (const number of numbers) this.touched.add(number)
    const storedAs = (index: number): number =>
      numbers[Math.floor(index / quartersOfDay)]! * quartersOfDay + (index % quartersOfDay)
    const key = { history_id: this.historyId, level: levels.day, span: titles.day, version: 0 }
    for (const { profile_id, kind, cells } of titles.counted.filled()) {
      const encoded = cells.encode(storedAs)
      await this.rows.add({ ...key, profile_id, kind, cells: encoded }, encoded.length)
    }
  }

  flush(): Promise<void> {
    return this.rows.flush()
  }
}

export function titlesIn(cells: Uint8Array): ReadonlySet<number> {
  const found = new Set<number>()
  visitCells(cells, (index) => found.add(Math.floor(index / quartersOfDay)))
  return found
}

/** Adds up the month of a day from its days, its year from the months, and all time from the years. */
export async function addUpTitles(
  trx: Knex,
  historyId: number,
  day: number,
  version: number,
): Promise<void> {
  for (const level of [levels.month, levels.year, levels.whole] as const) {
    const span = spanOf(level, day)
    const part = (level - 1) as Level
    const rows = titleSumRows(trx).where({ history_id: historyId, level: part })
    if (level !== levels.whole) {
      const { from, to } = daysOf(level, span)
      void rows.whereBetween('span', [spanOf(part, from), spanOf(part, to - 1)])
    }
    const counted = new CellsByUser()
    for (const row of await rows.select('profile_id', 'kind', 'cells').forUpdate()) {
      const cells = counted.of(row.profile_id, row.kind)
      visitCells(row.cells, (index, ...sums) => {
        cells.add(part === levels.day ? Math.floor(index / quartersOfDay) : index, ...sums)
      })
    }
    await writeSpan(trx, { history_id: historyId, level, span, version }, counted)
  }
}

async function writeSpan(
  trx: Knex,
  key: Pick<TitleSumRow, 'history_id' | 'level' | 'span' | 'version'>,
  counted: CellsByUser,
): Promise<void> {
  const { history_id, level, span } = key
  await titleSumRows(trx).where({ history_id, level, span }).delete()
  const rows = new RowBatch<TitleSumRow>((some) => titleSumRows(trx).insert(some))
  for (const { profile_id, kind, cells } of counted.filled()) {
    const encoded = cells.encode()
    await rows.add({ ...key, profile_id, kind, cells: encoded }, encoded.length)
  }
  await rows.flush()
}
