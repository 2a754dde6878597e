import type { Knex } from 'knex'
import { dialectOf, listTable } from './dialect.ts'
import { read } from './guard.ts'
import { recently } from './scan-hints.ts'
import { beyond, inOrder, none, noSql, tableOf } from './scan-statements.ts'
import type { ScanPlace, OrderedScan, Plan, Sql } from './scan-statements.ts'
import { places, rowsOf } from './statement.ts'

/** Places of an index at which one statement looks for values. */
const maxProbes = 4_000
/** From so many on, a sample is counted before all of them. */
const pairsOfSample = 500
/** Ranges of other values each are asked one after the other. */
const maxGroups = 20
const fewRows = 1_500
/** Rows of pairs at any time. Above this, readFew gives up before it fetches times that the index lacks. */
const someRows = 3_000

/** The first rows that count, where those of the asked values are few; null: they are many, or their values too many for a statement. */
export async function readFew(
  db: Knex,
  scan: OrderedScan,
  { condition }: Plan,
): Promise<readonly ScanPlace[] | null> {
  const { oneOf, ranges, limit } = scan
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
    if (await areManyBySample(db, scan, own, values)) return null
    const few = await readPairs(db, scan, pairsOf(db, scan, own, values), condition, left)
    if (few === null) return null
    left -= few.counted
    found.push(...few.places)
  }
  found.sort(inOrder(scan))
  return oneOf.indexHasTime ? firstFitting(db, scan, found, condition) : found.slice(0, limit)
}

/** Counts the rows of every eighth value: they are too many from half above their share of what may be read. */
async function areManyBySample(
  db: Knex,
  scan: OrderedScan,
  own: readonly number[],
  values: readonly string[],
): Promise<boolean> {
  if (own.length * values.length < pairsOfSample) return false
  const some = values.filter((_, index) => index % 8 === 0)
  const most = Math.ceil((1.5 * fewRows * some.length) / values.length)
  return recently(db, [scan.table, scan.oneOf!.index, own, values], async () => {
    return (await countRows(db, pairsOf(db, scan, own, some), most)) === null
  })
}

/** What is behind `from`. MySQL takes longer to make a range of each pair than to look it up. */
function pairsOf(
  db: Knex,
  scan: OrderedScan,
  own: readonly number[],
  asked: readonly string[],
): Sql {
  const { rangeColumn, column, index } = scan.oneOf!
  const table = tableOf(db, { ...scan, index })
  if (dialectOf(db) !== 'mysql') {
    const sql = `${table} where ${rangeColumn} in (${places(own.length)}) and ${column} in (${places(asked.length)})`
    return { sql, values: [...own, ...asked] }
  }
  const lists = `${listTable(db, 'ranges', 'number')} straight_join ${listTable(db, 'asked', 'text')}`
  const sql = `${lists} straight_join ${table} on ${rangeColumn} = ranges.value and ${column} = asked.value where true`
  return { sql, values: [JSON.stringify(own), JSON.stringify(asked)] }
}

type FewPairs = { readonly counted: number; readonly places: readonly ScanPlace[] }

/** Null: they have as many rows as are left, or more. What an index with the time lacks is not asked for yet. */
function readPairs(
  db: Knex,
  scan: OrderedScan,
  pairs: Sql,
  condition: Sql,
  left: number,
): Promise<FewPairs | null> {
  const asked = scan.oneOf!.indexHasTime ? noSql : condition
  return dialectOf(db) === 'mysql'
    ? readAnyTime(db, scan, pairs, asked, left)
    : readTime(db, scan, pairs, asked, left)
}

/** Rows of any time: MySQL takes longer to estimate a range for each pair. What the index tells is counted first: sending takes longer. */
async function readAnyTime(
  db: Knex,
  scan: OrderedScan,
  pairs: Sql,
  condition: Sql,
  left: number,
): Promise<FewPairs | null> {
  const isCounted = scan.oneOf!.indexHasTime
  if (isCounted && (await countRows(db, pairs, left)) === null) return null
  const time = timeOf(scan)
  const fits = `(true${time.sql}${condition.sql}) as fits`
  const sql = `${selectPairs(scan, pairs, fits)} limit ${left}`
  const values = [...time.values, ...condition.values, ...pairs.values]
  const rows = await read(db, () => rowsOf<ScanPlace & { fits: number }>(db, sql, values))
  if (rows.length >= left) return null
  const found = rows.filter((row) => row.fits === 1).map(({ at, id }) => ({ at, id }))
  return { counted: rows.length, places: found }
}

/** SQLite counts rows of any time first where the index has none. */
async function readTime(
  db: Knex,
  scan: OrderedScan,
  pairs: Sql,
  condition: Sql,
  left: number,
): Promise<FewPairs | null> {
  const time = timeOf(scan)
  const inTime = { sql: pairs.sql + time.sql, values: [...pairs.values, ...time.values] }
  if (scan.oneOf!.indexHasTime) {
    const sql = `${selectPairs(scan, inTime)} limit ${left}`
    const found = await read(db, () => rowsOf<ScanPlace>(db, sql, inTime.values))
    return found.length >= left ? null : { counted: found.length, places: found }
  }
  const rough = await countRows(db, pairs, someRows)
  if (rough === null) return null
  const counted = rough < left ? rough : await countRows(db, inTime, left)
  if (counted === null) return null
  const sql = selectPairs(scan, inTime) + condition.sql
  const values = [...inTime.values, ...condition.values]
  return { counted, places: await read(db, () => rowsOf<ScanPlace>(db, sql, values)) }
}

/** Rows are read in their order, and only as many as it takes. */
async function firstFitting(
  db: Knex,
  scan: OrderedScan,
  candidates: readonly ScanPlace[],
  condition: Sql,
): Promise<readonly ScanPlace[]> {
  const { table, id, limit } = scan
  const found: ScanPlace[] = []
  let start = 0
  for (let size = 2 * limit; start < candidates.length && found.length < limit; size *= 4) {
    const some = candidates.slice(start, start + size)
    const sql = `select ${id} as id from ${table} where ${id} in (${places(some.length)})${condition.sql}`
    const values = [...some.map((place) => place.id), ...condition.values]
    const rows = await read(db, () => rowsOf<{ id: number }>(db, sql, values))
    const fitting = new Set(rows.map((row) => row.id))
    found.push(...some.filter((place) => fitting.has(place.id)))
    start += size
  }
  return found.slice(0, limit)
}

async function countRows(db: Knex, { sql, values }: Sql, most: number): Promise<number | null> {
  const some = `select 1 from ${sql} limit ${most}`
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

function selectPairs(scan: OrderedScan, { sql }: Sql, ...more: string[]): string {
  const columns = [`${scan.at} as at`, `${scan.id} as id`, ...more]
  return `select ${columns.join(', ')} from ${sql}`
}
