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
  /** By user, kind, dimension and value. */
  private readonly counted = new Map<string, Map<string, Map<string, Cells>[]>>()
  private readonly month: number

  constructor(month: number) {
    this.month = month
  }

  of({ dimension, profile_id, kind, value }: Series): Cells {
    return cellsOf(this.dimensionsOf(profile_id, kind), dimension, value)
  }

  private dimensionsOf(profileId: string, kind: string): Map<string, Cells>[] {
    const kinds = this.counted.get(profileId) ?? new Map<string, Map<string, Cells>[]>()
    this.counted.set(profileId, kinds)
    const own = kinds.get(kind) ?? []
    kinds.set(kind, own)
    return own
  }

  add(play: CountedPlay, counted: readonly SumDimension[]): void {
    const index = Math.floor((play.started_at - monthStart(this.month)) / quarterMs)
    const finished = play.finished ? 1 : 0
    const watched = play.watched_ms
    const own = this.dimensionsOf(play.profile_id, play.kind)
    for (const name of counted) {
      const value = name === 'none' ? '' : (play[dimensionColumns[name]] ?? '')
      cellsOf(own, dimensions[name], value).add(index, 1, finished, watched, finished * watched)
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
    for (const { cells, ...series } of this.all()) {
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

  private *all(): Generator<Series & { readonly cells: Cells }, void> {
    for (const [profile_id, kinds] of this.counted) {
      for (const [kind, own] of kinds) {
        for (const [dimension, values = new Map<string, Cells>()] of own.entries()) {
          for (const [value, cells] of values) yield { dimension, profile_id, kind, value, cells }
        }
      }
    }
  }
}

function cellsOf(own: Map<string, Cells>[], dimension: number, value: string): Cells {
  const values = (own[dimension] ??= new Map<string, Cells>())
  const known = values.get(value)
  if (known !== undefined) return known
  const made = new Cells()
  values.set(value, made)
  return made
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
