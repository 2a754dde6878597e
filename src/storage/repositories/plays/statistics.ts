import type { Knex } from 'knex'
import { AppError } from '../../../core/errors.ts'
import type { PlayCount, PlayGroup, StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs, quarterMs, slotCount, slotFinder } from '../../../model/time-slots.ts'
import { transact } from '../../guard.ts'
import { visitCells } from './cells.ts'
import { filterPlays, mostTitleRanges } from './filter.ts'
import { markRows } from './marks.ts'
import type { Mark } from './marks.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import { dimensionColumns, dimensions, monthOf, monthStart } from './sums.ts'
import { quartersOfDay, sumRows, weekSlot } from './sums.ts'
import type { SumDimension, SumRow } from './sums.ts'

type Span = { readonly from: number; readonly to: number }
type Detail = 'days' | 'edges' | 'slots' | 'quarters'
/** The slot of each index of a blob; -1: it is not counted there. */
type SlotMap = Int32Array

/** Plays that are looked at one by one for a question that no kept count answers. */
const mostLooked = 2_000_000
/** Of one answer: slots, over all groups. */
const mostValues = 50_000
/** Whose kept counts are read in one transaction. */
const monthsAtOnce = 12

/** Counts plays by slot and group, always exactly: what is not kept counted is counted now. */
export async function countPlays(
  db: Knex,
  query: StatisticsQuery,
  most = mostLooked,
): Promise<readonly PlayCount[]> {
  const counts = new Counts(query)
  const budget: ScanBudget = { left: most }
  const kept = keptDimension(query)
  if (kept === null) await countOneByOne(db, query, counts, budget)
  else await countFromSums(db, query, kept, counts, budget)
  return counts.all()
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

async function countOneByOne(
  db: Knex,
  { filter }: StatisticsQuery,
  counts: Counts,
  budget: ScanBudget,
): Promise<void> {
  const where = (rows: Knex.QueryBuilder) => filterPlays(rows, db, filter)
  for (const { historyId } of filter.readers) {
    const titles = filter.titles && new Set(filter.titles.get(historyId))
    // Each of few titles is a range of an index; many are looked up in all rows.
    const isFew = titles !== null && titles.size <= mostTitleRanges
    const visit = (play: CountedPlay) => {
      if (titles === null || isFew || titles.has(play.title_key)) counts.addPlay(play)
    }
    for (const titleKey of isFew ? titles : [null]) {
      await scanPlays(db, historyId, filter, visit, { titleKey, where, budget })
    }
  }
}

/**
 * Every day is counted either from kept counts, which are read together with the marks that say that they are right, or
 * from its plays. So it does not matter that days are counted anew between the transactions.
 */
async function countFromSums(
  db: Knex,
  query: StatisticsQuery,
  dimension: SumDimension,
  counts: Counts,
  budget: ScanBudget,
): Promise<void> {
  const { filter } = query
  const aparts = apart(query)
  const quarterSlot = quarterSlots(query, aparts)
  const months = await monthsOf(db, query)
  const marked = new Map<number, Set<number>>()
  for (let start = 0; start < months.length; start += monthsAtOnce) {
    const some = months.slice(start, start + monthsAtOnce)
    const kept = await transact(db, (trx) => readKept(trx, query, dimension, quarterSlot, some))
    for (const { history_id, day } of kept.marks) {
      const days = marked.get(history_id) ?? new Set()
      marked.set(history_id, days.add(day))
    }
    for (const row of kept.rows) {
      addSums(row, kept.maps.get(row.month)!, marked.get(row.history_id) ?? new Set(), counts)
    }
  }
  const where = (rows: Knex.QueryBuilder) => filterPlays(rows, db, filter)
  const visit = (play: CountedPlay) => counts.addPlay(play)
  for (const { historyId } of filter.readers) {
    for (const span of loose(query, months, aparts, marked.get(historyId) ?? new Set())) {
      await scanPlays(db, historyId, span, visit, { titleKey: null, where, budget })
    }
  }
}

/** The months that may have plays, in their order: those with kept counts, and those with marks. */
function monthsOf(db: Knex, { filter }: StatisticsQuery): Promise<readonly number[]> {
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  return transact(db, async (trx) => {
    const kept = await sumRows(trx)
      .whereIn('history_id', historyIds)
      .where({ dimension: dimensions.none })
      .where('month', '>=', monthOf(filter.from))
      .where('month', '<=', monthOf(filter.to - 1))
      .distinct('month')
    const marks = await markRows(trx)
      .whereIn('history_id', historyIds)
      .where('day', '>=', Math.floor(filter.from / dayMs))
      .where('day', '<', Math.ceil(filter.to / dayMs))
      .distinct('day')
    const months = [
      ...kept.map(({ month }) => month),
      ...marks.map(({ day }) => monthOf(day * dayMs)),
    ]
    return [...new Set(months)].toSorted((a, b) => a - b)
  })
}

/** Parts that the kept counts do not answer, since they belong to a slot in part; whole quarters of an hour. */
function apart({ filter, slots }: StatisticsQuery): readonly Span[] {
  const isOdd = (at: number) => at % quarterMs !== 0
  const pieces = slots.kind === 'line' ? [] : slots.pieces
  const bounds = slots.kind === 'line' ? slots.starts : pieces.flatMap(({ from, to }) => [from, to])
  const spans = [
    ...[filter.from, filter.to, ...bounds].filter(isOdd).map((at) => ({ from: at, to: at + 1 })),
    ...pieces.filter(({ offsetMs }) => isOdd(offsetMs)),
  ]
  return joined(
    spans.map(({ from, to }) => ({
      from: Math.floor(from / quarterMs) * quarterMs,
      to: Math.ceil(to / quarterMs) * quarterMs,
    })),
  )
}

/** In their order, without overlaps. */
function joined(spans: readonly Span[]): readonly Span[] {
  const found: Span[] = []
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last === undefined || span.from > last.to) found.push(span)
    else found[found.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
  }
  return found
}

