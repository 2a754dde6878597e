import type { Knex } from 'knex'
import type { PlayCount, PlayGroup, StatisticsQuery } from '../../../model/play-statistics.ts'
import { Counts } from './counts.ts'
import { filterPlays, mostTitleRanges } from './filter.ts'
import { KeptCache } from './kept-cache.ts'
import { countFromSums } from './kept-counts.ts'
import type { Means } from './means.ts'
import { scanPlays } from './scan.ts'
import type { CountedPlay, ScanBudget } from './scan.ts'
import { dimensionColumns } from './sums.ts'
import type { SumDimension } from './sums.ts'
import { countByTitle, isKeptByTitle } from './title-counts.ts'
import type { TitleGroups } from './title-counts.ts'
import { factGroups, keyTitles, titleGroups } from './title-groups.ts'
import { spaceOf } from './title-sums.ts'

/** Plays that are looked at one by one for a question that no kept count answers. */
export const mostLooked = 20_000_000

/** Counts plays by slot and group, always exactly: what is not kept counted is counted now. */
export async function countPlays(
  db: Knex,
  query: StatisticsQuery,
  most = mostLooked,
  cache = new KeptCache(),
): Promise<readonly PlayCount[]> {
  const { groupBy, filter } = query
  const counts = new Counts(query)
  const means: Means = { cache, budget: { left: most } }
  if (groupBy === 'title') {
    await countTitles(db, query, titleGroups, counts, means)
    await keyTitles(db, counts)
  } else if (groupBy === 'genre') {
    const groups = await factGroups(db, filter, 'genres')
    await countTitles(db, query, groups, counts, means)
  } else {
    const kept = keptDimension(query, groupBy)
    const nameOf = (play: CountedPlay) => groupOf(play, groupBy)
    const visit = (play: CountedPlay) => counts.addPlay(play, nameOf(play))
    if (kept !== null) await countFromSums(db, query, kept, counts, { ...means, visit })
    else if (isOfOwner(groupBy) && isKeptByTitle(query)) {
      const groups = { ofOwner: (owner: PlayOwner) => ownerOf(owner, groupBy) }
      await countByTitle(db, query, groups, counts, means)
    } else await countOneByOne(db, query, visit, means.budget)
  }
  return counts.all()
}

export async function countTitles(
  db: Knex,
  query: StatisticsQuery,
  groups: TitleGroups,
  counts: Counts,
  means: Means,
): Promise<void> {
  if (isKeptByTitle(query)) return countByTitle(db, query, groups, counts, means)
  const visit = (play: CountedPlay): void => {
    for (const name of groups.ofKey(play.title_key, spaceOf(play.kind))) counts.addPlay(play, name)
  }
  return countOneByOne(db, query, visit, means.budget)
}

/** The dimension whose kept counts answer the question; null: none does. */
function keptDimension(
  { filter }: StatisticsQuery,
  groupBy: Exclude<PlayGroup, 'title' | 'genre'> | null,
): SumDimension | null {
  const { titles, favorite, clients, devices, origin } = filter
  if (titles !== null || favorite !== null || groupBy === 'delivery') return null
  const asked = new Set<SumDimension>([
    ...(clients === null ? [] : (['client'] as const)),
    ...(devices === null ? [] : (['device'] as const)),
    ...(origin === null ? [] : (['origin'] as const)),
    ...(isOfOwner(groupBy) ? [] : [groupBy]),
  ])
  if (asked.size > 1) return null
  return [...asked][0] ?? 'none'
}

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

type PlayOwner = Pick<CountedPlay, 'profile_id' | 'kind'>
type OwnerGroup = 'user' | 'kind' | null

function isOfOwner(groupBy: PlayGroup | null): groupBy is OwnerGroup {
  return groupBy === null || groupBy === 'user' || groupBy === 'kind'
}

function ownerOf({ profile_id, kind }: PlayOwner, groupBy: OwnerGroup): string {
  if (groupBy === null) return ''
  return groupBy === 'user' ? profile_id : kind
}

function groupOf(play: CountedPlay, groupBy: Exclude<PlayGroup, 'title' | 'genre'> | null): string {
  if (isOfOwner(groupBy)) return ownerOf(play, groupBy)
  return (groupBy === 'delivery' ? play.delivery : play[dimensionColumns[groupBy]]) ?? ''
}
