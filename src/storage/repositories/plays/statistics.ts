import type { Knex } from 'knex'
import { AppError } from '../../../core/errors.ts'
import type { PlayCount, PlayGroup, StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs, quarterMs, slotCount, slotFinder } from '../../../model/time-slots.ts'
import { transact } from '../../guard.ts'
import { visitCells } from './cells.ts'
import { filterPlays } from './filter.ts'
import { markRows } from './marks.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay } from './scan.ts'
import { dimensionColumns, dimensions, monthOf, monthStart } from './sums.ts'
import { quartersOfDay, sumRows, weekSlot } from './sums.ts'
import type { SumDimension, SumRow } from './sums.ts'

type Span = { readonly from: number; readonly to: number }
type Detail = 'days' | 'edges' | 'slots' | 'quarters'
/** The slot of each index of a blob; -1: it is not counted there. */
type SlotMap = Int32Array

/** Plays that are counted one by one for a question that no kept count answers. */
const mostCounted = 2_000_000

/** Counts plays by slot and group, always exactly: what is not kept counted is counted now. */
export function countPlays(db: Knex, query: StatisticsQuery): Promise<readonly PlayCount[]> {
  const kept = keptDimension(query)
  return kept === null
    ? countedOneByOne(db, query)
    : transact(db, (trx) => countedFromSums(trx, query, kept))
}

/** The dimension whose kept counts answer the question; null: none does. */
function keptDimension({ filter, groupBy }: StatisticsQuery): SumDimension | null {
  const { titles, favorite, clients, devices, origin } = filter
  if (titles !== null || favorite !== null) return null
  const asked = new Set<SumDimension>([
    ...(clients === null ? [] : (['client'] as const)),
    ...(devices === null ? [] : (['device'] as const)),
    ...(origin === null ? [] : (['origin'] as const)),
    ...(groupBy === null || groupBy === 'user' || groupBy === 'kind' ? [] : [groupBy]),
  ])
  if (asked.size > 1) return null
  return [...asked][0] ?? 'none'
}

async function countedOneByOne(db: Knex, query: StatisticsQuery): Promise<readonly PlayCount[]> {
  const { filter } = query
  const counts = new Counts(query)
  let looked = 0
  for (const { historyId } of filter.readers) {
    const titles = filter.titles?.get(historyId) ?? null
    if (filter.titles !== null && titles === null) continue
    looked += await scanPlays(
      db,
      historyId,
      filter,
      (play) => counts.addPlay(play),
      (rows) => {
        if (titles !== null) void rows.whereIn('title_key', [...titles])
        filterPlays(rows, db, filter)
      },
    )
    if (looked > mostCounted) throw tooMany()
  }
  return counts.all()
}

async function countedFromSums(
  trx: Knex,
  query: StatisticsQuery,
  dimension: SumDimension,
): Promise<readonly PlayCount[]> {
  const { filter } = query
  const counts = new Counts(query)
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  const marks = await markRows(trx)
    .whereIn('history_id', historyIds)
    .where('day', '>=', Math.floor(filter.from / dayMs))
    .where('day', '<', Math.ceil(filter.to / dayMs))
    .select()
  const marked = Map.groupBy(marks, ({ history_id }) => history_id)
  for (const { historyId } of filter.readers) {
    const days = new Set((marked.get(historyId) ?? []).map(({ day }) => day))
    for (const span of loose(query, days)) {
      await scanPlays(
        trx,
        historyId,
        span,
        (play) => counts.addPlay(play),
        (rows) => filterPlays(rows, trx, filter),
      )
    }
  }
  await addSums(trx, query, dimension, marked, counts)
  return counts.all()
}

/** What the kept counts do not say: marked days, and quarters of an hour that belong to a slot in part. */
function loose({ filter, slots }: StatisticsQuery, days: ReadonlySet<number>): readonly Span[] {
  const bounds = [filter.from, filter.to, ...(slots.kind === 'line' ? slots.starts : [])]
  const parts = new Set(
    bounds.filter((at) => at % quarterMs !== 0).map((at) => Math.floor(at / quarterMs)),
  )
  const isMarked = (quarter: number) => days.has(Math.floor(quarter / quartersOfDay))
  const spans = [
    ...[...days].map((day) => ({ from: day * dayMs, to: (day + 1) * dayMs })),
    ...[...parts]
      .filter((quarter) => !isMarked(quarter))
      .map((quarter) => ({ from: quarter * quarterMs, to: (quarter + 1) * quarterMs })),
  ]
  return spans
    .map(({ from, to }) => ({ from: Math.max(from, filter.from), to: Math.min(to, filter.to) }))
    .filter(({ from, to }) => from < to)
}

