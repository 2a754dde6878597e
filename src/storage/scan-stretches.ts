import type { Knex } from 'knex'
import { dialectOf } from './dialect.ts'
import { read } from './guard.ts'
import { hintAbout, minuteOf, recently } from './scan-hints.ts'
import {
  beyond,
  firstBlock,
  listing,
  maxParts,
  mostOfBlock,
  noSql,
  orderOf,
  rowsAtOnce,
  tableOf,
  valuesOf,
} from './scan-statements.ts'
import type { OrderedScan, Plan, Range, ScanPlace, Sql } from './scan-statements.ts'
import { places, rowsOf } from './statement.ts'
import type { Value } from './statement.ts'

/** Up to so many values the database filters faster than this process. */
const mostListed = 500
const mostRead = 2 * rowsAtOnce

/** What every range asks alike: of each column one of some values. */
type Common = { readonly columns: Sql; readonly asked: ReadonlySet<string> }
type Row = ScanPlace & { readonly value: string | null }

/** Null: the ranges are not all combinations of their values, or do not ask for the same. */
export function commonOf({ oneOf, ranges }: OrderedScan): Common | null {
  if (oneOf === null || ranges.length > maxParts) return null
  const [first, ...others] = ranges.map((key) => valuesOf(oneOf, key))
  if (first === undefined || others.some((values) => values !== first)) return null
  const columns = Object.keys(ranges[0]!)
  const values = columns.map((column) => [...new Set(ranges.map((range) => range[column]!))])
  if (values.reduce((count, own) => count * own.length, 1) !== ranges.length) return null
  const sql = columns.map((column, index) => `${column} in (${places(values[index]!.length)})`)
  return {
    columns: { sql: sql.join(' and '), values: values.flat() },
    asked: first,
  }
}

/** The first rows of all ranges by one statement for each stretch of the time. Null: more rows than these must be looked through. */
export async function readStretches(
  db: Knex,
  scan: OrderedScan,
  common: Common,
  plan: Plan,
  maxRows: number,
): Promise<readonly ScanPlace[] | null> {
  const { ranges, limit } = scan
  const about = [scan.index, common.columns, plan.condition, [...common.asked], ...placeOf(scan)]
  const page = hintAbout<Stretch>(db, about)
  const found: ScanPlace[] = []
  let position: Range['position'] = scan.after
  let next = Math.min(firstSize(db, scan), mostOfBlock(ranges.length))
  let known = page.recall()
  for (let looked = 0; looked <= maxRows; known = undefined) {
    const { end, count, size } = known ?? (await stretchOf(db, scan, position, next))
    const part = { ...scan, limit: limit - found.length }
    const { places, stop } = await readStretch(db, part, common, plan, { position, end })
    found.push(...places)
    looked += size * count
    // The same page is read by one statement for a minute, if that does not take long.
    if (found.length >= limit && looked <= rowsAtOnce && known === undefined) {
      page.keep({ end: found.at(-1)!.at, count, size: Math.ceil(looked / count) })
    }
    if (found.length >= limit || (end === null && stop === null)) return found
    position = stop ?? { at: end!, id: null }
    next = Math.min(2 * size, mostOfBlock(count))
  }
  return null
}

type Part = { readonly position: Range['position']; readonly end: number | null }
/** `stop`: the last row that was read of a stretch with more rows than one statement reads; null: all were read. */
type Found = { readonly places: readonly ScanPlace[]; readonly stop: ScanPlace | null }

/** Too many values for a statement are filtered here instead, from all rows of the stretch. */
async function readStretch(
  db: Knex,
  scan: OrderedScan,
  { columns, asked }: Common,
  plan: Plan,
  { position, end }: Part,
): Promise<Found> {
  const { at, id, limit } = scan
  const { column } = scan.oneOf!
  const { condition } = plan
  const isListed = plan.isListed || asked.size <= mostListed
  const rest = beyond(scan, { key: {}, position }, end)
  const listed = isListed ? listing(column, asked) : noSql
  const time = rest.sql === '' ? '' : ` and ${rest.sql}`
  const most = isListed ? limit : mostRead
  const sql = `select ${at} as at, ${id} as id, ${isListed ? 'null' : column} as value from ${tableOf(db, scan)} where ${columns.sql}${time}${condition.sql}${listed.sql} order by ${orderOf(scan)} limit ${most}`
  const values: Value[] = [columns, rest, condition, listed].flatMap((part) => [...part.values])
  const rows = await read(db, () => rowsOf<Row>(db, sql, values))
  const fitting = rows.filter(({ value }) => value === null || asked.has(value))
  const last = rows.length < most ? undefined : rows.at(-1)
  return {
    places: fitting.slice(0, limit).map((row) => ({ at: row.at, id: row.id })),
    stop: last ? { at: last.at, id: last.id } : null,
  }
}

