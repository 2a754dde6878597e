import type { Knex } from 'knex'
import type { PlayCount, PlayGroup, StatisticsQuery } from '../../../model/play-statistics.ts'
import { Counts } from './counts.ts'
import { filterPlays, mostTitleRanges } from './filter.ts'
import { countFromSums } from './kept-counts.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import { dimensionColumns } from './sums.ts'
import type { SumDimension } from './sums.ts'
import { countByTitle, isKeptByTitle } from './title-counts.ts'
import type { TitleGroups } from './title-counts.ts'
import { factGroups, keyTitles, titleGroups } from './title-groups.ts'
import { spaceOf } from './title-sums.ts'

/** Plays that are looked at one by one for a question that no kept count answers. */
export const mostLooked = 2_000_000

/** Counts plays by slot and group, always exactly: what is not kept counted is counted now. */
export async function countPlays(
  db: Knex,
  query: StatisticsQuery,
  most = mostLooked,
): Promise<readonly PlayCount[]> {
  const { groupBy, filter } = query
  const counts = new Counts(query)
  const budget: ScanBudget = { left: most }
  if (groupBy === 'title') {
    await countTitles(db, query, titleGroups, counts, budget)
    await keyTitles(db, counts)
  } else if (groupBy === 'genre') {
    const groups = await factGroups(db, filter, 'genres')
    await countTitles(db, query, groups, counts, budget)
  } else {
    const kept = keptDimension(query, groupBy)
    const nameOf = (play: CountedPlay) => groupOf(play, groupBy)
    const visit = (play: CountedPlay) => counts.addPlay(play, nameOf(play))
    if (kept === null) await countOneByOne(db, query, visit, budget)
    else await countFromSums(db, query, kept, counts, budget, visit)
  }
  return counts.all()
}

/** Counts plays by what their titles belong to. */
export async function countTitles(
  db: Knex,
  query: StatisticsQuery,
  groups: TitleGroups,
  counts: Counts,
  budget: ScanBudget,
): Promise<void> {
  if (isKeptByTitle(query)) return countByTitle(db, query, groups, counts, budget)
  const visit = (play: CountedPlay): void => {
    for (const name of groups.ofKey(play.title_key, spaceOf(play.kind))) counts.addPlay(play, name)
  }
  return countOneByOne(db, query, visit, budget)
}

/** The dimension whose kept counts answer the question; null: none does. */
function keptDimension(
  { filter }: StatisticsQuery,
  groupBy: Exclude<PlayGroup, 'title' | 'genre'> | null,
): SumDimension | null {
  const { titles, favorite, clients, devices, origin } = filter
  if (titles !== null || favorite !== null) return null
  const asked = new Set<SumDimension>([
    ...(clients === null ? [] : (['client'] as const)),
    ...(devices === null ? [] : (['device'] as const)),
    ...(origin === null ? [] : (['origin'] as const)),
    ...(groupBy === null || groupBy === 'user' || groupBy === 'kind' ? [] : [groupBy]),
  ])
  if (asked.size > 1) return null
  return [...asked][0] ?? 'none'
}

/** Tells each play that the filter fits. Throws BAD_REQUEST where more must be looked at than the budget has. */
export async function countOneByOne(
  db: Knex,
  { filter }: Pick<StatisticsQuery, 'filter'>,
  count: (play: CountedPlay) => void,
  budget: ScanBudget,
): Promise<void> {
  const where = (rows: Knex.QueryBuilder) => filterPlays(rows, db, filter)
  for (const { historyId } of filter.readers) {
    const titles = filter.titles && new Set(filter.titles.get(historyId))
    // Each of few titles is a range of an index; many are looked up in all rows.
    const isFew = titles !== null && titles.size <= mostTitleRanges
    const visit = (play: CountedPlay) => {
      if (titles === null || isFew || titles.has(play.title_key)) count(play)
    }
    for (const titleKey of isFew ? titles : [null]) {
      await scanPlays(db, historyId, filter, visit, { titleKey, where, budget })
    }
  }
}

function groupOf(play: CountedPlay, groupBy: Exclude<PlayGroup, 'title' | 'genre'> | null): string {
  if (groupBy === null) return ''
  if (groupBy === 'user') return play.profile_id
  return (groupBy === 'kind' ? play.kind : play[dimensionColumns[groupBy]]) ?? ''
}
