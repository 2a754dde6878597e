import type { Knex } from 'knex'
import { byIndex, dialectOf } from './dialect.ts'
import { read } from './guard.ts'
import { places, rowsOf } from './statement.ts'
import type { Value } from './statement.ts'

export type ScanPlace = { readonly at: number; readonly id: number }

export type Equalities = Readonly<Record<string, string | number>>

export type OrderedScan = {
  readonly table: string
  /** By which it is read in its order: MySQL takes longer to compare it with others than to read it. */
  readonly index: string
  /** Columns of the time and of the id, which an index has behind those of the ranges. */
  readonly at: string
  readonly id: string
  /** What the rows of each range have in common. */
  readonly ranges: readonly Equalities[]
  /** What else rows must fulfil; null: nothing. */
  readonly where: ((query: Knex.QueryBuilder) => unknown) | null
  /** Values of which a column has one; null: does not matter. */
  readonly oneOf: OneOf | null
  /** Epoch milliseconds: the first that counts, and the first that does not. */
  readonly from: number | null
  readonly to: number | null
  readonly after: ScanPlace | null
  readonly before: ScanPlace | null
  readonly descending: boolean
  readonly limit: number
  /** Rows that are looked through at most. */
  readonly maxRows?: number
}

export type OneOf = {
  readonly column: string
  /** Which column of the ranges begins an index that goes on with `column`. What the others say, `where` must say too. */
  readonly rangeColumn: string
  readonly index: string
  readonly indexHasTime: boolean
  /** By the value of that column; of a missing one no row counts. */
  readonly values: ReadonlyMap<number, ReadonlySet<string>>
}

/** `isListed`: the values are few enough to be part of the statement; the others are looked up here. */
export type Plan = { readonly condition: Sql; readonly isListed: boolean }

export type Sql = { readonly sql: string; readonly values: readonly Value[] }

export type Range = {
  readonly key: Equalities
  /** Rows beyond are not read yet; a null id: everything of that time is read. */
  position: { readonly at: number; readonly id: number | null } | null
  isRead: boolean
}

/** Of one statement; SQLite takes 500. */
export const maxParts = 400
export const none: ReadonlySet<string> = new Set()
export const noSql: Sql = { sql: '', values: [] }
/** Values of one statement; SQLite takes 32,766. */
const maxValues = 10_000
/** Rows that one statement looks through, over all ranges. */
export const rowsAtOnce = 20_000
const leastBlock = 4

export function mostOfBlock(ranges: number): number {
  return Math.max(leastBlock, Math.floor(rowsAtOnce / ranges))
}

/** Of many ranges most have nothing among the first rows. */
export function firstBlock({ limit, ranges }: OrderedScan): number {
  return Math.min(limit * 2, Math.max(leastBlock, Math.ceil((limit * 20) / ranges.length)))
}

export function tableOf(db: Knex, { table, index }: OrderedScan): string {
  return byIndex(db, table, index)
}

export function orderOf({ at, id, descending }: OrderedScan): string {
  const direction = descending ? 'desc' : 'asc'
  return `${at} ${direction}, ${id} ${direction}`
}

export function inOrder({ descending }: OrderedScan): (a: ScanPlace, b: ScanPlace) => number {
  const sign = descending ? -1 : 1
  return (a, b) => sign * (a.at - b.at || a.id - b.id)
}

type Bound = { readonly at: number; readonly isIn: boolean }

/**
 * What is not read yet of a range, up to the end of a block. SQLite reads from a single bound on each side, whichever of
 * several comes first, so only the nearest is part of the statement.
 */
export function beyond(
  { at, id, from, to, before, descending }: OrderedScan,
  { key, position }: Pick<Range, 'key' | 'position'>,
  end: number | null = null,
): Sql {
  const conditions = Object.keys(key).map((column) => `${column} = ?`)
  const values: Value[] = Object.values(key)
  const [first, last] = descending ? ([to, from] as const) : ([from, to] as const)
  const ahead = nearest(!descending, [
    boundOf(first, !descending),
    boundOf(position?.at ?? null, position?.id != null),
  ])
  const behind = nearest(descending, [
    boundOf(last, descending),
    boundOf(before?.at ?? null, true),
    boundOf(end, true),
  ])
  const [sign, opposite] = descending ? ['<', '>'] : ['>', '<']
  for (const [bound, direction] of [
    [ahead, sign],
    [behind, opposite],
  ] as const) {
    if (bound === null) continue
    conditions.push(`${at} ${direction}${bound.isIn ? '=' : ''} ?`)
    values.push(bound.at)
  }
  for (const [place, direction] of [
    [position, sign],
    [before, opposite],
  ] as const) {
    if (place == null || place.id === null) continue
    conditions.push(`(${at} ${direction} ? or ${id} ${direction} ?)`)
    values.push(place.at, place.id)
  }
  return { sql: conditions.join(' and '), values }
}

