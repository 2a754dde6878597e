import { requireWhole } from '../../core/whole-number.ts'
import type { Profile, User } from '../../model/household.ts'
import type { PlayedTitle } from '../../model/play-filter.ts'
import type { LeftSeries, PlayStore } from '../../model/play-store.ts'
import { dayMs } from '../../model/time-slots.ts'
import type { Ask } from '../library/deps.ts'
import { readFilter } from './filter.ts'
import type { FilterDeps } from './filter.ts'
import { withNames } from './titles.ts'
import { requireFirst } from './top.ts'

export type AbandonedSeries = Omit<LeftSeries, 'titleKey'> & {
  readonly profile: Profile
  readonly title: PlayedTitle
  readonly name: string | null
}

const usualDays = 60
const mostDays = 36_500

export type AbandonedInput = {
  readonly users?: readonly string[] | null | undefined
  readonly days?: number | null | undefined
  readonly first?: number | null | undefined
}

/** Series that somebody has begun and left, those left last first. Throws what a filter throws. */
export async function readAbandoned(
  deps: FilterDeps & { readonly plays: PlayStore },
  user: User,
  { users, days, first: given }: AbandonedInput,
  ask: Ask,
): Promise<readonly AbandonedSeries[]> {
  const first = requireFirst(given)
  const idle = requireWhole('days', days ?? usualDays, mostDays)
  const { readers, titles } = await readFilter(deps, user, { users }, ask)
  const before = Date.now() - idle * dayMs
  const { configuration, profiles } = user
  let last: Omit<AbandonedSeries, 'name'>[] = []
  for (const { historyId, profileIds } of readers) {
    // Of each history only what was left later than the last one that is known so far.
    const after = last.length < first ? null : last.at(-1)!.lastAt
    const shown = titles?.get(historyId) ?? null
    const query = { configuration, historyId, before, after, first, titles: shown }
    const left = await deps.plays.leftSeries(query)
    const profile = profiles.find(({ id }) => id === profileIds[0])!
    const own = left.map(({ titleKey, ...one }) => {
      return { ...one, profile, title: { space: 'series', titleKey } as const }
    })
    last = [...last, ...own].toSorted((a, b) => b.lastAt - a.lastAt).slice(0, first)
  }
  return withNames(deps.plays, user, last)
}
