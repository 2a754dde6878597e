import { randomInt } from 'node:crypto'
import type { Knex } from 'knex'
import { dayMs } from '../../../model/time-slots.ts'
import { sharedRead } from '../../shared-read.ts'
import { rowsOf } from '../../statement.ts'
import { levels } from './levels.ts'
import type { Level } from './levels.ts'
import { staleDayTable } from './stale-days.ts'
import { monthOf } from './sums.ts'
import type { Span } from './spans.ts'
import { titleSumTable } from './title-sums.ts'

type VersionRow = { history_id: number; level: Level; span: number; version: number }

/** Read by the previous release. */
const formerTable = 'sum_versions'
const mostVersions = 2 ** 48 - 1
const lastMonth = monthOf(8.64e15)
const noDays: ReadonlySet<number> = new Set()

/** What is kept counted of some histories, and for which days it is no longer right; of one moment. */
export type Standing = {
  /** Of a month or its days only where it was asked for. Null: nothing is kept. 0: kept without a version. */
  versionOf(historyId: number, level: Level, span: number): number | null
  /** With kept counts, of any of the histories. */
  readonly months: readonly number[]
  readonly years: readonly number[]
  /** Days since 1970, by history. */
  readonly stale: ReadonlyMap<number, ReadonlySet<number>>
  staleDaysIn(historyId: number, month: number): ReadonlySet<number>
}

/** Versions of months, those in a time or all, and the stale days in the time: one statement, so that they belong together. */
export function readStanding(
  on: Knex,
  historyIds: readonly number[],
  { from, to }: Span,
  kept: 'every month' | 'of the time' = 'of the time',
): Promise<Standing> {
  const ids = historyIds.map(() => '?').join()
  const isAll = kept === 'every month'
  const values = [
    ...historyIds,
    isAll ? 0 : monthOf(from),
    isAll ? lastMonth : monthOf(to - 1),
    ...historyIds,
    ...historyIds,
    Math.floor(from / dayMs),
    Math.ceil(to / dayMs),
  ]
  const sql = `
    select distinct history_id, level, span, version from ${titleSumTable}
    where history_id in (${ids}) and level = ${levels.month} and span between ? and ?
    union all
    select distinct history_id, level, span, version from ${titleSumTable}
    where history_id in (${ids}) and level in (${levels.year}, ${levels.whole})
    union all
    select history_id, ${levels.day}, day, 0 from ${staleDayTable}
    where history_id in (${ids}) and day >= ? and day < ?`
  return sharedRead(on, `standing ${values.join()}`, async () => {
    return standingOf(await rowsOf<VersionRow>(on, sql, values))
  })
}

function standingOf(rows: readonly VersionRow[]): Standing {
  const versions = new Map<string, number>()
  const stale = new Map<number, Set<number>>()
  const staleMonths = new Map<string, Set<number>>()
  const spans = { [levels.month]: new Set<number>(), [levels.year]: new Set<number>() }
  for (const { history_id, level, span, version } of rows) {
    if (level === levels.day) {
      const days = stale.get(history_id) ?? new Set()
      stale.set(history_id, days.add(span))
      const name = nameOf(history_id, levels.month, monthOf(span * dayMs))
      staleMonths.set(name, (staleMonths.get(name) ?? new Set()).add(span))
      continue
    }
    versions.set(nameOf(history_id, level, span), version)
    if (level !== levels.whole) spans[level].add(span)
  }
  const sorted = (found: ReadonlySet<number>) => [...found].toSorted((a, b) => a - b)
  return {
    versionOf: (historyId, level, span) =>
      versions.get(
        level === levels.day
          ? nameOf(historyId, levels.month, monthOf(span * dayMs))
          : nameOf(historyId, level, span),
      ) ?? null,
    months: sorted(spans[levels.month]),
    years: sorted(spans[levels.year]),
    stale,
    staleDaysIn: (historyId, month) =>
      staleMonths.get(nameOf(historyId, levels.month, month)) ?? noDays,
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

function nameOf(historyId: number, level: Level, span: number): string {
  return `${historyId} ${level} ${span}`
}