function boundOf(at: number | null, isIn: boolean): Bound | null {
  return at === null ? null : { at, isIn }
}

/** The bound that leaves the least, of lower or of upper ones. */
function nearest(isLower: boolean, bounds: readonly (Bound | null)[]): Bound | null {
  const sign = isLower ? -1 : 1
  const [least] = bounds
    .filter((bound) => bound !== null)
    .toSorted((a, b) => sign * (a.at - b.at) || Number(a.isIn) - Number(b.isIn))
  return least ?? null
}

/** What else rows must fulfil, as it follows other conditions; built once for all blocks. */
export function planOf(db: Knex, { table, where, oneOf, ranges }: OrderedScan): Plan {
  const sizes = ranges.map((key) => (oneOf ? valuesOf(oneOf, key).size : 0))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return { condition: conditionOf(db, table, where), isListed: total <= maxValues }
}

export function conditionOf(db: Knex, table: string, where: OrderedScan['where']): Sql {
  const rows = db(table)
  if (where !== null) void rows.where((nested) => void where(nested))
  const { sql, bindings } = rows.toSQL()
  const [, condition] = /^.*? where (.*)$/s.exec(sql) ?? []
  return condition === undefined
    ? noSql
    : { sql: ` and ${condition}`, values: bindings as readonly Value[] }
}

/** One statement of several ranges, each with an order and an end of its own. */
export async function together<Row>(db: Knex, parts: readonly Sql[]): Promise<readonly Row[]> {
  // SQLite takes an order inside of a union only in a subquery, which MySQL would write to a table of its own.
  const sql = parts.map((part, index) =>
    dialectOf(db) === 'mysql' ? `(${part.sql})` : `select * from (${part.sql}) part${index}`,
  )
  const values = parts.flatMap((part) => part.values)
  return read(db, () => rowsOf<Row>(db, sql.join(' union all '), values))
}

/** The time at which each block ends, by the place of its range; ranges that end before have none. */
export async function blockEnds(
  db: Knex,
  scan: OrderedScan,
  ranges: readonly Range[],
  size: number,
): Promise<ReadonlyMap<number, number>> {
  const { at } = scan
  const table = tableOf(db, scan)
  const parts = ranges.map((range, index) => {
    const { sql, values } = beyond(scan, range)
    return {
      sql: `select ? as part, ${at} as at from ${table} where ${sql} order by ${orderOf(scan)} limit 1 offset ${size}`,
      values: [index, ...values],
    }
  })
  const rows = await together<{ part: number; at: number }>(db, parts)
  return new Map(rows.map((row) => [row.part, row.at]))
}

/** Rows of a block that count; all rows of its last time are in it. Limits are written: SQLite plans bound ones anew. */
export function rowsIn(
  scan: OrderedScan,
  range: Range & { readonly index: number; readonly end: number | null },
  { condition, isListed }: Plan,
): Sql {
  const { table, at, id, limit, oneOf } = scan
  const { index, end } = range
  const { sql, values } = beyond(scan, range, end)
  const column = isListed ? null : oneOf!.column
  const listed = oneOf && isListed ? listing(oneOf.column, valuesOf(oneOf, range.key)) : noSql
  const most = column === null ? ` limit ${limit}` : ''
  return {
    sql: `select ? as part, ${at} as at, ${id} as id, ${column ?? 'null'} as value from ${table} where ${sql}${condition.sql}${listed.sql} order by ${orderOf(scan)}${most}`,
    values: [index, ...values, ...condition.values, ...listed.values],
  }
}

export function listing(column: string, asked: ReadonlySet<string>): Sql {
  if (asked.size === 0) return { sql: ' and 1 = 0', values: [] }
  return { sql: ` and ${column} in (${places(asked.size)})`, values: [...asked] }
}

export function valuesOf({ values, rangeColumn }: OneOf, key: Equalities): ReadonlySet<string> {
  return values.get(Number(key[rangeColumn])) ?? none
}
