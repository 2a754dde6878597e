import type { Knex } from 'knex'
import { AppError } from '../core/errors.ts'
import { readFew, readNearest } from './scan-shortcuts.ts'
import {
  maxParts,
  none,
  tableOf,
  planOf,
  together,
  blockEnds,
  rowsIn,
  valuesOf,
} from './scan-statements.ts'
import type { ScanPlace, Equalities, OrderedScan, Plan, Range } from './scan-statements.ts'

type Found = ScanPlace & { readonly part: number; readonly value: string | null }

/** Rows that one statement looks through, over all ranges. */
const rowsAtOnce = 20_000
const leastBlock = 4
/** So few pairs of a range and a value are asked one by one at once, and so many where the values turn out to be rare. */
const fewPairs = 100
const maxPairs = 10_000
/** Rows that are looked through before values count as rare. */
const patientRows = 100_000
/** Where rows are so rare that this many were looked through, the question is refused. */
const usualMaxRows = 20_000_000

/**
 * The first rows of several ranges of an index together, in their order. Rows that `where` refuses are skipped a block
 * at a time, so that no statement takes long. Throws BAD_REQUEST where too many would have to be skipped.
 */
export async function scanOrdered(db: Knex, scan: OrderedScan): Promise<readonly ScanPlace[]> {
  const { limit, maxRows = usualMaxRows } = scan
  const pairs = pairsOf(scan)
  const byPair = async (own: readonly Equalities[]) =>
    (await walk(db, { ...scan, index: scan.oneOf!.index, ranges: own, oneOf: null }, maxRows)) ??
    refuse(maxRows)
  if (pairs !== null && pairs.length <= fewPairs) return byPair(pairs)
  const plan = planOf(db, scan)
  const few = await readFew(db, scan, plan)
  if (few !== null) return few.toSorted(inOrder(scan)).slice(0, limit)
  const nearest = await readNearest(db, scan, plan)
  if (nearest !== null) return nearest
  const found = await walk(db, scan, pairs === null ? maxRows : Math.min(patientRows, maxRows))
  if (found !== null) return found
  return pairs === null ? refuse(maxRows) : byPair(pairs)
}

/** Null: more rows than these must be looked through. */
async function walk(
  db: Knex,
  scan: OrderedScan,
  maxRows: number,
): Promise<readonly ScanPlace[] | null> {
  const { limit } = scan
  const ranges: Range[] = scan.ranges.map((key) => ({ key, position: scan.after, isRead: false }))
  const isNarrow = scan.where !== null || scan.oneOf !== null
  const plan = planOf(db, scan)
  const compare = inOrder(scan)
  const found: Found[] = []
  let looked = 0
  let block = firstBlock(scan)
  for (;;) {
    const last = found[limit - 1]
    const open = ranges.filter(
      ({ isRead, position }) => !isRead && (last === undefined || isAhead(scan, position, last)),
    )
    if (open.length === 0) return found.slice(0, limit)
    if (looked > maxRows) return null
    const most = Math.max(leastBlock, Math.floor(rowsAtOnce / open.length))
    const size = Math.min(block, most)
    found.push(
      ...(await readBlocks(db, scan, { ranges: open, size: isNarrow ? size : null, plan })),
    )
    found.sort(compare)
    looked += size * open.length
    block *= 8
  }
}

/** Of many ranges most have nothing among the first rows. */
function firstBlock({ limit, ranges }: OrderedScan): number {
  return Math.min(limit * 2, Math.max(leastBlock, Math.ceil((limit * 20) / ranges.length)))
}

/** A range for each value that is asked for; null: nothing is said of values, or they are too many. */
function pairsOf({ oneOf, ranges }: OrderedScan): readonly Equalities[] | null {
  if (oneOf === null) return null
  const { column, rangeColumn } = oneOf
  const keys = new Set(ranges.map((key) => Number(key[rangeColumn])))
  let count = 0
  for (const key of keys) count += oneOf.values.get(key)?.size ?? 0
  if (count > maxPairs) return null
  return [...keys].flatMap((key) =>
    [...(oneOf.values.get(key) ?? none)].map((value) => ({ [rangeColumn]: key, [column]: value })),
  )
}

/** Reads one block of each range, of so many rows; null: as many as the limit. */
async function readBlocks(
  db: Knex,
  scan: OrderedScan,
  { ranges, size, plan }: { ranges: readonly Range[]; size: number | null; plan: Plan },
): Promise<Found[]> {
  const found: Found[] = []
  for (let start = 0; start < ranges.length; start += maxParts) {
    const some = ranges.slice(start, start + maxParts)
    const ends = size === null ? new Map<number, number>() : await blockEnds(db, scan, some, size)
    const table = tableOf(db, scan)
    const parts = some.map((range, index) =>
      rowsIn({ ...scan, table }, { ...range, index, end: ends.get(index) ?? null }, plan),
    )
    const rows = await together<Found>(db, parts)
    found.push(...rows.filter(isAsked(scan, some)))
    for (const [index, range] of some.entries()) {
      const end = ends.get(index)
      range.isRead = end === undefined
      range.position = end === undefined ? range.position : { at: end, id: null }
    }
  }
  return found
}

function isAsked({ oneOf }: OrderedScan, ranges: readonly Range[]): (row: Found) => boolean {
  const asked = ranges.map(({ key }) => oneOf && valuesOf(oneOf, key))
  return ({ part, value }) => value === null || (asked[part]?.has(value) ?? true)
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

function refuse(maxRows: number): never {
  throw new AppError(
    'BAD_REQUEST',
    `The filter fits less than one of ${maxRows.toLocaleString('en')} rows; narrow it by from and to, or by a title.`,
  )
}
