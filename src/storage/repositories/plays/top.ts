import type { Knex } from 'knex'
import type { PlayCount, StatisticsQuery, TopQuery } from '../../../model/play-statistics.ts'
import { Counts } from './counts.ts'
import { KeptCache } from './kept-cache.ts'
import { countPlays, countTitles, mostLooked } from './statistics.ts'
import type { Means } from './means.ts'
import { factGroups, keysOfNames, numberKeys, titleGroups } from './title-groups.ts'

/** Titles, genres or people that are compared. */
const mostGroups = 1_000_000

/** The groups with the most plays or time, the first of them first; without plays of which the group is unknown. */
export async function topGroups(
  db: Knex,
  { filter, of, by, first }: TopQuery,
  most = mostLooked,
  cache = new KeptCache(),
): Promise<readonly PlayCount[]> {
  const slots = { kind: 'line', starts: [filter.from, filter.to] } as const
  if (of === 'client') {
    return firstOf(
      await countPlays(db, { filter, slots, groupBy: 'client' }, most, cache),
      by,
      first,
    )
  }
  const query: StatisticsQuery = { filter, slots, groupBy: of === 'title' ? 'title' : 'genre' }
  const counts = new Counts(query, mostGroups)
  const means: Means = { cache, budget: { left: most } }
  const groups =
    of === 'title'
      ? titleGroups
      : await factGroups(db, filter, of === 'person' ? 'people' : 'genres')
  await countTitles(db, query, groups, counts, means)
  if (of === 'title') await numberKeys(db, counts)
  const found = firstOf(counts.all(), by, first)
  if (of !== 'title') return found
  const keys = await keysOfNames(
    db,
    found.map(({ group }) => group!),
  )
  return found.map((count) => ({ ...count, group: keys.get(count.group!) ?? count.group }))
}

/** Ties are broken by the other measure. */
function firstOf(
  counts: readonly PlayCount[],
  by: TopQuery['by'],
  first: number,
): readonly PlayCount[] {
  const sizes = ({ plays, watchedMs }: PlayCount): readonly [number, number] =>
    by === 'plays' ? [plays, watchedMs] : [watchedMs, plays]
  const compare = (a: PlayCount, b: PlayCount): number => {
    const [size, other] = sizes(a)
    const [sizeOfB, otherOfB] = sizes(b)
    return sizeOfB - size || otherOfB - other || (a.group! < b.group! ? -1 : 1)
  }
  return counts
    .filter(({ group }) => group !== null)
    .toSorted(compare)
    .slice(0, first)
}
