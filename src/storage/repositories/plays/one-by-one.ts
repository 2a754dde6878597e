import type { Knex } from 'knex'
import type { StatisticsQuery } from '../../../model/play-statistics.ts'
import { filterPlays, mostTitleRanges, namedKeys } from './filter.ts'
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
  const { column, keys } = namedKeys(filter)
  for (const { historyId } of filter.readers) {
    const asked = keys && new Set(keys.get(historyId))
    // Each of few keys is a range of an index; many are looked up in all rows.
    const isFew = asked !== null && asked.size <= mostTitleRanges && !inOrder
    const visit = (play: CountedPlay) => {
      if (asked === null || isFew || asked.has(play[column])) count(play)
    }
    for (const key of isFew ? asked : [null]) {
      const { from, to } = filter
      const named = key === null ? null : { column, key }
      await scanPlays(db, { historyId, named, from, to }, visit, { where, budget })
    }
  }
}
