import type { Knex } from 'knex'
import { visitCells } from './cells.ts'
import { levels } from './levels.ts'
import type { Level } from './levels.ts'
import { quartersOfDay } from './sums.ts'
import { titleSumRows } from './title-sums.ts'
import type { TitleSumRow } from './title-sums.ts'
import type { VersionedCache } from './versioned-cache.ts'

/** A span of a level of a history, and which writing of its counts is meant. */
export type TitlePart = {
  readonly historyId: number
  readonly level: Level
  readonly span: number
  readonly version: number
}

/** Counts of titles of a user and a kind in a span. */
export type TitleView = Pick<TitleSumRow, 'profile_id' | 'kind' | 'cells'> & {
  /** Numbers of the titles, and four counts of each: plays, finished ones and the milliseconds of both. */
  readonly numbers: Int32Array
  readonly sums: Float64Array
}

type TitleCache = VersionedCache<readonly TitleView[]>

/** Of one statement. */
const mostSpans = 400

export function heldViews(cache: TitleCache, part: TitlePart): readonly TitleView[] | null {
  return cache.get(nameOf(part), part.version)
}

/** Reads parts, and holds them; in a transaction in which they are of these versions. */
export async function readViews(
  on: Knex,
  cache: TitleCache,
  parts: readonly TitlePart[],
): Promise<ReadonlyMap<TitlePart, readonly TitleView[]>> {
  const found = new Map<string, TitleView[]>(parts.map((part) => [nameOf(part), []]))
  for (const [level, own] of Map.groupBy(parts, (part) => part.level)) {
    const historyIds = [...new Set(own.map(({ historyId }) => historyId))]
    const spans = [...new Set(own.map(({ span }) => span))]
    for (let start = 0; start < spans.length; start += mostSpans) {
      const rows: readonly TitleSumRow[] = await titleSumRows(on)
        .whereIn('history_id', historyIds)
        .where({ level })
        .whereIn('span', spans.slice(start, start + mostSpans))
      for (const row of rows) {
        found.get(nameOf({ ...row, historyId: row.history_id }))?.push(viewOf(row))
      }
    }
  }
  return new Map(
    parts.map((part) => {
      const views = found.get(nameOf(part))!
      cache.set(nameOf(part), part.version, views, bytesOf(views))
      return [part, views]
    }),
  )
}

function nameOf({ historyId, level, span }: Omit<TitlePart, 'version'>): string {
  return `titles ${historyId} ${level} ${span}`
}

function viewOf({ profile_id, kind, level, cells }: TitleSumRow): TitleView {
  const isDay = level === levels.day
  const numbers: number[] = []
  const sums: number[] = []
  // The quarters of an hour of a title follow one another.
  visitCells(cells, (index, ...own) => {
    const number = isDay ? Math.floor(index / quartersOfDay) : index
    if (number !== numbers.at(-1)) {
      numbers.push(number)
      sums.push(...own)
      return
    }
    const at = sums.length - own.length
    for (const [place, value] of own.entries()) sums[at + place]! += value
  })
  return {
    profile_id,
    kind,
    // Only those of a day are asked for by the quarter of an hour. A copy: a driver may cut them from a large buffer.
    cells: isDay ? new Uint8Array(cells) : noCells,
    numbers: Int32Array.from(numbers),
    sums: Float64Array.from(sums),
  }
}

/** Bytes of a row beside its cells and sums, as measured. */
const rowOverhead = 800
const noCells = new Uint8Array()

function bytesOf(views: readonly TitleView[]): number {
  return views.reduce(
    (sum, { cells, numbers, sums }) =>
      sum + cells.byteLength + numbers.byteLength + sums.byteLength + rowOverhead,
    0,
  )
}
