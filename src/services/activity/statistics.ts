import type { User } from '../../model/household.ts'
import type { PlayCount, PlayGroup } from '../../model/play-statistics.ts'
import type { PlayFilter } from '../../model/play-filter.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { TimeSlots } from '../../model/time-slots.ts'
import type { Ask } from '../library/deps.ts'
import { readFilter } from './filter.ts'
import type { ActivityFilter, FilterDeps } from './filter.ts'
import { bucketStarts, requireZone, zonePieces } from './time-buckets.ts'
import type { BucketSize } from './time-buckets.ts'

export type StatisticsInput = {
  readonly filter?: ActivityFilter | null | undefined
  readonly bucket: BucketSize
  readonly timeZone: string
  readonly groupBy?: PlayGroup | null | undefined
}

/** A question whose parts are answered when they are asked for. */
export type Statistics = {
  readonly user: User
  readonly filter: PlayFilter
  /** Null: nothing was ever played. */
  readonly time: { readonly from: number; readonly to: number } | null
  /** The part of it in which there can be plays; null: none. */
  readonly counted: { readonly from: number; readonly to: number } | null
  readonly zone: string
  readonly bucket: BucketSize
  readonly groupBy: PlayGroup | null
}

export type GroupedCount = Omit<PlayCount, 'slot'> & {
  /** Id of the user, where users are the groups. */
  readonly userId: string | null
}
export type BucketCount = GroupedCount & { readonly from: number }
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
  const first = await deps.plays.earliest(filter.readers)
  const end = Date.now() + 1
  const from = filter.from ?? first
  const to = filter.to ?? end
  const time = from === null ? null : timeOf(from, to)
  const counted =
    time === null || first === null ? null : timeOf(Math.max(time.from, first), Math.min(to, end))
  return { user, filter, time, counted, zone, bucket, groupBy: groupBy ?? null }
}

/** Null: it is empty. */
function timeOf(from: number, to: number): Statistics['time'] {
  return from < to ? { from, to } : null
}

/** Each bucket of each group that has any play, empty ones too, in their order. */
export async function bucketCounts(
  { plays }: StatisticsDeps,
  statistics: Statistics,
): Promise<readonly BucketCount[]> {
  const { time, counted, bucket, zone } = statistics
  if (time === null) return []
  const starts = bucketStarts(time, bucket, zone)
  if (counted === null) return []
  const counts = await countSlots(plays, statistics, { kind: 'line', starts })
  return counts.map(({ slot, ...count }) => ({ ...count, from: starts[slot]! }))
}

/** The same by the hours of the day, from 0 on, or the days of the week, from Monday, 1, on. */
export async function clockCounts(
  { plays }: StatisticsDeps,
  statistics: Statistics,
  kind: 'hour' | 'weekday',
): Promise<readonly ClockCount[]> {
  const { counted, zone } = statistics
  if (counted === null) return []
  const counts = await countSlots(plays, statistics, { kind, pieces: zonePieces(counted, zone) })
  const first = kind === 'weekday' ? 1 : 0
  return counts.map(({ slot, ...count }) => ({ ...count, slot: slot + first }))
}

async function countSlots(
  plays: PlayStore,
  { user, filter, counted, groupBy }: Statistics,
  slots: TimeSlots,
): Promise<readonly (GroupedCount & { slot: number })[]> {
  const found = await plays.count({ filter: { ...filter, ...counted! }, groupBy, slots })
  const names = new Map(user.profiles.map(({ id, name }) => [id, name]))
  return found
    .toSorted((a, b) => a.slot - b.slot)
    .map(({ group, ...count }) =>
      groupBy === 'user'
        ? { ...count, userId: group, group: names.get(group ?? '') ?? null }
        : { ...count, userId: null, group },
    )
}