type MarkedDays = ReadonlyMap<number, readonly { readonly day: number }[]>

async function addSums(
  trx: Knex,
  query: StatisticsQuery,
  dimension: SumDimension,
  marked: MarkedDays,
  counts: Counts,
): Promise<void> {
  const { filter } = query
  const quarterSlot = quarterSlots(query)
  const markedMonths = new Set([...marked.values()].flat().map(({ day }) => monthOf(day * dayMs)))
  const maps = new Map<number, { details: readonly Detail[]; map: SlotMap; days: SlotMap | null }>()
  for (let month = monthOf(filter.from); month <= monthOf(filter.to - 1); month++) {
    maps.set(month, monthMap(query, month, quarterSlot, markedMonths.has(month)))
  }
  const byDetail = Map.groupBy(maps.keys(), (month) => maps.get(month)!.details.join())
  for (const months of byDetail.values()) {
    const { details } = maps.get(months[0]!)!
    const rows = await sumsOf(trx, query, dimension, months, details)
    for (const row of rows) {
      const { map, days } = maps.get(row.month)!
      const first = monthStart(row.month) / dayMs
      const gone = new Set((marked.get(row.history_id) ?? []).map(({ day }) => day - first))
      const add = counts.adder(row)
      if (days !== null) {
        visitCells(row.days, (day, ...sums) => {
          if (!gone.has(day)) add(days[day]!, ...sums)
        })
      }
      const detail = details.at(-1)!
      if (detail === 'days') continue
      const hasGone = gone.size > 0
      visitCells(row[detail], (index, plays, finished, watchedMs, finishedMs) => {
        if (hasGone && gone.has(Math.floor(index / quartersOfDay))) return
        add(map[index]!, plays, finished, watchedMs, finishedMs)
      })
    }
  }
}

async function sumsOf(
  trx: Knex,
  { filter }: StatisticsQuery,
  dimension: SumDimension,
  months: readonly number[],
  details: readonly Detail[],
): Promise<SumRow[]> {
  const rows = sumRows(trx)
    .whereIn(
      'history_id',
      filter.readers.map(({ historyId }) => historyId),
    )
    .where({ dimension: dimensions[dimension] })
    .where('month', '>=', months[0]!)
    .where('month', '<=', months.at(-1)!)
    .whereIn('month', [...months])
    .whereIn(
      'profile_id',
      filter.readers.flatMap(({ profileIds }) => profileIds),
    )
  if (filter.kinds !== null) void rows.whereIn('kind', [...filter.kinds])
  const values = filter.clients ?? filter.devices ?? (filter.origin && [filter.origin])
  if (values !== null) void rows.whereIn('value', [...values])
  return rows.select('history_id', 'month', 'profile_id', 'kind', 'value', ...details) as never
}

/** The slot of a quarter of an hour since 1970; -1: of none, or not of one alone. */
function quarterSlots({ filter, slots }: StatisticsQuery): (quarter: number) => number {
  const find = slotFinder(slots)
  const { from, to } = filter
  const starts = slots.kind === 'line' ? slots.starts.filter((at) => at % quarterMs !== 0) : []
  const split = new Set(starts.map((at) => Math.floor(at / quarterMs)))
  return (quarter) => {
    const at = quarter * quarterMs
    if (at < from || at + quarterMs > to || split.has(quarter)) return -1
    return find(at)
  }
}

