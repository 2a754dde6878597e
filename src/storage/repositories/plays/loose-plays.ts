import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { byIndex } from '../../dialect.ts'
import { read } from '../../guard.ts'
import { conditionOf, together } from '../../scan-statements.ts'
import type { Sql } from '../../scan-statements.ts'
import { places, rowsOf } from '../../statement.ts'
import { filterPlays } from './filter.ts'
import { countOneByOne } from './one-by-one.ts'
import { playTable, timeIndex, titleIndex } from './rows.ts'
import { countedColumns, takeFrom } from './scan.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import { looseSpans } from './spans.ts'
import type { Loose, Span } from './spans.ts'

/** Ranges with more plays are read in batches, one history after the other; others together while they have no more. */
const mostTogether = 5_000
/** So few ranges, with fewer plays each, are read whether they count or not. */
const mostShortParts = 4
const mostShort = 150
/** Ranges and values of one statement; SQLite takes 500 and 32,766. */
const mostParts = 200
const mostValues = 10_000

type Filter = StatisticsQuery['filter']
type Part = { readonly span: Span; readonly historyIds: readonly number[] }

/** Visits each play not covered by stored counts, reading all histories of a range together because ranges are often short. `visit` drops plays of titles that the filter does not name. */
export async function scanLoose(
  db: Knex,
  { filter }: StatisticsQuery,
  loose: Loose,
  visit: (play: CountedPlay) => void,
  budget: ScanBudget,
): Promise<void> {
  const parts = partsOf(filter, loose)
  if (await visitShort(db, filter, parts, visit, budget)) return
  for (const some of pieces(parts, filter.readers.length)) {
    const counts = await countParts(db, some)
    let few: Part[] = []
    let sum = 0
    const visitFew = async () => {
      for (const play of await readParts(db, filter, few)) visit(play)
      few = []
      sum = 0
    }
    for (const [index, part] of some.entries()) {
      const count = counts.get(index) ?? 0
      const isMany = count === mostTogether
      if (isMany || sum + count > mostTogether) await visitFew()
      if (isMany) {
        await countOneByOne(db, { filter: narrowed(filter, part) }, visit, budget)
        continue
      }
      takeFrom(budget, count)
      sum += count
      if (count > 0) few.push(part)
    }
    await visitFew()
  }
}

/** By one statement, where no range has many plays. False: nothing was visited. */
async function visitShort(
  db: Knex,
  filter: Filter,
  parts: readonly Part[],
  visit: (play: CountedPlay) => void,
  budget: ScanBudget,
): Promise<boolean> {
  if (parts.length === 0) return true
  const asked = conditionOf(db, playTable, (rows) => filterPlays(rows, db, filter))
  const size = pieces(parts, asked.values.length + filter.readers.length)[0]!.length
  if (parts.length > Math.min(size, mostShortParts)) return false
  const short = parts.map((part, index) => {
    const range = rangeOf(part)
    return {
      sql: `select ${index} as part, (true${asked.sql}) as fits, ${countedColumns.join()} from ${byIndex(db, playTable, timeIndex)} where ${range.sql} limit ${mostShort}`,
      values: [...asked.values, ...range.values],
    }
  })
  const rows = await together<CountedPlay & { part: number; fits: number | null }>(db, short)
  const counts = parts.map((_, index) => rows.filter(({ part }) => part === index).length)
  if (counts.includes(mostShort)) return false
  takeFrom(budget, rows.length)
  for (const row of rows) if (row.fits === 1) visit(row)
  return true
}

function partsOf(filter: Filter, loose: Loose): readonly Part[] {
  const bySpan = new Map<string, { readonly span: Span; readonly historyIds: number[] }>()
  for (const { historyId } of filter.readers) {
    for (const span of looseSpans(filter, loose, historyId)) {
      const name = `${span.from} ${span.to}`
      const known = bySpan.get(name) ?? { span, historyIds: [] }
      bySpan.set(name, known)
      known.historyIds.push(historyId)
    }
  }
  return [...bySpan.values()]
}

function narrowed(filter: Filter, { span, historyIds }: Part): Filter {
  const readers = filter.readers.filter(({ historyId }) => historyIds.includes(historyId))
  return { ...filter, readers, ...span }
}

function rangeOf({ span, historyIds }: Part): Sql {
  return {
    sql: `history_id in (${places(historyIds.length)}) and started_at >= ? and started_at < ?`,
    values: [...historyIds, span.from, span.to],
  }
}

async function countParts(db: Knex, parts: readonly Part[]): Promise<ReadonlyMap<number, number>> {
  const ranges = parts.map(rangeOf)
  const table = byIndex(db, playTable, timeIndex)
  const counts = ranges.map(({ sql }, index) => {
    const some = `select id from ${table} where ${sql} limit ${mostTogether}`
    return `select ${index} as part, count(*) as count from (${some}) part${index}`
  })
  const values = ranges.flatMap((range) => range.values)
  const rows = await read(db, () =>
    rowsOf<{ part: number; count: number | string }>(db, counts.join(' union all '), values),
  )
  return new Map(rows.map(({ part, count }) => [part, Number(count)]))
}

async function readParts(
  db: Knex,
  filter: Filter,
  parts: readonly Part[],
): Promise<readonly CountedPlay[]> {
  if (parts.length === 0) return []
  const asked = conditionOf(db, playTable, (rows) => filterPlays(rows, db, filter))
  const found: CountedPlay[] = []
  for (const some of pieces(parts, asked.values.length + filter.readers.length)) {
    const own = some.map((part) => rowsOfPart(db, filter, part, asked))
    const sql = own.map((one) => one.sql).join(' union all ')
    const values = own.flatMap((one) => one.values)
    found.push(...(await read(db, () => rowsOf<CountedPlay>(db, sql, values))))
  }
  return found
}

function rowsOfPart(db: Knex, filter: Filter, part: Part, asked: Sql): Sql {
  const range = rangeOf(part)
  const title = onlyTitleOf(narrowed(filter, part))
  const [index, isTitle, named] =
    title === null ? [timeIndex, '', []] : [titleIndex, ' and title_key = ?', [title]]
  const table = byIndex(db, playTable, index)
  return {
    sql: `select ${countedColumns.join()} from ${table} where ${range.sql}${asked.sql}${isTitle}`,
    values: [...range.values, ...asked.values, ...named],
  }
}

function pieces(parts: readonly Part[], valuesOfEach: number): readonly (readonly Part[])[] {
  const size = Math.max(1, Math.min(mostParts, Math.floor(mostValues / (valuesOfEach + 3))))
  const count = Math.ceil(parts.length / size)
  return Array.from({ length: count }, (_, index) => parts.slice(index * size, (index + 1) * size))
}

/** Where it is the only one of all these histories, which an index then finds. */
function onlyTitleOf({ titles, readers }: Filter): string | null {
  let only: string | null = null
  for (const { historyId } of readers) {
    // Lists may be long: they are looked into no further than is needed.
    for (const title of titles?.get(historyId) ?? []) {
      if (only !== null && title !== only) return null
      only = title
    }
  }
  return only
}

export async function countUpTo(db: Knex, plays: Knex.QueryBuilder, most: number): Promise<number> {
  const row: { count: number | string } | undefined = await read(db, () =>
    db.from(plays.clone().select('id').limit(most).as('some')).count({ count: '*' }).first(),
  )
  return Number(row?.count ?? 0)
}
