import type { Knex } from 'knex'
import { dialectOf } from './dialect.ts'
import { read } from './guard.ts'
import { none, tableOf, beyond } from './scan-statements.ts'
import type { ScanPlace, OrderedScan, Plan, Sql } from './scan-statements.ts'
import { places, rowsOf } from './statement.ts'
import type { Value } from './statement.ts'

/** Places of an index at which one statement looks for values. */
const maxProbes = 4_000
/** Ranges of other values each are asked one after the other. */
const maxGroups = 20
/** At most this many rows are read and sorted at once. */
const fewRows = 1_500
/** Rows of pairs at any time. Above this, readFew gives up before it fetches times that the index lacks. */
const someRows = 3_000
const allRows = 1e12

type Count = Sql & { readonly most: number }

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
    const { counts, rows } = pairRows(db, scan, pairs, condition)
    let counted = 0
    for (const count of counts) {
      const [row] = await read(db, () => rowsOf<{ count: number }>(db, count.sql, count.values))
      counted = Number(row?.count)
      if (counted >= count.most) return null
      if (counted < left) break
    }
    left -= counted
    if (left <= 0) return null
    found.push(...(await read(db, () => rowsOf<ScanPlace>(db, rows.sql, rows.values))))
  }
  return found
}

/**
 * Statements that count the rows of pairs, and one that reads those that fit. MySQL counts rows of any time: it takes
 * longer to estimate a range of the time for each pair. SQLite does so first where the index has no time.
 */
function pairRows(db: Knex, scan: OrderedScan, pairs: Sql, condition: Sql) {
  const isMysql = dialectOf(db) === 'mysql'
  const names = isMysql ? { at: 'at', id: 'id' } : scan
  const rest = beyond({ ...scan, at: names.at, id: names.id }, { key: {}, position: scan.after })
  const table = tableOf(db, { ...scan, index: scan.oneOf!.index })
  const time = { ...rest, sql: rest.sql === '' ? '' : ` and ${rest.sql}` }
  const select = `select ${scan.at} as at, ${scan.id} as id from ${table} where ${pairs.sql}`
  const counting = (most: number, sql: string, values: readonly Value[]): Count => ({
    most,
    sql: `select count(*) as count from (select 1 from ${table} where ${sql} limit ${most}) some`,
    values,
  })
  if (!isMysql) {
    const values = [...pairs.values, ...time.values]
    return {
      counts: [
        ...(scan.oneOf!.indexHasTime ? [] : [counting(someRows, pairs.sql, pairs.values)]),
        counting(fewRows, pairs.sql + time.sql, values),
      ],
      rows: { sql: select + time.sql + condition.sql, values: [...values, ...condition.values] },
    }
  }
  return {
    counts: [counting(fewRows, pairs.sql, pairs.values)],
    rows: {
      // The limit keeps the time out of the inner statement.
      sql: `select at, id from (${select}${condition.sql} limit ${allRows}) some where true${time.sql}`,
      values: [...pairs.values, ...condition.values, ...time.values],
    },
  }
}
