import { requireWhole } from '../../core/whole-number.ts'
import type { Profile, User } from '../../model/household.ts'
import type { PlayedTitle, PlayFilter } from '../../model/play-filter.ts'
import type { LeftSeries, PlayStore } from '../../model/play-store.ts'
import { dayMs } from '../../model/time-slots.ts'
import type { Ask } from '../library/deps.ts'
import { readFilter } from './filter.ts'
import type { ActivityFilter, FilterDeps } from './filter.ts'
import { askedTime } from './times.ts'
import { readTitle, withNames } from './titles.ts'
import { requireFirst } from './top.ts'

export type RewatchedTitle = {
  readonly title: PlayedTitle
  readonly name: string | null
  /** How often the film, or an episode that was finished before, was finished once more. */
  readonly again: number
  /** Epoch milliseconds at which the last of these plays began. */
  readonly lastAt: number
}

export type AbandonedSeries = Omit<LeftSeries, 'titleKey'> & {
  readonly profile: Profile
  readonly title: PlayedTitle
  readonly name: string | null
}

type AgainDeps = FilterDeps & { readonly plays: PlayStore }

const usualDays = 60
const mostDays = 36_500

/** Throws what a filter throws, and BAD_REQUEST where too many plays would have to be looked at. */
export async function readRewatched(
  deps: AgainDeps,
  user: User,
  input: {
    readonly filter?: ActivityFilter | null | undefined
    readonly first?: number | null | undefined
  },
  ask: Ask,
): Promise<readonly RewatchedTitle[]> {
  const first = requireFirst(input.first)
  const filter = await readFilter(deps, user, input.filter ?? {}, ask)
  return rewatchedOf(deps.plays, user, filter, first)
}

export async function rewatchedOf(
  plays: PlayStore,
  user: User,
  filter: PlayFilter,
  first: number,
): Promise<readonly RewatchedTitle[]> {
  const { counted } = await askedTime(plays, filter)
  if (counted === null) return []
  const found = (await plays.rewatched({ ...filter, ...counted }, first)).map((one) => {
    return { ...one, title: readTitle(one.title) }
  })
  return withNames(plays, user, found)
}

export type AbandonedInput = {
  readonly users?: readonly string[] | null | undefined
  readonly days?: number | null | undefined
  readonly first?: number | null | undefined
}

/** Series that somebody has begun and left, those left last first. Throws what a filter throws. */
export async function readAbandoned(
  deps: AgainDeps,
  user: User,
  { users, days, first: given }: AbandonedInput,
  ask: Ask,
): Promise<readonly AbandonedSeries[]> {
  const first = requireFirst(given)
  const idle = requireWhole('days', days ?? usualDays, mostDays)
  const { readers, titles } = await readFilter(deps, user, { users }, ask)
  const before = Date.now() - idle * dayMs
  const { configuration, profiles } = user
  const found = await Promise.all(
    readers.map(async ({ historyId, profileIds }) => {
      const query = { configuration, historyId, before, first }
      const shown = titles?.get(historyId) ?? null
      const left = await deps.plays.leftSeries({ ...query, titles: shown })
      const profile = profiles.find(({ id }) => id === profileIds[0])!
      return left.map(({ titleKey, ...one }) => {
        return { ...one, profile, title: { space: 'series', titleKey } as const }
      })
    }),
  )
  const last = found
    .flat()
    .toSorted((a, b) => b.lastAt - a.lastAt)
    .slice(0, first)
  return withNames(deps.plays, user, last)
}
