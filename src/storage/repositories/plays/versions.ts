import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import { dayMs } from '../../../model/time-slots.ts'
import { byIndex } from '../../dialect.ts'
import { sharedRead } from '../../shared-read.ts'
import { places, rowsOf } from '../../statement.ts'
import { levels } from './levels.ts'
import type { Level } from './levels.ts'
import { staleDayTable } from './stale-days.ts'
import { monthOf } from './sums.ts'
import type { Span } from './spans.ts'
import { titleSumTable } from './title-sums.ts'
import type { VersionedCache } from './versioned-cache.ts'

type VersionRow = { history_id: number; level: Level; span: number; version: number }

/** Read by the previous release. */
const formerTable = 'sum_versions'
const mostVersions = 2 ** 48 - 1
const versionIndex = 'title_sums_history_id_level_span_version_index'
const bytesOfVersion = 48
const noDays: ReadonlySet<number> = new Set()

/** What is kept counted of some histories, and for which days it is no longer right: of each history at one moment. */
export type Standing = {
  /** Null: nothing is kept. 0: kept without a version. */
  versionOf(historyId: number, level: Level, span: number): number | null
  /** With kept counts, of any of the histories; months of the time. */
  readonly months: readonly number[]
  readonly years: readonly number[]
  /** Days since 1970, by history. */
  readonly stale: ReadonlyMap<number, ReadonlySet<number>>
  staleDaysIn(historyId: number, month: number): ReadonlySet<number>
}

export type KeptVersions = {
  readonly whole: number
  readonly months: ReadonlyMap<number, number>
  readonly years: ReadonlyMap<number, number>
}

type Found = {
  readonly kept: ReadonlyMap<number, KeptVersions>
  readonly stale: ReadonlyMap<number, ReadonlySet<number>>
}

type Asked = {
  readonly whole: readonly number[]
  readonly spans: readonly number[]
}

/**
 * Versions of what is kept, and the stale days in the time: of each history by one statement, so that they belong together.
 * Each count of a month gives all time a new version; what is held under the same one is not read again.
 */
export async function readStanding(
  on: Knex,
  held: VersionedCache<KeptVersions>,
  historyIds: readonly number[],
  time: Span,
): Promise<Standing> {
  if (historyIds.length === 0) return standingOf(new Map(), new Map(), time)
  const { whole = [], spans = [] } = Object.groupBy(historyIds, (historyId) =>
    held.has(String(historyId)) ? 'whole' : 'spans',
  )
  const first = await readRows(on, { whole, spans }, time)
  const known = new Map<number, KeptVersions>()
  for (const historyId of whole) {
    const version = first.kept.get(historyId)?.whole
    const own = version === undefined ? null : held.get(String(historyId), version)
    if (own !== null) known.set(historyId, own)
  }
  const changed = whole.filter((historyId) => first.kept.has(historyId) && !known.has(historyId))
  const anew =
    changed.length === 0 ? first : await readRows(on, { whole: [], spans: changed }, time)
  const kept = new Map<number, KeptVersions>()
  const stale = new Map<number, ReadonlySet<number>>()
  for (const historyId of historyIds) {
    const found = changed.includes(historyId) ? anew : first
    const days = found.stale.get(historyId)
    if (days !== undefined) stale.set(historyId, days)
    const own = known.get(historyId) ?? found.kept.get(historyId)
    if (own === undefined) continue
    kept.set(historyId, own)
    const versions = [...own.months.values(), ...own.years.values()]
    // What the previous release counted gets a version of its own later, without one of all time.
    if (known.has(historyId) || versions.includes(0)) continue
    held.set(String(historyId), own.whole, own, versions.length * bytesOfVersion)
  }
  return standingOf(kept, stale, time)
}

