import type { Knex } from 'knex'
import type {
  PlayCount,
  StatisticsQuery,
  TopQuery,
  UsersByGroup,
} from '../../../model/play-statistics.ts'
import { Counts } from './counts.ts'
import { KeptCache } from './kept-cache.ts'
import type { Means } from './means.ts'
import { mostLooked } from './one-by-one.ts'
import { countTitles, countWith } from './statistics.ts'
import type { TitleGroups } from './title-counts.ts'
import { factGroups, keysOfNames, numberKeys, titleGroups } from './title-groups.ts'

/** Titles, genres or people that are compared. */
const mostGroups = 1_000_000

type Groups = Omit<TopQuery, 'by' | 'first'>

type GroupCount = PlayCount & { readonly users?: number }

/** The groups with the most plays, time or users, the first of them first; without plays of which the group is unknown. */
export async function topGroups(
  db: Knex,
  { by, first, ...groups }: TopQuery,
  most = mostLooked,
  cache = new KeptCache(),
): Promise<readonly PlayCount[]> {
  const means: Means = { cache, budget: { left: most } }
  const kinds = await kindsOf(db, groups)
  const counts =
    by === 'users'
      ? await countUsers(db, groups, kinds, means)
      : await countGroups(db, groups, kinds, means)
  return withKeys(db, groups, firstOf(counts, by, first))
}

/** How many different users each group has. */
export async function groupUsers(
  db: Knex,
  groups: Groups,
  most = mostLooked,
  cache = new KeptCache(),
): Promise<UsersByGroup> {
  const means: Means = { cache, budget: { left: most } }
  const counts = await countUsers(db, groups, await kindsOf(db, groups), means)
  const named = await withKeys(db, groups, counts)
  return new Map(named.map(({ group, users = 0 }) => [group!, users]))
}

/** What titles belong to; null: nothing that depends on titles is asked for. */
async function kindsOf(db: Knex, { filter, of }: Groups): Promise<TitleGroups | null> {
  if (of === 'client') return null
  return of === 'title'
    ? titleGroups
    : factGroups(db, filter, of === 'person' ? 'people' : 'genres')
}

/** Titles by their numbers, where they have one. */
async function countGroups(
  db: Knex,
  { filter, of }: Groups,
  kinds: TitleGroups | null,
  means: Means,
): Promise<readonly PlayCount[]> {
  const slots = { kind: 'line', starts: [filter.from, filter.to] } as const
  if (kinds === null) return countWith(db, { filter, slots, groupBy: 'client' }, means)
  const query: StatisticsQuery = { filter, slots, groupBy: of === 'title' ? 'title' : 'genre' }
  const counts = new Counts(query, mostGroups)
  await countTitles(db, query, kinds, counts, means)
  if (of === 'title') await numberKeys(db, counts)
  return counts.all()
}

/** Counts the plays of one user after the other. */
async function countUsers(
  db: Knex,
  { filter, of }: Groups,
  kinds: TitleGroups | null,
  means: Means,
): Promise<readonly GroupCount[]> {
  const found = new Map<string, GroupCount>()
  for (const { historyId, profileIds } of filter.readers) {
    for (const profileId of profileIds) {
      const readers = [{ historyId, profileIds: [profileId] }]
      const own = { filter: { ...filter, readers }, of }
      for (const count of await countGroups(db, own, kinds, means)) {
        if (count.group === null || count.plays === 0) continue
        found.set(count.group, added(found.get(count.group), count))
      }
    }
  }
  return [...found.values()]
}

function added(known: GroupCount | undefined, count: PlayCount): GroupCount {
  return {
    ...count,
    plays: count.plays + (known?.plays ?? 0),
    finished: count.finished + (known?.finished ?? 0),
    watchedMs: count.watchedMs + (known?.watchedMs ?? 0),
    users: 1 + (known?.users ?? 0),
  }
}

async function withKeys(
  db: Knex,
  { of }: Groups,
  counts: readonly GroupCount[],
): Promise<readonly GroupCount[]> {
  if (of !== 'title') return counts
  const keys = await keysOfNames(
    db,
    counts.map(({ group }) => group!),
  )
  return counts.map((count) => ({ ...count, group: keys.get(count.group!) ?? count.group }))
}

/** Ties are broken by the other measures. */
function firstOf(
  counts: readonly GroupCount[],
  by: TopQuery['by'],
  first: number,
): readonly GroupCount[] {
  const sizesOf = ({ plays, watchedMs, users = 0 }: GroupCount): readonly number[] =>
    by === 'time'
      ? [watchedMs, plays]
      : by === 'plays'
        ? [plays, watchedMs]
        : [users, plays, watchedMs]
  const compare = (a: GroupCount, b: GroupCount): number => {
    const sizes = sizesOf(b)
    const less = sizesOf(a).map((size, index) => sizes[index]! - size)
    return less.find((one) => one !== 0) ?? (a.group! < b.group! ? -1 : 1)
  }
  return counts
    .filter(({ group }) => group !== null)
    .toSorted(compare)
    .slice(0, first)
}
