import type { Knex } from 'knex'
import type { PlayCount, PlayGroup, StatisticsQuery } from '../../../model/play-statistics.ts'
import { Counts } from './counts.ts'
import { countFromDetails } from './detail-counts.ts'
import type { GroupedTraits } from './detail-views.ts'
import { isOfParts } from './filter.ts'
import { KeptCache } from './kept-cache.ts'
import { countFromSums } from './kept-counts.ts'
import { mostLooked } from './one-by-one.ts'
import type { CountedPlay, Means } from './scan.ts'
import { dimensionColumns } from './sums.ts'
import type { SumDimension } from './sums.ts'
import { countByTitle, isKeptByTitle } from './title-counts.ts'
import type { TitleGroups } from './title-counts.ts'
import { factGroups, keyTitles, titleGroups } from './title-groups.ts'

/** Counts plays by slot and group, always exactly: what is not kept counted is counted now. */
export function countPlays(
  db: Knex,
  query: StatisticsQuery,
  most = mostLooked,
  cache = new KeptCache(),
): Promise<readonly PlayCount[]> {
  return countWith(db, query, { cache, budget: { left: most } })
}

async function countWith(
  db: Knex,
  query: StatisticsQuery,
  means: Means,
): Promise<readonly PlayCount[]> {
  const { groupBy, filter } = query
  const counts = new Counts(query)
  if (groupBy === 'title') {
    await countTitles(db, query, titleGroups, counts, means)
    await keyTitles(db, counts, means.cache.titleKeys)
  } else if (groupBy === 'genre') {
    const groups = await factGroups(db, filter, 'genres')
    await countTitles(db, query, groups, counts, means)
  } else await countTraits(db, { ...query, groupBy }, counts, means)
  return counts.all()
}

type TraitGroup = Exclude<PlayGroup, 'title' | 'genre'> | null

export async function countTraits(
  db: Knex,
  query: StatisticsQuery & { readonly groupBy: TraitGroup },
  counts: Counts,
  means: Means,
): Promise<void> {
  const { groupBy } = query
  const kept = keptDimension(query, groupBy)
  const visit = (play: CountedPlay) => counts.addPlay(play, groupOf(play, groupBy))
  if (kept !== null) await countFromSums(db, query, kept, counts, { ...means, visit })
  else if (isOfOwner(groupBy) && isKeptByTitle(query)) {
    const groups = { ofOwner: (owner: PlayOwner) => ownerOf(owner, groupBy) }
    await countByTitle(db, query, groups, counts, means)
  } else {
    const groups = { ofTraits: (traits: GroupedTraits) => groupOf(traits, groupBy) }
    await countFromDetails(db, query, groups, counts, means)
  }
}

export function countTitles(
  db: Knex,
  query: StatisticsQuery,
  groups: TitleGroups,
  counts: Counts,
  means: Means,
): Promise<void> {
  return isKeptByTitle(query)
    ? countByTitle(db, query, groups, counts, means)
    : countFromDetails(db, query, groups, counts, means)
}

/** The dimension whose kept counts answer the question; null: none does. */
function keptDimension({ filter }: StatisticsQuery, groupBy: TraitGroup): SumDimension | null {
  const { titles, except, favorite, clients, devices, origin } = filter
  if (titles !== null || except.length > 0 || favorite !== null || isOfParts(filter)) return null
  const asked = new Set<SumDimension>([
    ...(clients === null ? [] : (['client'] as const)),
    ...(devices === null ? [] : (['device'] as const)),
    ...(origin === null ? [] : (['origin'] as const)),
    ...(isOfOwner(groupBy) ? [] : [groupBy]),
  ])
  if (asked.size > 1) return null
  return [...asked][0] ?? 'none'
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

function groupOf(traits: GroupedTraits, groupBy: TraitGroup): string {
  if (isOfOwner(groupBy)) return ownerOf(traits, groupBy)
  return traits[dimensionColumns[groupBy]] ?? ''
}