function readRows(on: Knex, { whole, spans }: Asked, { from, to }: Span): Promise<Found> {
  const versions = (ids: readonly number[], ...asked: Level[]) =>
    ids.length === 0
      ? []
      : `select distinct history_id, level, span, version from ${byIndex(on, titleSumTable, versionIndex)}
         where history_id in (${places(ids.length)}) and level in (${asked.join()})`
  const all = [...spans, ...whole]
  const stale = `select history_id, ${levels.day} as level, day as span, 0 as version
    from ${staleDayTable} where history_id in (${places(all.length)}) and day >= ? and day < ?`
  const parts = [
    versions(spans, levels.month, levels.year, levels.whole),
    versions(whole, levels.whole),
    stale,
  ]
  const sql = parts.flat().join(' union all ')
  const values = [...all, ...all, Math.floor(from / dayMs), Math.ceil(to / dayMs)]
  return sharedRead(on, `standing ${sql} ${values.join()}`, async () => {
    return foundIn(await rowsOf<VersionRow>(on, sql, values))
  })
}

function foundIn(rows: readonly VersionRow[]): Found {
  type Kept = { whole: number; months: Map<number, number>; years: Map<number, number> }
  const kept = new Map<number, Kept>()
  const stale = new Map<number, Set<number>>()
  for (const { history_id, level, span, version } of rows) {
    if (level === levels.day) {
      const days = stale.get(history_id) ?? new Set()
      stale.set(history_id, days.add(span))
      continue
    }
    const own = kept.get(history_id) ?? { whole: 0, months: new Map(), years: new Map() }
    kept.set(history_id, own)
    if (level === levels.whole) own.whole = version
    else own[level === levels.month ? 'months' : 'years'].set(span, version)
  }
  return { kept, stale }
}

function standingOf(kept: Found['kept'], stale: Found['stale'], { from, to }: Span): Standing {
  const spansOf = (name: 'months' | 'years') => {
    const spans = new Set([...kept.values()].flatMap((own) => [...own[name].keys()]))
    return [...spans].toSorted((a, b) => a - b)
  }
  const monthOfDay = (day: number) => monthOf(day * dayMs)
  const staleMonths = new Map(
    [...stale].map(([historyId, days]) => {
      const byMonth = [...Map.groupBy(days, monthOfDay)]
      return [historyId, new Map(byMonth.map(([month, own]) => [month, new Set(own)]))]
    }),
  )
  const months = spansOf('months')
  const [first, last] = [monthOf(from), monthOf(to - 1)]
  return {
    versionOf(historyId, level, span) {
      const own = kept.get(historyId)
      if (own === undefined || level === levels.whole) return own?.whole ?? null
      if (level === levels.year) return own.years.get(span) ?? null
      return own.months.get(level === levels.day ? monthOfDay(span) : span) ?? null
    },
    months: months.filter((month) => month >= first && month <= last),
    years: spansOf('years'),
    stale,
    staleDaysIn: (historyId, month) => staleMonths.get(historyId)?.get(month) ?? noDays,
  }
}

/** Random, so that a history that is deleted and re-created also gets a new version. */
export function newVersion(): number {
  return randomInt(1, mostVersions)
}

/** Makes a month's counts and all that follows from them stale for processes of the previous release. Answers whether any are kept. */
export async function reportFormer(
  trx: Knex,
  historyId: number,
  month: number,
  version: number,
): Promise<boolean> {
  const rows = [
    { level: levels.month, span: month },
    { level: levels.year, span: Math.floor(month / 12) },
    { level: levels.whole, span: 0 },
  ].map((own) => ({ history_id: historyId, ...own }))
  const kept: Level[] = await trx(titleSumTable)
    .where((any) => rows.reduce((query, own) => query.orWhere(own), any))
    .distinct('level')
    .pluck('level')
  const { full = [], empty = [] } = Object.groupBy(rows, ({ level }) =>
    kept.includes(level) ? 'full' : 'empty',
  )
  for (const own of empty) await trx<VersionRow>(formerTable).where(own).delete()
  if (full.length > 0) {
    await trx<VersionRow>(formerTable)
      .insert(full.map((own) => ({ ...own, version })))
      .onConflict(['history_id', 'level', 'span'])
      .merge(['version'])
  }
  return kept.includes(levels.month)
}

export function forgetVersions(trx: Knex, historyId: number): PromiseLike<unknown> {
  return trx(formerTable).where({ history_id: historyId }).delete()
}
