import type { Knex } from 'knex'
import { dialectOf } from './dialect.ts'
import { read } from './guard.ts'
import { none, tableOf, beyond } from './scan-statements.ts'
import type { ScanPlace, OrderedScan, Plan, Sql } from './scan-statements.ts'
import { places, rowsOf } from './statement.ts'

/** Places of an index at which one statement looks for values. */
const maxProbes = 4_000
/** Ranges of other values each are asked one after the other. */
const maxGroups = 20
/** At most this many rows are read and sorted at once. */
const fewRows = 1_500
/** Rows of pairs at any time. Above this, readFew gives up before it fetches times that the index lacks. */
const someRows = 3_000
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
  const sets = new Set(oneOf.values.values())
  const texts = new Map([...sets].map((values) => [values, [...values].join('\n')]))
  const groups = Map.groupBy(keys, (key) => texts.get(oneOf.values.get(key) ?? none) ?? '')
  if (groups.size > maxGroups) return null
  const found: ScanPlace[] = []
  let left = fewRows
  for (const own of groups.values()) {
    const values = [...(oneOf.values.get(own[0]!) ?? none)]
    if (values.length === 0) continue
    if (own.length * values.length > maxProbes) return null
    const sql = `${oneOf.rangeColumn} in (${places(own.length)}) and ${oneOf.column} in (${places(values.length)})`
    const pairs = { sql, values: [...own, ...values] }
    const pairRows = await readPairs(db, scan, pairs, condition, left)
    if (pairRows === null) return null
    left -= pairRows.counted
    if (left <= 0) return null
    found.push(...pairRows.places)
  }
  return found
}

type ReadPairs = { readonly counted: number; readonly places: readonly ScanPlace[] }

/** Null: they have too many rows. */
function readPairs(
  db: Knex,
  scan: OrderedScan,
  pairs: Sql,
  condition: Sql,
  left: number,
): Promise<ReadPairs | null> {
  if (dialectOf(db) === 'sqlite') return readTime(db, scan, pairs, condition, left)
  return scan.oneOf!.indexHasTime
    ? countAndRead(db, scan, pairs, condition)
    : readAnyTime(db, scan, pairs, condition)
}

/** Rows of any time: MySQL takes longer to estimate a range of the time for each pair. Only the index is read to count them. */
async function countAndRead(
  db: Knex,
  scan: OrderedScan,
  pairs: Sql,
  condition: Sql,
): Promise<ReadPairs | null> {
  const counted = await countRows(db, scan, pairs, fewRows)
  if (counted === null) return null
  const time = timeOf({ ...scan, at: 'at', id: 'id' })
  // The limit keeps the time out of the inner statement.
  const sql = `select at, id from (${selectPairs(db, scan, pairs)}${condition.sql} limit ${allRows}) some where true${time.sql}`
  const values = [...pairs.values, ...condition.values, ...time.values]
  return { counted, places: await read(db, () => rowsOf<ScanPlace>(db, sql, values)) }
}

/** Where an index without the time must be left to count rows, they are read then: each pair is looked up once. */
async function readAnyTime(
  db: Knex,
  scan: OrderedScan,
  pairs: Sql,
  condition: Sql,
): Promise<ReadPairs | null> {
  const time = timeOf(scan)
  const fits = `(true${time.sql}${condition.sql}) as fits`
  const sql = `${selectPairs(db, scan, pairs, fits)} limit ${fewRows}`
  const values = [...time.values, ...condition.values, ...pairs.values]
  const rows = await read(db, () => rowsOf<ScanPlace & { fits: number }>(db, sql, values))
  if (rows.length >= fewRows) return null
  const places = rows.filter(({ fits }) => fits === 1).map(({ at, id }) => ({ at, id }))
  return { counted: rows.length, places }
}

/** SQLite counts rows of any time first where the index has none. */
async function readTime(
  db: Knex,
  scan: OrderedScan,
  pairs: Sql,
  condition: Sql,
  left: number,
): Promise<ReadPairs | null> {
  const time = timeOf(scan)
  const inTime = { sql: pairs.sql + time.sql, values: [...pairs.values, ...time.values] }
  const isRough = !scan.oneOf!.indexHasTime
  const rough = isRough ? await countRows(db, scan, pairs, someRows) : Infinity
  if (rough === null) return null
  const counted = rough < left ? rough : await countRows(db, scan, inTime, fewRows)
  if (counted === null) return null
  if (counted >= left) return { counted, places: [] }
  const sql = selectPairs(db, scan, inTime) + condition.sql
  const values = [...inTime.values, ...condition.values]
  return { counted, places: await read(db, () => rowsOf<ScanPlace>(db, sql, values)) }
}

/** Null: so many or more. */
async function countRows(
  db: Knex,
  scan: OrderedScan,
  { sql, values }: Sql,
  most: number,
): Promise<number | null> {
  const some = `select 1 from ${pairTable(db, scan)} where ${sql} limit ${most}`
  const [row] = await read(db, () =>
    rowsOf<{ count: number }>(db, `select count(*) as count from (${some}) some`, values),
  )
  const count = Number(row?.count)
  return count >= most ? null : count
}

function timeOf(scan: OrderedScan): Sql {
  const { sql, values } = beyond(scan, { key: {}, position: scan.after })
  return { sql: sql === '' ? '' : ` and ${sql}`, values }
}

function selectPairs(db: Knex, scan: OrderedScan, { sql }: Sql, ...more: string[]): string {
  const columns = [`${scan.at} as at`, `${scan.id} as id`, ...more]
  return `select ${columns.join(', ')} from ${pairTable(db, scan)} where ${sql}`
}

function pairTable(db: Knex, scan: OrderedScan): string {
  return tableOf(db, { ...scan, index: scan.oneOf!.index })
}
