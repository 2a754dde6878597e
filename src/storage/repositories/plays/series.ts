import type { Knex } from 'knex'
import { dayMs, quarterMs } from '../../../model/time-slots.ts'
import { Cells } from './cells.ts'
import { RowBatch } from './row-batch.ts'
import type { CountedPlay } from './scan.ts'
import {
  dimensionColumns,
  dimensions,
  monthStart,
  quartersOfDay,
  sumRows,
  weekSlot,
} from './sums.ts'
import type { SumDimension, SumRow } from './sums.ts'

type Series = Pick<SumRow, 'dimension' | 'profile_id' | 'kind' | 'value'>

/** What plays of a month of a history are counted by, and their counts by quarter of the hour. */
export class MonthSeries {
  private readonly counted = new Map<string, { readonly series: Series; readonly cells: Cells }>()
  private readonly month: number

  constructor(month: number) {
    this.month = month
  }

  of(series: Series): Cells {
    const name = Object.values(series).join('\n')
    const own = this.counted.get(name) ?? { series, cells: new Cells() }
    this.counted.set(name, own)
    return own.cells
  }

  add(play: CountedPlay, counted: readonly SumDimension[]): void {
    const index = Math.floor((play.started_at - monthStart(this.month)) / quarterMs)
    const finished = play.finished ? 1 : 0
    const watched = play.watched_ms
    for (const name of counted) {
      const value = name === 'none' ? '' : (play[dimensionColumns[name]] ?? '')
      const own = { dimension: dimensions[name], profile_id: play.profile_id, kind: play.kind }
      this.of({ ...own, value }).add(index, 1, finished, watched, finished * watched)
    }
  }

  async write(trx: Knex, historyId: number): Promise<void> {
    const key = { history_id: historyId, month: this.month }
    const rows = new RowBatch<SumRow>((some) =>
      sumRows(trx)
        .insert(some)
        .onConflict(['history_id', 'dimension', 'month', 'profile_id', 'kind', 'value'])
        .merge(['days', 'edges', 'slots', 'quarters']),
    )
    for (const { series, cells } of this.counted.values()) {
      if (cells.isEmpty) {
        await sumRows(trx)
          .where({ ...key, ...series })
          .delete()
      } else {
        const blobs = blobsOf(this.month, cells)
        await rows.add({ ...key, ...series, ...blobs }, 3 * blobs.quarters.length)
      }
    }
    await rows.flush()
  }
}

function blobsOf(month: number, cells: Cells) {
  const days = new Cells()
  const edges = new Cells()
  const slots = new Cells()
  const lastDay = (monthStart(month + 1) - monthStart(month)) / dayMs - 1
  cells.forEach((index, ...sums) => {
    const day = Math.floor(index / quartersOfDay)
    days.add(day, ...sums)
    slots.add(weekSlot(month, index), ...sums)
    if (day === 0 || day === lastDay) edges.add(index, ...sums)
  })
  return {
    days: days.encode(),
    edges: edges.encode(),
    slots: slots.encode(),
    quarters: cells.encode(),
  }
}
