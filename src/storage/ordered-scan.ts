import type { Knex } from 'knex'
import { AppError } from '../core/errors.ts'
import { readFew } from './scan-shortcuts.ts'
import {
  maxParts,
  mostOfBlock,
  none,
  tableOf,
  planOf,
  together,
  blockEnds,
  firstBlock,
  inOrder,
  rowsIn,
  valuesOf,
} from './scan-statements.ts'
import { commonOf, readStretches } from './scan-stretches.ts'
import type { Equalities, OneOf, OrderedScan, Plan, Range, ScanPlace } from './scan-statements.ts'

type Found = ScanPlace & { readonly part: number; readonly value: string | null }

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
  const { maxRows = usualMaxRows } = scan
  const pairs = countPairs(scan)
  const byPair = async (oneOf: OneOf) =>
    (await walk(
      db,
      { ...scan, index: oneOf.index, ranges: pairsOf(scan, oneOf), oneOf: null },
      maxRows,
    )) ?? refuse(maxRows)
  if (scan.oneOf !== null && pairs <= fewPairs) return byPair(scan.oneOf)
  const plan = planOf(db, scan)
  const few = await readFew(db, scan, plan)
  if (few !== null) return few
  const canPair = scan.oneOf !== null && pairs <= maxPairs
  const most = canPair ? Math.min(patientRows, maxRows) : maxRows
  const common = commonOf(scan)
  const found =
    common === null ? await walk(db, scan, most) : await readStretches(db, scan, common, plan, most)
  if (found !== null) return found
  return canPair ? byPair(scan.oneOf) : refuse(maxRows)
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
    const size = Math.min(block, mostOfBlock(open.length))
    found.push(
      ...(await readBlocks(db, scan, { ranges: open, size: isNarrow ? size : null, plan })),
    )
    found.sort(compare)
    looked += size * open.length
    block *= 8
  }
}

/** Ranges needed to read each value separately. */
function countPairs({ oneOf, ranges }: OrderedScan): number {
  if (oneOf === null) return 0
  const keys = new Set(ranges.map((key) => Number(key[oneOf.rangeColumn])))
  return [...keys].reduce((count, key) => count + (oneOf.values.get(key)?.size ?? 0), 0)
}

function pairsOf({ ranges }: OrderedScan, { column, rangeColumn, values }: OneOf): Equalities[] {
  const keys = new Set(ranges.map((key) => Number(key[rangeColumn])))
  return [...keys].flatMap((key) =>
    [...(values.get(key) ?? none)].map((value) => ({ [rangeColumn]: key, [column]: value })),
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
