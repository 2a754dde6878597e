import type { Profile, User } from '../../model/household.ts'
import type { PlayFilter } from '../../model/play-filter.ts'
import type { PlayStore } from '../../model/play-store.ts'
import { dayMs } from '../../model/time-slots.ts'
import type { Ask } from '../library/deps.ts'
import { readFilter } from './filter.ts'
import type { ActivityFilter, FilterDeps } from './filter.ts'
import { dayStarts, requireZone } from './time-buckets.ts'
import { askedTime } from './times.ts'
import type { Time } from './times.ts'

export type StreaksInput = {
  readonly filter?: ActivityFilter | null | undefined
  readonly timeZone: string
}

export type DayRun = Time & { readonly days: number }
export type Streaks = {
  readonly profile: Profile
  /** Null: nothing was played on the last day of the time, nor on the one before. */
  readonly current: DayRun | null
  /** Null: nothing was played. */
  readonly longest: DayRun | null
  readonly days: number
}

type StreaksDeps = FilterDeps & { readonly plays: PlayStore }

/** No play can be earlier. */
const longestMs = 36_525 * dayMs

/** Streaks of each user in the filter. Throws what a filter throws, and BAD_REQUEST for an unknown time zone. */
export async function readStreaks(
  deps: StreaksDeps,
  user: User,
  { filter: given, timeZone }: StreaksInput,
  ask: Ask,
): Promise<readonly Streaks[]> {
  const zone = requireZone(timeZone)
  const filter = await readFilter(deps, user, given ?? {}, ask)
  const { counted } = await askedTime(deps.plays, filter)
  const found: Streaks[] = []
  for (const { historyId, profileIds } of filter.readers) {
    for (const id of profileIds) {
      const own = { ...filter, readers: [{ historyId, profileIds: [id] }] }
      const profile = user.profiles.find((one) => one.id === id)!
      found.push({ profile, ...(await streaksOf(deps.plays, own, counted, zone)) })
    }
  }
  return found
}

export async function streaksOf(
  plays: PlayStore,
  filter: PlayFilter,
  time: Time | null,
  zone: string,
): Promise<Omit<Streaks, 'profile'>> {
  if (time === null) return { current: null, longest: null, days: 0 }
  const counted = { ...time, from: Math.max(time.from, time.to - longestMs) }
  const starts = dayStarts(counted, zone)
  const slots = { kind: 'line', starts } as const
  const counts = await plays.count({ filter: { ...filter, ...counted }, groupBy: null, slots })
  const days = new Set(counts.filter((count) => count.plays > 0).map(({ slot }) => slot))
  const runs = runsOf([...days].toSorted((a, b) => a - b))
  const last = runs.at(-1)
  const isCurrent = last !== undefined && last.to >= starts.length - 2
  const longest = runs.reduce<Run | null>(
    (best, run) => (best === null || lengthOf(run) > lengthOf(best) ? run : best),
    null,
  )
  const shown = (run: Run): DayRun => {
    return { from: starts[run.from]!, to: starts[run.to]!, days: lengthOf(run) }
  }
  return {
    current: isCurrent ? shown(last) : null,
    longest: longest && shown(longest),
    days: days.size,
  }
}

/** Places in a row of days: the first, and the first that no longer belongs to it. */
type Run = { readonly from: number; readonly to: number }

function runsOf(days: readonly number[]): readonly Run[] {
  const runs: Run[] = []
  for (const day of days) {
    const last = runs.at(-1)
    if (last?.to === day) runs[runs.length - 1] = { ...last, to: day + 1 }
    else runs.push({ from: day, to: day + 1 })
  }
  return runs
}

function lengthOf({ from, to }: Run): number {
  return to - from
}
