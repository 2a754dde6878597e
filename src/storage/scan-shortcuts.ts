import type { Knex } from 'knex'
import { dialectOf } from './dialect.ts'
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
import type { ScanPlace, OrderedScan, Plan, Sql } from './scan-statements.ts'
import { places, rowsOf } from './statement.ts'
import type { Value } from './statement.ts'

/** Places of an index at which one statement looks for values. */
const maxProbes = 4_000
/** Ranges of other values each are asked one after the other. */
const maxGroups = 20
/** At most this many rows are read and sorted at once. */
const fewRows = 1_500
const allRows = 1e12

/** All rows that count, in no order, where they are few; null: they are many, or their values too many for a statement. */
export async function readFew(
  db: Knex,
  scan: OrderedScan,
  { condition }: Plan,
): Promise<readonly ScanPlace[] | null> {
  const { oneOf, ranges } = scan
  if (oneOf === null) return null
  const keys = new Set(ranges.map(({ [oneOf.rangeColumn]: key }) => Number(key)))
  const groups = Map.groupBy(keys, (key) => [...(oneOf.values.get(key) ?? none)].join('\n'))
  if (groups.size > maxGroups) return null
  const found: ScanPlace[] = []
  let left = fewRows
  for (const own of groups.values()) {
    const values = [...(oneOf.values.get(own[0]!) ?? none)]
    if (values.length === 0) continue
    if (own.length * values.length > maxProbes) return null
    const sql = `${oneOf.rangeColumn} in (${places(own.length)}) and ${oneOf.column} in (${places(values.length)})`
    const pairs = { sql, values: [...own, ...values] }
    const { count, rows } = pairRows(db, scan, pairs, condition)
    const [counted] = await read(db, () =>
      rowsOf<{ count: number }>(db, count.sql, [...count.values, left]),
    )
    left -= Number(counted?.count)
    if (left <= 0) return null
    found.push(...(await read(db, () => rowsOf<ScanPlace>(db, rows.sql, rows.values))))
  }
  return found
}

/**
 * How many rows pairs have, up to a limit, and those that count. MySQL takes longer to estimate a range of the time for
 * each pair than to read them all, so that it counts rows of any time.
 */
function pairRows(db: Knex, scan: OrderedScan, pairs: Sql, condition: Sql) {
  const isMysql = dialectOf(db) === 'mysql'
  const names = isMysql ? { at: 'at', id: 'id' } : scan
  const rest = beyond({ ...scan, at: names.at, id: names.id }, { key: {}, position: scan.after })
  const table = tableOf(db, { ...scan, index: scan.oneOf!.index })
  const time = { ...rest, sql: rest.sql === '' ? '' : ` and ${rest.sql}` }
  const select = `select ${scan.at} as at, ${scan.id} as id from ${table} where ${pairs.sql}`
  const counting = (sql: string, values: readonly Value[]): Sql => ({
    sql: `select count(*) as count from (select 1 from ${table} where ${sql} limit ?) some`,
    values,
  })
  if (!isMysql) {
    const values = [...pairs.values, ...time.values]
    return {
      count: counting(pairs.sql + time.sql, values),
      rows: { sql: select + time.sql + condition.sql, values: [...values, ...condition.values] },
    }
  }
  return {
    count: counting(pairs.sql, pairs.values),
    rows: {
      // The limit keeps the time out of the inner statement.
      sql: `select at, id from (${select}${condition.sql} limit ${allRows}) some where true${time.sql}`,
      values: [...pairs.values, ...condition.values, ...time.values],
    },
  }
}

/** The first rows by one statement over the time that the first block of each range covers; null: they are not all there. */
export async function readNearest(
  db: Knex,
  scan: OrderedScan,
  { condition, isListed }: Plan,
): Promise<readonly ScanPlace[] | null> {
  const { at, id, oneOf, ranges, descending, limit } = scan
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
  const sql = `select ${at} as at, ${id} as id from ${tableOf(db, scan)} where ${where}${condition.sql}${listed.sql} order by ${orderOf(scan)} limit ?`
  const bound = [...keys.flat(), ...rest.values, ...condition.values, ...listed.values, limit]
  const rows = await read(db, () => rowsOf<ScanPlace>(db, sql, bound))
  return rows.length < limit ? null : rows
}
