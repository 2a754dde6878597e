import type { Knex } from 'knex'
import type { PlayGroup, StatisticsQuery } from '../../../model/play-statistics.ts'
import { dayMs } from '../../../model/time-slots.ts'
import { transact } from '../../guard.ts'
import type { Counts } from './counts.ts'
import { withDimension } from './deliveries.ts'
import type { KeptCache } from './kept-cache.ts'
import { levels } from './levels.ts'
import { scanLoose } from './loose-plays.ts'
import { monthRuns } from './month-runs.ts'
import type { MonthRuns } from './month-runs.ts'
import { monthReader } from './month-views.ts'
import type { Detail, MonthReader, ViewRow } from './month-views.ts'
import type { CountedPlay, Means } from './scan.ts'
import { apart } from './spans.ts'
import type { Span } from './spans.ts'
import { daysIn, dimensions, monthOf, monthStart, sumRows } from './sums.ts'
import type { SumDimension, SumRow } from './sums.ts'
import { readStanding } from './versions.ts'
import type { Standing } from './versions.ts'

/** Whose kept counts are read in one transaction. */
const monthsAtOnce = 6

type Part = {
  readonly historyId: number
  readonly month: number
  readonly version: number
  readonly asked: MonthRuns
}

type Reading = Means & { readonly visit: (play: CountedPlay) => void }

/**
 * Every day is counted either from kept counts, of which is known from the same moment on which days they are right, or
 * from its plays. So it does not matter that days are counted anew meanwhile.
 */
export async function countFromSums(
  db: Knex,
  query: StatisticsQuery,
  dimension: SumDimension,
  counts: Counts,
  { cache, budget, visit }: Reading,
): Promise<void> {
  const { filter } = query
  const aparts = apart(query)
  const sums = new SumsOfMonths(query, dimension, counts, cache, aparts)
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  const standing = await readStanding(db, cache.versions, historyIds, filter)
  const missing = sums.addKnown(standing)
  const months = [...new Set(missing.map(({ month }) => month))]
  for (let start = 0; start < months.length; start += monthsAtOnce) {
    const some = new Set(months.slice(start, start + monthsAtOnce))
    const parts = missing.filter(({ month }) => some.has(month))
    const add = await transact(db, (trx) => sums.read(trx, parts))
    add()
  }
  const days = sums.loose
  const ofDays = [...days.values()].flatMap((own) => [...own].map((day) => monthOf(day * dayMs)))
  const known = new Set([...standing.months, ...ofDays])
  await scanLoose(db, query, { months: known, aparts, days }, visit, budget)
}

class SumsOfMonths {
  /** Days that must be counted play by play, by history. */
  readonly loose = new Map<number, Set<number>>()
  private readonly query: StatisticsQuery
  private readonly dimension: SumDimension
  private readonly counts: Counts
  private readonly cache: KeptCache
  private readonly runsOf: ReturnType<typeof monthRuns>
  private readonly readers: ReadonlyMap<number, ReadonlySet<string>>
  private readonly fits: (row: ViewRow) => boolean

  constructor(
    query: StatisticsQuery,
    dimension: SumDimension,
    counts: Counts,
    cache: KeptCache,
    aparts: readonly Span[],
  ) {
    this.query = query
    this.dimension = dimension
    this.counts = counts
    this.cache = cache
    this.runsOf = monthRuns(query, aparts)
    const { readers, kinds, clients, devices, origin } = query.filter
    this.readers = new Map(
      readers.map(({ historyId, profileIds }) => [historyId, new Set(profileIds)]),
    )
    const askedKinds = kinds && new Set<string>(kinds)
    const values = clients ?? devices ?? (origin && [origin])
    const askedValues = values && new Set(values)
    this.fits = ({ kind, value }) =>
      (askedKinds?.has(kind) ?? true) && (askedValues?.has(value) ?? true)
  }

  /** Adds what is held in memory. Answers the parts that are not. */
  addKnown(standing: Standing): readonly Part[] {
    const kept = new Set(standing.months)
    for (const [historyId, days] of standing.stale) {
      for (const day of days) {
        if (!kept.has(monthOf(day * dayMs))) this.noteLoose(historyId, [day])
      }
    }
    const missing: Part[] = []
    for (const month of standing.months) {
      for (const historyId of this.readers.keys()) {
        const part = this.partOf(standing, historyId, month)
        const view = part && this.cache.months.get(this.nameOf(part), part.version)
        if (part !== null && view === null) {
          missing.push(part)
          continue
        }
        if (part !== null && view !== null) this.add(part, view)
        this.noteLoose(historyId, standing.staleDaysIn(historyId, month))
      }
    }
    return missing
  }