/** What the kept counts do not say: marked days, and what is apart, where there are any plays. */
function loose(
  { filter }: StatisticsQuery,
  months: readonly number[],
  aparts: readonly Span[],
  days: ReadonlySet<number>,
): readonly Span[] {
  const known = new Set(months)
  const hasPlays = ({ from, to }: Span) =>
    to - from > quarterMs || known.has(monthOf(from)) || known.has(monthOf(to - 1))
  const spans = [...days].map((day) => ({ from: day * dayMs, to: (day + 1) * dayMs }))
  return joined([...spans, ...aparts.filter(hasPlays)])
    .map(({ from, to }) => ({ from: Math.max(from, filter.from), to: Math.min(to, filter.to) }))
    .filter(({ from, to }) => from < to)
}

type MonthMap = {
  readonly details: readonly Detail[]
  readonly map: SlotMap
  readonly days: SlotMap | null
}
type Kept = {
  readonly marks: readonly Mark[]
  readonly maps: ReadonlyMap<number, MonthMap>
  readonly rows: readonly SumRow[]
}

/** The kept counts of some months, and the days for which they are not right. */
async function readKept(
  trx: Knex,
  query: StatisticsQuery,
  dimension: SumDimension,
  quarterSlot: (quarter: number) => number,
  months: readonly number[],
): Promise<Kept> {
  const { from, to, readers } = query.filter
  const begin = Math.max(from, monthStart(months[0]!))
  const end = Math.min(to, monthStart(months.at(-1)! + 1))
  const marks = await markRows(trx)
    .whereIn(
      'history_id',
      readers.map(({ historyId }) => historyId),
    )
    .where('day', '>=', Math.floor(begin / dayMs))
    .where('day', '<', Math.ceil(end / dayMs))
    .select()
  const markedMonths = new Set(marks.map(({ day }) => monthOf(day * dayMs)))
  const maps = new Map(
    months.map((month) => [month, monthMap(query, month, quarterSlot, markedMonths.has(month))]),
  )
  const byDetail = Map.groupBy(months, (month) => maps.get(month)!.details.join())
  const rows: SumRow[] = []
  for (const own of byDetail.values()) {
    const found = await sumsOf(trx, query, dimension, own, maps.get(own[0]!)!.details)
    for (const row of found) rows.push(row)
  }
  return { marks, maps, rows }
}

function addSums(
  row: SumRow,
  { details, map, days }: MonthMap,
  marked: ReadonlySet<number>,
  counts: Counts,
): void {
  const first = monthStart(row.month) / dayMs
  const add = counts.adder(row)
  if (days !== null) {
    visitCells(row.days, (day, ...sums) => {
      if (!marked.has(first + day)) add(days[day]!, ...sums)
    })
  }
  const detail = details.at(-1)!
  if (detail === 'days') return
  const hasMarks = marked.size > 0
  visitCells(row[detail], (index, plays, finished, watchedMs, finishedMs) => {
    if (hasMarks && marked.has(first + Math.floor(index / quartersOfDay))) return
    add(map[index]!, plays, finished, watchedMs, finishedMs)
  })
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
function quarterSlots(
  { filter, slots }: StatisticsQuery,
  aparts: readonly Span[],
): (quarter: number) => number {
  const find = slotFinder(slots)
  const { from, to } = filter
  // Every second of these slots is between two that are apart.
  const starts = aparts.flatMap((span) => [span.from, span.to])
  const findApart = slotFinder({ kind: 'line', starts })
  return (quarter) => {
    const at = quarter * quarterMs
    if (at < from || at + quarterMs > to || findApart(at) % 2 === 0) return -1
    return find(at)
  }
}

/** Which blobs of a month answer the question, and what their indexes mean. */
function monthMap(
  { slots }: StatisticsQuery,
  month: number,
  quarterSlot: (quarter: number) => number,
  isMarked: boolean,
): MonthMap {
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
    const { finished: asked } = filter
    const isAll = asked === null
    let sums: Float64Array | null = null
    return (slot, plays, finished, watchedMs, finishedMs) => {
      const counted = isAll ? plays : asked ? finished : plays - finished
      if (slot === -1 || counted === 0) return
      const at = slot * 3
      sums ??= this.sumsOf(name)
      sums[at]! += counted
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
    return [...this.groups].flatMap(([name, sums]) =>
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
    const count = slotCount(this.query.slots)
    if ((this.groups.size + 1) * count > mostValues) throw tooManyValues()
    const made = new Float64Array(count * 3)
    this.groups.set(name, made)
    return made
  }
}

function groupOf(play: CountedPlay, groupBy: PlayGroup | null): string {
  if (groupBy === null) return ''
  if (groupBy === 'user') return play.profile_id
  return (groupBy === 'kind' ? play.kind : play[dimensionColumns[groupBy]]) ?? ''
}

function tooManyValues(): AppError {
  return new AppError(
    'BAD_REQUEST',
    `There are more than ${mostValues.toLocaleString('en')} values; ask for larger buckets, or for fewer groups.`,
  )
}
