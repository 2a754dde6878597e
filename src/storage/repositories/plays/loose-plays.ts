import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { byIndex } from '../../dialect.ts'
import { read } from '../../guard.ts'
import { filterPlays } from './filter.ts'
import { countOneByOne } from './one-by-one.ts'
import { playRows, playTable, titleIndex } from './rows.ts'
import { countedColumns, takeFrom } from './scan.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import { looseSpans } from './spans.ts'
import type { Loose, Span } from './spans.ts'

/** Ranges with more plays are read in batches, one history after the other. */
const mostTogether = 5_000

/** Visits each play not covered by stored counts, reading all histories of a range together because ranges are often short. `visit` drops plays of titles that the filter does not name. */
export async function scanLoose(
  db: Knex,
  { filter }: StatisticsQuery,
  loose: Loose,
  visit: (play: CountedPlay) => void,
  budget: ScanBudget,
): Promise<void> {
  const where = (rows: Knex.QueryBuilder) => filterPlays(rows, db, filter)
  const bySpan = new Map<string, { readonly span: Span; readonly historyIds: number[] }>()
  for (const { historyId } of filter.readers) {
    for (const span of looseSpans(filter, loose, historyId)) {
      const name = `${span.from} ${span.to}`
      const known = bySpan.get(name) ?? { span, historyIds: [] }
      bySpan.set(name, known)
      known.historyIds.push(historyId)
    }
  }
  for (const { span, historyIds } of bySpan.values()) {
    const plays = () =>
      playRows(db)
        .whereIn('history_id', historyIds)
        .where('started_at', '>=', span.from)
        .where('started_at', '<', span.to)
    const readers = filter.readers.filter(({ historyId }) => historyIds.includes(historyId))
    const some = { filter: { ...filter, readers, ...span } }
    const count = await countUpTo(db, plays(), mostTogether)
    if (count === mostTogether) {
      await countOneByOne(db, some, visit, budget)
      continue
    }
    takeFrom(budget, count)
    if (count === 0) continue
    const title = onlyTitleOf(some.filter)
    const rows: CountedPlay[] = await read(db, () => {
      const found = plays()
      where(found)
      if (title !== null) {
        void found.where('title_key', title).from(db.raw(byIndex(db, playTable, titleIndex)))
      }
      return found.select(...countedColumns)
    })
    for (const row of rows) visit(row)
  }
}

/** Where it is the only one of all these histories, which an index then finds. */
function onlyTitleOf({ titles, readers }: StatisticsQuery['filter']): string | null {
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
