import type { Knex } from 'knex'
import { dialectOf } from './dialect.ts'
import { read } from './guard.ts'
import {
  beyond,
  blockEnds,
  firstBlock,
  listing,
  maxParts,
  mostOfBlock,
  orderOf,
  tableOf,
  valuesOf,
} from './scan-statements.ts'
import type { OrderedScan, Plan, Range, ScanPlace, Sql } from './scan-statements.ts'
import { places, rowsOf } from './statement.ts'
import type { Value } from './statement.ts'

/** What every range asks alike: of each column one of some values. */
type Common = { readonly columns: Sql; readonly listed: Sql }

/** Null: the ranges are not all combinations of their values, or do not ask for the same. */
export function commonOf({ oneOf, ranges }: OrderedScan, { isListed }: Plan): Common | null {
  if (oneOf === null || !isListed || ranges.length > maxParts) return null
  const [first, ...others] = ranges.map((key) => valuesOf(oneOf, key))
  if (first === undefined || others.some((values) => values !== first)) return null
  const columns = Object.keys(ranges[0]!)
  const values = columns.map((column) => [...new Set(ranges.map((range) => range[column]!))])
  if (values.reduce((count, own) => count * own.length, 1) !== ranges.length) return null
  const sql = columns.map((column, index) => `${column} in (${places(values[index]!.length)})`)
  return {
    columns: { sql: sql.join(' and '), values: values.flat() },
    listed: listing(oneOf, ranges[0]!),
  }
}

/** The first rows of all ranges by one statement for each stretch of the time. Null: more rows than these must be looked through. */
export async function readStretches(
  db: Knex,
  scan: OrderedScan,
  { columns, listed }: Common,
  { condition }: Plan,
  maxRows: number,
): Promise<readonly ScanPlace[] | null> {
  const { at, id, ranges, limit } = scan
  const found: ScanPlace[] = []
  let position: Range['position'] = scan.after
  const { first, growth } = sizesOf(db, scan)
  let size = Math.min(first, mostOfBlock(ranges.length))
  for (let looked = 0; looked <= maxRows;) {
    const { end, count } = await stretchEnd(db, scan, position, size)
    const rest = beyond(scan, { key: {}, position }, end)
    const time = rest.sql === '' ? '' : ` and ${rest.sql}`
    const sql = `select ${at} as at, ${id} as id from ${tableOf(db, scan)} where ${columns.sql}${time}${condition.sql}${listed.sql} order by ${orderOf(scan)} limit ${limit - found.length}`
    const parts = [columns, rest, condition, listed]
    const values: Value[] = parts.flatMap((part) => [...part.values])
    found.push(...(await read(db, () => rowsOf<ScanPlace>(db, sql, values))))
    if (found.length >= limit || end === null) return found
    looked += size * count
    position = { at: end, id: null }
    size = Math.min(size * growth, mostOfBlock(count))
  }
  return null
}

/** Rows of the first stretch, and how many times as many each of the next has. SQLite looks at all rows of a stretch before it tells the first. */
function sizesOf(db: Knex, scan: OrderedScan) {
  const first = firstBlock(scan)
  if (dialectOf(db) !== 'mysql') return { first, growth: 2 }
  return { first: Math.min(scan.limit * 2, first * 2), growth: 8 }
}

type StretchEnd = {
  readonly end: number | null
  readonly count: number
}

async function stretchEnd(
  db: Knex,
  scan: OrderedScan,
  position: Range['position'],
  size: number,
): Promise<StretchEnd> {
  const { at, ranges, descending } = scan
  if (dialectOf(db) === 'mysql') {
    const open = ranges.map((key) => ({ key, position, isRead: false }))
    const ends = [...(await blockEnds(db, scan, open, size)).values()]
    if (ends.length === 0) return { end: null, count: 0 }
    return { end: descending ? Math.max(...ends) : Math.min(...ends), count: ends.length }
  }
  const columns = Object.keys(ranges[0]!)
  const isOfRange = columns.map((column, index) => `${column} = own.column${index + 1}`)
  const rest = beyond(scan, { key: {}, position })
  const where = [...isOfRange, ...(rest.sql === '' ? [] : [rest.sql])].join(' and ')
  const own = `values ${ranges.map(() => `(${places(columns.length)})`).join(', ')}`
  const block = `select ${at} from ${tableOf(db, scan)} where ${where} order by ${orderOf(scan)} limit 1 offset ${size}`
  const first = descending ? 'max' : 'min'
  // With a limit of its own SQLite looks up each end once, not for both aggregates.
  const ends = `select (${block}) as at from (${own}) own limit ${ranges.length}`
  const sql = `select ${first}(at) as end, count(at) as count from (${ends}) blocks`
  const values = [...rest.values, ...ranges.flatMap((key) => columns.map((column) => key[column]!))]
  const [found] = await read(db, () => rowsOf<StretchEnd>(db, sql, values))
  return found!
}