/** Which blobs of a month answer the question, and what their indexes mean. */
function monthMap(
  { slots }: StatisticsQuery,
  month: number,
  quarterSlot: (quarter: number) => number,
  isMarked: boolean,
): { details: readonly Detail[]; map: SlotMap; days: SlotMap | null } {
  const first = monthStart(month) / quarterMs
  const count = monthStart(month + 1) / quarterMs - first
  const map = Int32Array.from({ length: count }, (_, index) => quarterSlot(first + index))
  if (slots.kind !== 'line') {
    const week = isMarked ? null : weekMap(month, map)
    return week === null
      ? { details: ['quarters'], map, days: null }
      : { details: ['slots'], map: week, days: null }
  }
  const dayCount = count / quartersOfDay
  const days = new Int32Array(dayCount).fill(-1)
  const split: number[] = []
  for (let day = 0; day < dayCount; day++) {
    const own = map.subarray(day * quartersOfDay, (day + 1) * quartersOfDay)
    if (own.every((slot) => slot === own[0])) {
      days[day] = own[0]!
      own.fill(-1)
    } else split.push(day)
  }
  if (split.length === 0) return { details: ['days'], map, days }
  const areEdges = split.every((day) => day === 0 || day === dayCount - 1)
  return { details: ['days', areEdges ? 'edges' : 'quarters'], map, days }
}

/** The slot of each quarter of the week, where it is the same in the whole month; null: it is not. */
function weekMap(month: number, map: SlotMap): SlotMap | null {
  const week = new Int32Array(7 * quartersOfDay).fill(-1)
  for (const [index, slot] of map.entries()) {
    const place = weekSlot(month, index)
    if (slot === -1 || (week[place] !== -1 && week[place] !== slot)) return null
    week[place] = slot
  }
  return week
}

type Add = (
  slot: number,
  plays: number,
  finished: number,
  watchedMs: number,
  finishedMs: number,
) => void

/** Counts by group and slot. */
class Counts {
  private readonly groups = new Map<string, Float64Array>()
  private readonly find: (at: number) => number
  private readonly query: StatisticsQuery

  constructor(query: StatisticsQuery) {
    this.query = query
    this.find = slotFinder(query.slots)
  }

  /** Takes counts of one kept series. */
  adder({ profile_id, kind, value }: Pick<SumRow, 'profile_id' | 'kind' | 'value'>): Add {
    const { groupBy, filter } = this.query
    const name =
      groupBy === null ? '' : groupBy === 'user' ? profile_id : groupBy === 'kind' ? kind : value
    const sums = this.sumsOf(name)
    const { finished: asked } = filter
    return (slot, plays, finished, watchedMs, finishedMs) => {
      if (slot === -1) return
      const at = slot * 3
      const isAll = asked === null
      sums[at]! += isAll ? plays : asked ? finished : plays - finished
      sums[at + 1]! += asked === false ? 0 : finished
      sums[at + 2]! += isAll ? watchedMs : asked ? finishedMs : watchedMs - finishedMs
    }
  }

  addPlay(play: CountedPlay): void {
    const slot = this.find(play.started_at)
    if (slot === -1) return
    const sums = this.sumsOf(groupOf(play, this.query.groupBy))
    sums[slot * 3]! += 1
    sums[slot * 3 + 1]! += play.finished ? 1 : 0
    sums[slot * 3 + 2]! += play.watched_ms
  }

  /** Of groups that have any, each slot. */
  all(): readonly PlayCount[] {
    const { slots } = this.query
    const count = slotCount(slots)
    const found = [...this.groups].filter(([, sums]) => sums.some((sum) => sum > 0))
    return found.flatMap(([name, sums]) =>
      Array.from({ length: count }, (_, slot) => ({
        slot,
        group: name === '' ? null : name,
        plays: sums[slot * 3]!,
        finished: sums[slot * 3 + 1]!,
        watchedMs: sums[slot * 3 + 2]!,
      })),
    )
  }

  private sumsOf(name: string): Float64Array {
    const known = this.groups.get(name)
    if (known) return known
    const made = new Float64Array(slotCount(this.query.slots) * 3)
    this.groups.set(name, made)
    return made
  }
}

function groupOf(play: CountedPlay, groupBy: PlayGroup | null): string {
  if (groupBy === null) return ''
  if (groupBy === 'user') return play.profile_id
  return (groupBy === 'kind' ? play.kind : play[dimensionColumns[groupBy]]) ?? ''
}

function tooMany(): AppError {
  return new AppError(
    'BAD_REQUEST',
    `The question takes more than ${mostCounted.toLocaleString('en')} plays one by one; narrow it by from and to.`,
  )
}
