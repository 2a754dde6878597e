import type { Knex } from 'knex'
import { read } from './guard.ts'
import {
  maxParts,
  none,
  tableOf,
  orderOf,
  beyond,
  blockEnds,
  listing,
  valuesOf,
} from './scan-statements.ts'
import type { ScanPlace, OrderedScan, Plan } from './scan-statements.ts'
import { places, rowsOf } from './statement.ts'

/** Places of an index at which one statement looks for values. */
const maxProbes = 4_000
/** Ranges of other values each are asked one after the other. */
const maxGroups = 20
/** At most this many rows are read and sorted at once. */
const fewRows = 1_500

/** All rows that count, in no order, where they are few; null: they are many, or their values too many for a statement. */
export async function readFew(
  db: Knex,
  scan: OrderedScan,
  { condition }: Plan,
): Promise<readonly ScanPlace[] | null> {
  const { at, id, oneOf, ranges } = scan
  if (oneOf === null) return null
  const table = tableOf(db, { ...scan, index: oneOf.index })
  const keys = new Set(ranges.map(({ [oneOf.rangeColumn]: key }) => Number(key)))
  const groups = Map.groupBy(keys, (key) => [...(oneOf.values.get(key) ?? none)].join('\n'))
  if (groups.size > maxGroups) return null
  const found: ScanPlace[] = []
  let count = 0
  for (const [first, ...others] of groups.values()) {
    const values = [...(oneOf.values.get(first!) ?? none)]
    if (values.length === 0) continue
    if ((1 + others.length) * values.length > maxProbes) return null
    const rest = beyond(scan, { key: {}, position: scan.after })
    const where = [
      `${oneOf.rangeColumn} in (${places(1 + others.length)})`,
      `${oneOf.column} in (${places(values.length)})`,
      ...(rest.sql === '' ? [] : [rest.sql]),
    ].join(' and ')
    const bound = [first!, ...others, ...values, ...rest.values]
    const counted = `select count(*) as count from (select 1 from ${table} where ${where} limit ?) some`
    const [row] = await read(db, () => rowsOf<{ count: number }>(db, counted, [...bound, fewRows]))
    count += Number(row?.count)
    if (count >= fewRows) return null
    const sql = `select ${at} as at, ${id} as id from ${table} where ${where}${condition.sql}`
    const rows = await read(db, () => rowsOf<ScanPlace>(db, sql, [...bound, ...condition.values]))
    found.push(...rows)
  }
  return found
}

/** The first rows by one statement over the time that the first block of each range covers; null: they are not all there. */
export async function readNearest(
  db: Knex,
  scan: OrderedScan,
  { condition, isListed }: Plan,
): Promise<readonly ScanPlace[] | null> {
  const { table, at, id, oneOf, ranges, descending, limit } = scan
  if (oneOf === null || !isListed || ranges.length > maxParts) return null
  const [first, ...others] = ranges.map((key) => valuesOf(oneOf, key))
  if (first === undefined || others.some((values) => values !== first)) return null
  const columns = Object.keys(ranges[0]!)
  const keys = columns.map((column) => [...new Set(ranges.map((range) => range[column]!))])
  if (keys.reduce((count, own) => count * own.length, 1) !== ranges.length) return null
  const open = ranges.map((key) => ({ key, position: scan.after, isRead: false }))
  const ends = [...(await blockEnds(db, scan, open, limit * 2)).values()]
  if (ends.length === 0) return null
  const end = descending ? Math.max(...ends) : Math.min(...ends)
  const rest = beyond(scan, { key: {}, position: scan.after }, end)
  const where = [
    ...columns.map((column, index) => `${column} in (${places(keys[index]!.length)})`),
    rest.sql,
  ].join(' and ')
  const listed = listing(oneOf, ranges[0]!)
  const sql = `select ${at} as at, ${id} as id from ${table} where ${where}${condition.sql}${listed.sql} order by ${orderOf(scan)} limit ?`
  const bound = [...keys.flat(), ...rest.values, ...condition.values, ...listed.values, limit]
  const rows = await read(db, () => rowsOf<ScanPlace>(db, sql, bound))
  return rows.length < limit ? null : rows
}
