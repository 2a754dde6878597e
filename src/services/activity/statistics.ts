import type { User } from '../../model/household.ts'
import type { PlayCount, PlayGroup } from '../../model/play-statistics.ts'
import type { PlayedTitle, PlayFilter } from '../../model/play-filter.ts'
import type { PlayStore } from '../../model/play-store.ts'
import { slotCount } from '../../model/time-slots.ts'
import type { TimeSlots } from '../../model/time-slots.ts'
import type { Ask } from '../library/deps.ts'
import { readFilter } from './filter.ts'
import type { ActivityFilter, FilterDeps } from './filter.ts'
import { bucketStarts, requireZone, zonePieces } from './time-buckets.ts'
import type { BucketSize } from './time-buckets.ts'
import { askedTime } from './times.ts'
import type { AskedTime } from './times.ts'
import { readTitle, withNames } from './titles.ts'

export type StatisticsInput = {
  readonly filter?: ActivityFilter | null | undefined
  readonly bucket: BucketSize
  readonly timeZone: string
  readonly groupBy?: PlayGroup | null | undefined
}

/** A question whose parts are answered when they are asked for. */
export type Statistics = AskedTime & {
  readonly user: User
  readonly filter: PlayFilter
  readonly zone: string
  readonly bucket: BucketSize
  readonly groupBy: PlayGroup | null
}

export type GroupedCount = Omit<PlayCount, 'slot'> & {
  readonly userId: string | null
  readonly title: PlayedTitle | null
}
export type BucketCount = GroupedCount & { readonly from: number }
export type BucketStreams = { readonly from: number; readonly streams: number }
export type BucketUsers = { readonly from: number; readonly users: number }
export type ClockCount = GroupedCount & { readonly slot: number }

export type StatisticsDeps = FilterDeps & { readonly plays: PlayStore }

/** Throws what a filter throws, and BAD_REQUEST for an unknown time zone. */
export async function readStatistics(
  deps: StatisticsDeps,
  user: User,
  { filter: given, bucket, timeZone, groupBy }: StatisticsInput,
  ask: Ask,
): Promise<Statistics> {
  const zone = requireZone(timeZone)
  const filter = await readFilter(deps, user, given ?? {}, ask)
  const asked = await askedTime(deps.plays, filter)
  return { user, filter, ...asked, zone, bucket, groupBy: groupBy ?? null }
}

/** Each bucket, empty ones too, in their order; with groups, of each group that has any play. */
export async function bucketCounts(
  { plays }: StatisticsDeps,
  statistics: Statistics,
): Promise<readonly BucketCount[]> {
  const { time, bucket, zone } = statistics
  const starts = bucketStarts(time, bucket, zone)
  const counts = await countSlots(plays, statistics, { kind: 'line', starts })
  return counts.map(({ slot, plays: count, finished, watchedMs, group, userId, title }) => {
    return { plays: count, finished, watchedMs, group, userId, title, from: starts[slot]! }
  })
}

/** Counts by hour of the day (from 0) or day of the week (Monday is 1). */
export async function clockCounts(
  { plays }: StatisticsDeps,
  statistics: Statistics,
  kind: 'hour' | 'weekday',
): Promise<readonly ClockCount[]> {
  const { counted, zone } = statistics
  const pieces = counted === null ? [] : zonePieces(counted, zone)
  const counts = await countSlots(plays, statistics, { kind, pieces })
  const first = kind === 'weekday' ? 1 : 0
  return counts.map(({ slot, ...count }) => ({ ...count, slot: slot + first }))
}

/** The most streams at once in each bucket, empty ones too. */
export async function bucketStreams(
  { plays }: StatisticsDeps,
  { time, bucket, zone, filter, counted }: Statistics,
): Promise<readonly BucketStreams[]> {
  const starts = bucketStarts(time, bucket, zone)
  const asked = counted && { filter: { ...filter, ...counted }, starts }
  const most = asked ? await plays.streams(asked) : []
  return starts.slice(0, -1).map((from, slot) => ({ from, streams: most[slot] ?? 0 }))
}

/** How many different users began something in each bucket, empty ones too. */
export async function bucketUsers(
  { plays }: StatisticsDeps,
  { time, bucket, zone, filter, counted }: Statistics,
): Promise<readonly BucketUsers[]> {
  const starts = bucketStarts(time, bucket, zone)
  const users = starts.slice(1).map(() => 0)
  if (counted !== null) {
    const slots = { kind: 'line', starts } as const
    const counts = await plays.count({ filter: { ...filter, ...counted }, groupBy: 'user', slots })
    for (const { slot, plays: count } of counts) if (count > 0) users[slot]! += 1
  }
  return users.map((count, slot) => ({ from: starts[slot]!, users: count }))
}

async function countSlots(
  plays: PlayStore,
  { user, filter, counted, groupBy }: Statistics,
  slots: TimeSlots,
): Promise<readonly (GroupedCount & { slot: number })[]> {
  const found =
    counted === null
      ? noPlays(groupBy, slots)
      : await plays.count({ filter: { ...filter, ...counted }, groupBy, slots })
  const describe = await groupReader(plays, user, groupBy, found)
  return found
    .toSorted((a, b) => a.slot - b.slot)
    .map(({ group, ...count }) => ({ ...count, ...describe(group) }))
}

function noPlays(groupBy: PlayGroup | null, slots: TimeSlots): readonly PlayCount[] {
  const length = groupBy === null ? slotCount(slots) : 0
  return Array.from({ length }, (_, slot) => {
    return { slot, group: null, plays: 0, finished: 0, watchedMs: 0 }
  })
}

type Described = Pick<GroupedCount, 'group' | 'userId' | 'title'>

async function groupReader(
  plays: PlayStore,
  user: User,
  groupBy: PlayGroup | null,
  counts: readonly PlayCount[],
): Promise<(group: string | null) => Described> {
  if (groupBy === 'user') {
    const names = new Map(user.profiles.map(({ id, name }) => [id, name]))
    return (id) => ({ group: names.get(id ?? '') ?? null, userId: id, title: null })
  }
  if (groupBy !== 'title') return (group) => ({ group, userId: null, title: null })
  const groups = [...new Set(counts.map(({ group }) => group!))]
  const found = groups.map((group) => ({ group, title: readTitle(group) }))
  const titles = new Map((await withNames(plays, user, found)).map((one) => [one.group, one]))
  return (group) => {
    const { name, title } = titles.get(group!)!
    return { group: name, userId: null, title }
  }
}
