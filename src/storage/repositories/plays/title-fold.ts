import type { Knex } from 'knex'
import { dayMs, quarterMs } from '../../../model/time-slots.ts'
import { Cells, visitCells } from './cells.ts'
import type { CountedPlay } from './scan.ts'
import { quartersOfDay } from './sums.ts'
import { daysOf, levels, numberTitles, spanOf, titleSumRows } from './title-sums.ts'
import type { Level } from './title-sums.ts'

type Counted = { readonly profile_id: string; readonly kind: string; readonly cells: Cells }

/** Cells of each user and kind. */
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

/** Counts of longer times follow from those of shorter ones: only one at a time may change those of a history. */
export async function lockTitleSums(trx: Knex, historyId: number): Promise<void> {
  await titleSumRows(trx)
    .where({ history_id: historyId, level: levels.whole })
    .select('span')
    .forUpdate()
}

/** Writes anew how often each title was played on a day. */
export async function writeTitlesOfDay(
  trx: Knex,
  historyId: number,
  day: number,
  plays: readonly CountedPlay[],
): Promise<void> {
  const numbers = await numberTitles(trx, new Set(plays.map(({ title_key }) => title_key)))
  const counted = new CellsByUser()
  for (const play of plays) {
    const quarter = Math.floor((play.started_at - day * dayMs) / quarterMs)
    const index = numbers.get(play.title_key)! * quartersOfDay + quarter
    const finished = play.finished ? 1 : 0
    const cells = counted.of(play.profile_id, play.kind)
    cells.add(index, 1, finished, play.watched_ms, finished * play.watched_ms)
  }
  await writeSpan(trx, historyId, levels.day, day, counted)
}

/** Adds up the month of a day from its days, its year from the months, and all time from the years. */
export async function addUpTitles(trx: Knex, historyId: number, day: number): Promise<void> {
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
    await writeSpan(trx, historyId, level, span, counted)
  }
}

async function writeSpan(
  trx: Knex,
  historyId: number,
  level: Level,
  span: number,
  counted: CellsByUser,
): Promise<void> {
  const key = { history_id: historyId, level, span }
  await titleSumRows(trx).where(key).delete()
  for (const { profile_id, kind, cells } of counted.filled()) {
    await titleSumRows(trx).insert({ ...key, profile_id, kind, cells: cells.encode() })
  }
}
