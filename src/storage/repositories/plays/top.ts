import type { Knex } from 'knex'
import type { TopCount, TopQuery } from '../../../model/play-statistics.ts'
import { Counts } from './counts.ts'
import { KeptCache } from './kept-cache.ts'
import type { Means } from './scan.ts'
import { mostLooked } from './one-by-one.ts'
import { countTitles, countTraits } from './statistics.ts'
import { factGroups, keysOfNames, numberKeys, titleGroups } from './title-groups.ts'

/** Titles, genres or people that are compared. */
const mostGroups = 1_000_000

type Groups = Omit<TopQuery, 'by' | 'first'>

/** The groups with the most plays, time or users, the first of them first; without plays of which the group is unknown. */
export async function topGroups(
  db: Knex,
  { by, first, ...groups }: TopQuery,
  most = mostLooked,
  cache = new KeptCache(),
): Promise<readonly TopCount[]> {
  const counts = await countGroups(db, groups, { cache, budget: { left: most } })
  return withKeys(db, groups, firstOf(counts, by, first), cache)
}

/** Titles by their numbers, where they have one. */
async function countGroups(
  db: Knex,
  { filter, of }: Groups,
  means: Means,
): Promise<readonly TopCount[]> {
  const slots = { kind: 'line', starts: [filter.from, filter.to] } as const
  const groupBy = of === 'person' ? 'genre' : of
  const counts = new Counts({ filter, slots, groupBy }, { most: mostGroups, withUsers: true })
  if (groupBy === 'client') await countTraits(db, { filter, slots, groupBy }, counts, means)
  else {
    const kinds =
      of === 'title'
        ? titleGroups
        : await factGroups(db, filter, of === 'person' ? 'people' : 'genres')
    await countTitles(db, { filter, slots, groupBy }, kinds, counts, means)
    if (of === 'title') await numberKeys(db, counts)
  }
  return counts
    .all()
    .flatMap(({ slot: _slot, group, ...count }) =>
      group === null ? [] : [{ ...count, group, users: counts.usersOf(group) }],
    )
}

async function withKeys(
  db: Knex,
  { of }: Groups,
  counts: readonly TopCount[],
  { titleKeys }: KeptCache,
): Promise<readonly TopCount[]> {
  if (of !== 'title') return counts
  const keys = await keysOfNames(
    db,
    counts.map(({ group }) => group),
    titleKeys,
  )
  return counts.map((count) => ({ ...count, group: keys.get(count.group) ?? count.group }))
}

/** Ties are broken by the other measures. */
function firstOf(
  counts: readonly TopCount[],
  by: TopQuery['by'],
  first: number,
): readonly TopCount[] {
  const [a, b, c] = (
    {
      time: ['watchedMs', 'plays', 'plays'],
      plays: ['plays', 'watchedMs', 'watchedMs'],
      users: ['users', 'plays', 'watchedMs'],
    } as const
  )[by]
  const compare = (one: TopCount, other: TopCount): number =>
    other[a] - one[a] ||
    other[b] - one[b] ||
    other[c] - one[c] ||
    (one.group < other.group ? -1 : 1)
  return counts.toSorted(compare).slice(0, first)
}
