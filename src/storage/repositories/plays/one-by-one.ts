import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { filterPlays, mostTitleRanges } from './filter.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'

/** Plays that are looked at one by one for a question that no kept count answers. */
export const mostLooked = 20_000_000

type OneByOne = Pick<StatisticsQuery, 'filter'> & {
  /** Whether plays of a history are told in the order in which they began. */
  readonly inOrder?: boolean
}

/** Tells each play that the filter fits. Throws BAD_REQUEST where more must be looked at than the budget has. */
export async function countOneByOne(
  db: Knex,
  { filter, inOrder = false }: OneByOne,
  count: (play: CountedPlay) => void,
  budget: ScanBudget,
): Promise<void> {
  const where = (rows: Knex.QueryBuilder) => filterPlays(rows, db, filter)
  for (const { historyId } of filter.readers) {
    const titles = filter.titles && new Set(filter.titles.get(historyId))
    // Each of few titles is a range of an index; many are looked up in all rows.
    const isFew = titles !== null && titles.size <= mostTitleRanges && !inOrder
    const visit = (play: CountedPlay) => {
      if (titles === null || isFew || titles.has(play.title_key)) count(play)
    }
    for (const titleKey of isFew ? titles : [null]) {
      const { from, to } = filter
      await scanPlays(db, { historyId, titleKey, from, to }, visit, { where, budget })
    }
  }
}
