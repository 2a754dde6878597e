import type { Knex } from 'knex'
import { AppError } from '../core/errors.ts'
import { read } from './guard.ts'

/** A row's place in the order: its time and its id. */
export type ScanPlace = { readonly at: number; readonly id: number }

type Equalities = Readonly<Record<string, string | number>>

export type OrderedScan = {
  readonly table: string
  /** Columns of the time and of the id, which an index has behind those of the ranges. */
  readonly at: string
  readonly id: string
  /** What the rows of each range have in common. */
  readonly ranges: readonly Equalities[]
  /** What else rows must fulfil; null: nothing. */
  readonly where: ((query: Knex.QueryBuilder) => unknown) | null
  /** The same for values that are too many for a statement; null: nothing. */
  readonly oneOf: { readonly column: string; readonly values: ReadonlySet<string> } | null
  /** Epoch milliseconds: the first that counts, and the first that does not. */
  readonly from: number | null
  readonly to: number | null
  readonly after: ScanPlace | null
  readonly descending: boolean
  readonly limit: number
}

type Range = {
  readonly key: Equalities
  /** Rows beyond are not read yet; a null id: everything of that time is read. */
  position: { readonly at: number; readonly id: number | null } | null
  isRead: boolean
}

type Found = ScanPlace & { readonly value: string | null }

/** Of one statement; SQLite takes 500. */
const maxParts = 400
/** Rows that one statement looks through, over all ranges. */
const rowsAtOnce = 20_000
const leastBlock = 50
/** Where rows are so rare that this many were looked through, the question is refused. */
const maxRows = 2_000_000

/**
 * The first rows of several ranges of an index together, in their order. Rows that `where` refuses are skipped a block
 * at a time, so that no statement takes long. Throws BAD_REQUEST where too many would have to be skipped.
 */
export async function scanOrdered(db: Knex, scan: OrderedScan): Promise<readonly ScanPlace[]> {
  const compare = inOrder(scan)
  const ranges: Range[] = scan.ranges.map((key) => ({ key, position: scan.after, isRead: false }))
  const isNarrow = scan.where !== null || scan.oneOf !== null
  const found: Found[] = []
  let looked = 0
  let block = scan.limit * 2
  for (;;) {
    const last = found[scan.limit - 1]
    const open = ranges.filter(
      ({ isRead, position }) => !isRead && (last === undefined || isAhead(scan, position, last)),
    )
    if (open.length === 0) return found.slice(0, scan.limit)
    if (looked > maxRows) throw tooRare()
    const most = Math.max(leastBlock, Math.floor(rowsAtOnce / open.length))
    const size = Math.min(block, most)
    found.push(...(await readBlocks(db, scan, open, isNarrow ? size : null)))
    found.sort(compare)
    looked += size * open.length
    block *= 8
  }
}

/** Reads one block of each range, of so many rows; null: as many as the limit. */
async function readBlocks(
  db: Knex,
  scan: OrderedScan,
  ranges: readonly Range[],
  size: number | null,
): Promise<Found[]> {
  const found: Found[] = []
  for (let start = 0; start < ranges.length; start += maxParts) {
    const some = ranges.slice(start, start + maxParts)
    const ends = size === null ? new Map<number, number>() : await blockEnds(db, scan, some, size)
    const parts = some.map((range, index) => rowsOf(db, scan, range, ends.get(index) ?? null))
    const rows = (await together(db, parts)) as Found[]
    found.push(...rows.filter(({ value }) => scan.oneOf?.values.has(value ?? '') ?? true))
    for (const [index, range] of some.entries()) {
      const end = ends.get(index)
      range.isRead = end === undefined
      range.position = end === undefined ? range.position : { at: end, id: null }
    }
  }
  return found
}

/** The time at which each block ends, by the place of its range; ranges that end before have none. */
async function blockEnds(
  db: Knex,
  scan: OrderedScan,
  ranges: readonly Range[],
  size: number,
): Promise<ReadonlyMap<number, number>> {
  const parts = ranges.map((range, index) =>
    beyond(db, scan, range)
      .offset(size)
      .limit(1)
      .select(db.raw('? as part', [index]), { at: scan.at }),
  )
  const rows = (await together(db, parts)) as { part: number; at: number }[]
  return new Map(rows.map(({ part, at }) => [part, at]))
}

/** Rows of a block that count; all rows of its last time are in it. */
function rowsOf(db: Knex, scan: OrderedScan, range: Range, end: number | null): Knex.QueryBuilder {
  const query = beyond(db, scan, range)
  if (end !== null) void query.where(scan.at, scan.descending ? '>=' : '<=', end)
  if (scan.where !== null) void query.where((where) => void scan.where!(where))
  if (scan.oneOf === null) void query.limit(scan.limit)
  const value = scan.oneOf?.column
  return query.select(
    { at: scan.at, id: scan.id },
    value === undefined ? db.raw('null as value') : { value },
  )
}

/** What is not read yet of a range, in its order. */
function beyond(db: Knex, scan: OrderedScan, { key, position }: Range): Knex.QueryBuilder {
  const { at, id, from, to, descending } = scan
  const direction = descending ? 'desc' : 'asc'
  const sign = descending ? '<' : '>'
  const query = db(scan.table).where(key).orderBy(at, direction).orderBy(id, direction)
  if (from !== null) void query.where(at, '>=', from)
  if (to !== null) void query.where(at, '<', to)
  if (position === null) return query
  if (position.id === null) return query.where(at, sign, position.at)
  // The first condition is one range of the index, the second part of it.
  return query
    .where(at, `${sign}=`, position.at)
    .where((where) => void where.where(at, sign, position.at).orWhere(id, sign, position.id))
}

/** One statement of several ranges, each with an order and an end of its own. */
async function together(db: Knex, parts: readonly Knex.QueryBuilder[]): Promise<unknown[]> {
  // SQLite takes an order inside of a union only in a subquery.
  // Built anew for each attempt: a union adds to its first part.
  return read(db, () => {
    const [first, ...rest] = parts.map((part, index) =>
      db.select('*').from(part.clone().as(`part${index}`)),
    )
    return rest.length === 0 ? first! : first!.unionAll(rest)
  })
}

function inOrder({ descending }: OrderedScan): (a: ScanPlace, b: ScanPlace) => number {
  const sign = descending ? -1 : 1
  return (a, b) => sign * (a.at - b.at || a.id - b.id)
}

/** Whether rows beyond a position may come before a row that was found. */
function isAhead(
  { descending }: OrderedScan,
  position: Range['position'],
  { at }: ScanPlace,
): boolean {
  if (position === null || position.id !== null) return true
  return descending ? position.at > at : position.at < at
}

function tooRare(): AppError {
  return new AppError(
    'BAD_REQUEST',
    `The filter fits less than one of ${maxRows.toLocaleString('en')} rows; narrow it by from and to, or by a title.`,
  )
}
