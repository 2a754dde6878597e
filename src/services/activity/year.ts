import { AppError } from '../../core/errors.ts'
import type { Profile, User } from '../../model/household.ts'
import type { PlayFilter } from '../../model/play-filter.ts'
import type { PlayCount, TopCount } from '../../model/play-statistics.ts'
import type { PlayStore, WatchSession } from '../../model/play-store.ts'
import type { TimeSlots } from '../../model/time-slots.ts'
import type { Ask } from '../library/deps.ts'
import { rewatchedOf } from './rewatched.ts'
import { readFilter } from './filter.ts'
import type { FilterDeps } from './filter.ts'
import type { Play } from './plays.ts'
import { streaksOf } from './streaks.ts'
import type { DayRun } from './streaks.ts'
import { bucketStarts, dayStarts, requireZone, yearTime, zonePieces } from './time-buckets.ts'
import { askedTime } from './times.ts'
import type { Time } from './times.ts'
import { namesOf, titlesOf } from './top.ts'

export type YearInput = {
  readonly year: number
  /** Default: the caller. */
  readonly user?: string | null | undefined
  readonly timeZone: string
}

export type Amount = Omit<PlayCount, 'slot' | 'group'>
export type TimedAmount = Amount & { readonly from: number }

/** A year of one user; its parts are answered when they are asked for. */
export type YearInReview = {
  readonly year: number
  readonly zone: string
  readonly caller: User
  readonly profile: Profile
  readonly filter: PlayFilter & Time
  readonly filterBefore: PlayFilter & Time
  /** The part of the year in which there can be plays; null: none. */
  readonly counted: Time | null
}

type YearDeps = FilterDeps & { readonly plays: PlayStore }

const firstYear = 1900
const lastYear = 9998
/** More than anybody can watch in a year. */
const allTitles = 1_000_000

/** Throws what a filter throws, and BAD_REQUEST for a year out of bounds or an unknown time zone. */
async function readYear(
  deps: YearDeps,
  user: User,
  { year, user: id, timeZone }: YearInput,
  ask: Ask,
): Promise<YearInReview> {
  const zone = requireZone(timeZone)
  if (year < firstYear || year > lastYear) {
    throw new AppError('BAD_REQUEST', `year must be from ${firstYear} to ${lastYear}.`)
  }
  const profileId = id ?? user.profile.id
  const filter = await readFilter(deps, user, { users: [profileId] }, ask)
  const profile = user.profiles.find((one) => one.id === profileId)!
  const own = { ...filter, ...yearTime(year, zone) }
  const filterBefore = { ...filter, ...yearTime(year - 1, zone) }
  const { counted } = await askedTime(deps.plays, own)
  return { year, zone, caller: user, profile, filter: own, filterBefore, counted }
}

export function createYears(deps: YearDeps) {
  const { plays } = deps
  return {
    read: (user: User, input: YearInput, ask: Ask): Promise<YearInReview> =>
      readYear(deps, user, input, ask),

    totals: ({ filter }: YearInReview): Promise<Amount> => totalOf(plays, filter),

    before: ({ filterBefore }: YearInReview): Promise<Amount> => totalOf(plays, filterBefore),

    titles: (year: YearInReview) => countTitles(plays, year),

    months: (year: YearInReview): Promise<readonly TimedAmount[]> => monthsOf(plays, year),

    async busiestDay(year: YearInReview): Promise<TimedAmount | null> {
      const starts = dayStarts(year.filter, year.zone)
      const best = mostWatched(await inSlots(plays, year, { kind: 'line', starts }))
      return best && { ...best, from: starts[best.slot]! }
    },

    async busiestMonth(year: YearInReview): Promise<TimedAmount | null> {
      return mostWatched(await monthsOf(plays, year))
    },

    busiestSlot: (year: YearInReview, kind: 'hour' | 'weekday') => busiestSlot(plays, year, kind),

    async streak({ filter, counted, zone }: YearInReview): Promise<DayRun | null> {
      return (await streaksOf(plays, filter, counted, zone)).longest
    },

    session: ({ filter }: YearInReview): Promise<WatchSession | null> =>
      plays.longestSession(filter),

    async edgePlay(
      { filter, profile }: YearInReview,
      which: 'first' | 'last',
    ): Promise<Play | null> {
      const descending = which === 'last'
      const page = await plays.page({
        filter,
        descending,
        after: null,
        before: null,
        fromEnd: false,
        limit: 1,
      })
      return page.plays[0] ? { ...page.plays[0], profile } : null
    },

    rewatched: ({ caller, filter }: YearInReview, first: number) =>
      rewatchedOf(plays, caller, filter, first),

    topTitles: ({ filter }: YearInReview, first: number) => titlesOf(plays, filter, 'time', first),

    topNames: ({ filter }: YearInReview, of: 'genre' | 'person' | 'client', first: number) =>
      namesOf(plays, filter, of, 'time', first),
  }
}

async function totalOf(plays: PlayStore, filter: PlayFilter & Time): Promise<Amount> {
  const slots = { kind: 'line', starts: [filter.from, filter.to] } as const
  const [count] = await plays.count({ filter, groupBy: null, slots })
  return count!
}

/** How many films and series were watched, and how often an episode. */
async function countTitles(plays: PlayStore, { filter }: YearInReview) {
  const found = await plays.top({ filter, of: 'title', by: 'plays', first: allTitles })
  const isFilm = ({ group }: TopCount) => group.startsWith('movie ')
  const episodes = found.filter((count) => !isFilm(count))
  return {
    films: found.length - episodes.length,
    series: episodes.length,
    episodes: episodes.reduce((sum, count) => sum + count.plays, 0),
  }
}

async function monthsOf(plays: PlayStore, year: YearInReview): Promise<readonly TimedAmount[]> {
  const starts = bucketStarts(year.filter, 'month', year.zone)
  const counts = await inSlots(plays, year, { kind: 'line', starts })
  return counts.map(({ slot, ...count }) => ({ ...count, from: starts[slot]! }))
}

/** The hour of the day, from 0 on, or the day of the week, from Monday, 1, on, at which most was watched. */
async function busiestSlot(
  plays: PlayStore,
  year: YearInReview,
  kind: 'hour' | 'weekday',
): Promise<number | null> {
  const { counted, zone } = year
  if (counted === null) return null
  const pieces = zonePieces(counted, zone)
  const best = mostWatched(await inSlots(plays, year, { kind, pieces }))
  return best && best.slot + (kind === 'weekday' ? 1 : 0)
}

function inSlots(plays: PlayStore, { filter, counted }: YearInReview, slots: TimeSlots) {
  return plays.count({
    filter: slots.kind === 'line' ? filter : { ...filter, ...counted },
    groupBy: null,
    slots,
  })
}

function mostWatched<T extends Amount>(counts: readonly T[]): T | null {
  return counts.reduce<T | null>((best, count) => {
    if (count.plays === 0) return best
    if (best === null) return count
    const more = count.watchedMs - best.watchedMs || count.plays - best.plays
    return more > 0 ? count : best
  }, null)
}