  /** Reads parts as they stand by now, in a transaction. Answers what adds them. */
  async read(trx: Knex, missing: readonly Part[]): Promise<() => void> {
    const { from, to } = this.query.filter
    const months = missing.map(({ month }) => month)
    const historyIds = [...new Set(missing.map(({ historyId }) => historyId))]
    const standing = await readStanding(trx, this.cache.versions, historyIds, {
      from: Math.max(from, monthStart(Math.min(...months))),
      to: Math.min(to, monthStart(Math.max(...months) + 1)),
    })
    const asked = missing.flatMap(({ historyId, month }) => {
      return this.partOf(standing, historyId, month) ?? []
    })
    const { kept: parts, missing: uncounted } = await withDimension(trx, this.dimension, asked)
    for (const { historyId, month } of uncounted) this.noteLoose(historyId, daysIn(month))
    const readers = new Map<string, MonthReader>()
    const readerOf = ({ month, asked }: Part): MonthReader => {
      const name = `${month} ${asked.name}`
      const reader = readers.get(name) ?? monthReader(this.query.slots, month, asked)
      readers.set(name, reader)
      return reader
    }
    const rows = new Map<string, SumRow[]>()
    for (const own of Map.groupBy(parts, (part) => readerOf(part).details.join()).values()) {
      // What is read with them may belong to another group.
      const found = new Map<string, SumRow[]>(
        own.map(({ historyId, month }) => [`${historyId} ${month}`, []]),
      )
      for (const row of await this.rowsOf(trx, own, readerOf(own[0]!).details)) {
        found.get(`${row.history_id} ${row.month}`)?.push(row)
      }
      for (const [name, own] of found) rows.set(name, own)
    }
    return () => {
      for (const part of parts) {
        const { historyId, month } = part
        const reader = readerOf(part)
        const view = (rows.get(`${historyId} ${month}`) ?? []).map((row) => reader.read(row))
        this.cache.months.set(this.nameOf(part), part.version, view, bytesOf(view))
        this.add(part, view)
      }
      for (const { historyId, month } of missing) {
        this.noteLoose(historyId, standing.staleDaysIn(historyId, month))
      }
    }
  }

  /** Null if no valid count is stored. */
  private partOf(standing: Standing, historyId: number, month: number): Part | null {
    const version = standing.versionOf(historyId, levels.month, month)
    if (version === null) return null
    const asked = this.runsOf(month, standing.staleDaysIn(historyId, month))
    return asked.slots === 0 ? null : { historyId, month, version, asked }
  }

  private noteLoose(historyId: number, days: Iterable<number>): void {
    const known = this.loose.get(historyId) ?? new Set()
    this.loose.set(historyId, known)
    for (const day of days) known.add(day)
  }

  private nameOf({ historyId, month, asked }: Part): string {
    return `plays ${this.dimension} ${historyId} ${month} ${asked.name}`
  }

  private rowsOf(
    trx: Knex,
    parts: readonly Part[],
    details: readonly Detail[],
  ): PromiseLike<SumRow[]> {
    return sumRows(trx)
      .whereIn('history_id', [...new Set(parts.map(({ historyId }) => historyId))])
      .where({ dimension: dimensions[this.dimension] })
      .whereIn('month', [...new Set(parts.map(({ month }) => month))])
      .select('history_id', 'month', 'profile_id', 'kind', 'value', ...details) as never
  }

  private add({ historyId, asked }: Part, view: readonly ViewRow[]): void {
    const profileIds = this.readers.get(historyId)!
    for (const row of view) {
      if (!profileIds.has(row.profile_id) || !this.fits(row)) continue
      const user = this.counts.userOf(row.profile_id)
      this.counts.addSums(groupOf(row, this.query.groupBy), asked.first, row.sums, user)
    }
  }
}

/** Bytes of a row beside its sums, as measured. */
const rowOverhead = 400

function bytesOf(view: readonly ViewRow[]): number {
  return view.reduce((sum, { sums }) => sum + sums.byteLength + rowOverhead, 0)
}

function groupOf({ profile_id, kind, value }: ViewRow, groupBy: PlayGroup | null): string {
  if (groupBy === null) return ''
  if (groupBy === 'user') return profile_id
  return groupBy === 'kind' ? kind : value
}
