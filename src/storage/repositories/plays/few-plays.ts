import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { byIndex } from '../../dialect.ts'
import { read } from '../../guard.ts'
import { filterPlays } from './filter.ts'
import { countUpTo } from './loose-plays.ts'
import { playRows, playTable, titleIndex } from './rows.ts'
import { countedColumns, takeFrom } from './scan.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'

/** SQLite reads them in one go. */
const mostPlays = 2_000
/** Of a history and a title, each a range of the index. */
const mostPairs = 1_000

/** Visits the plays of few titles, where they are few. False: nothing was visited. `visit` drops those of titles that the filter does not name. */
export async function visitFew(
  db: Knex,
  filter: StatisticsQuery['filter'],
  visit: (play: CountedPlay) => void,
  budget: ScanBudget,
): Promise<boolean> {
  const keys = fewTitles(filter)
  if (keys === null) return false
  const historyIds = filter.readers.map(({ historyId }) => historyId)
  const plays = () =>
    playRows(db)
      .from(db.raw(byIndex(db, playTable, titleIndex)))
      .whereIn('history_id', historyIds)
      .whereIn('title_key', keys)
  const most = Math.min(mostPlays, budget.left)
  const count = await countUpTo(db, plays(), most + 1)
  if (count > most) return false
  takeFrom(budget, count)
  const rows: CountedPlay[] = await read(db, () => {
    const found = plays().where('started_at', '>=', filter.from).where('started_at', '<', filter.to)
    filterPlays(found, db, filter)
    return found.select(...countedColumns)
  })
  for (const row of rows) visit(row)
  return true
}

function fewTitles({ readers, titles }: StatisticsQuery['filter']): readonly string[] | null {
  const keys = new Set<string>()
  for (const { historyId } of readers) {
    for (const key of titles?.get(historyId) ?? []) {
      keys.add(key)
      if (keys.size * readers.length > mostPairs) return null
    }
  }
  return titles && [...keys]
}