/** SQLite looks at all rows of a stretch before it tells the first. */
function firstSize(db: Knex, scan: OrderedScan): number {
  const first = firstBlock(scan)
  return dialectOf(db) === 'mysql' ? Math.min(scan.limit * 2, first * 2) : first
}

type StretchEnd = {
  readonly end: number | null
  readonly count: number
}

type Stretch = StretchEnd & { readonly size: number }

function placeOf({ ranges, descending, limit, after, before, from, to }: OrderedScan): unknown[] {
  return [ranges, descending, limit, after, before, minuteOf(from), minuteOf(to)]
}

/** Any end parts the rows, so that one of a moment ago will do; without one, all that has come since would be read at once. */
async function stretchOf(
  db: Knex,
  scan: OrderedScan,
  position: Range['position'],
  size: number,
): Promise<Stretch> {
  const { index, ranges, descending, from, to, before } = scan
  const bounds = [position, before, minuteOf(from), minuteOf(to)]
  const about = [index, ranges, descending, size, ...bounds]
  const found = await recently(db, about, async () => {
    const end = await findEnd(db, scan, position, size)
    return end.end === null ? null : end
  })
  return { ...(found ?? { end: null, count: ranges.length }), size }
}

async function findEnd(
  db: Knex,
  scan: OrderedScan,
  position: Range['position'],
  size: number,
): Promise<StretchEnd> {
  const rest = beyond(scan, { key: {}, position })
  const blockOf = (conditions: readonly string[]): string => {
    const where = [...conditions, ...(rest.sql === '' ? [] : [rest.sql])].join(' and ')
    return `select ${scan.at} from ${tableOf(db, scan)} where ${where} order by ${orderOf(scan)} limit 1 offset ${size}`
  }
  const endsOf = dialectOf(db) === 'mysql' ? endsOfLists : endsOfValues
  const ends = endsOf(scan.ranges, blockOf, rest.values)
  const sql = `select ${scan.descending ? 'max' : 'min'}(at) as end, count(at) as count from (${ends.sql}) blocks`
  const [found] = await read(db, () => rowsOf<StretchEnd>(db, sql, ends.values))
  return found!
}

type Keys = readonly Range['key'][]
type BlockOf = (conditions: readonly string[]) => string

function endsOfValues(keys: Keys, blockOf: BlockOf, rest: readonly Value[]): Sql {
  const columns = Object.keys(keys[0]!)
  const block = blockOf(columns.map((column, index) => `${column} = own.column${index + 1}`))
  const own = `values ${keys.map(() => `(${places(columns.length)})`).join(', ')}`
  return {
    // With a limit of its own SQLite looks up each end once, not for both aggregates.
    sql: `select (${block}) as at from (${own}) own limit ${keys.length}`,
    values: [...rest, ...keys.flatMap((key) => columns.map((column) => key[column]!))],
  }
}

/** MySQL plans a part of a union for longer than it reads it. Texts of a list could have another collation than their column. */
function endsOfLists(keys: Keys, blockOf: BlockOf, rest: readonly Value[]): Sql {
  const columns = Object.keys(keys[0]!)
  const isNumber = (column: string): boolean => typeof keys[0]![column] === 'number'
  const numbers = columns.filter(isNumber)
  const texts = columns.filter((column) => !isNumber(column))
  const listed = numbers.map((_, index) => `column${index + 1} bigint path '$[${index}]'`)
  const block = blockOf([
    ...texts.map((column) => `${column} = ?`),
    ...numbers.map((column, index) => `${column} = own.column${index + 1}`),
  ])
  const sql = `select (${block}) as at from json_table(?, '$[*]' columns (${listed.join(', ')})) own`
  const parts = Map.groupBy(keys, (key) => texts.map((column) => key[column]).join('\n'))
  const values = [...parts.values()].flatMap((own) => [
    ...texts.map((column) => own[0]![column]!),
    ...rest,
    JSON.stringify(own.map((key) => numbers.map((column) => key[column]))),
  ])
  return { sql: Array.from(parts, () => sql).join(' union all '), values }
}
