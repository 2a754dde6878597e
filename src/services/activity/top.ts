import { requireWhole } from '../../core/whole-number.ts'
import type { User } from '../../model/household.ts'
import type { TopCount, TopQuery } from '../../model/play-statistics.ts'
import type { PlayedTitle, PlayFilter } from '../../model/play-filter.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { Ask } from '../library/deps.ts'
import { readFilter } from './filter.ts'
import type { ActivityFilter, FilterDeps } from './filter.ts'
import { askedTime } from './times.ts'
import { readTitle } from './titles.ts'

export const topMeasures = ['plays', 'time', 'users'] as const

export type TopInput = {
  readonly filter?: ActivityFilter | null | undefined
  readonly by?: TopQuery['by'] | null | undefined
  /** 1 to 100. Default: 10. */
  readonly first?: number | null | undefined
}

type Count = Omit<TopCount, 'group'>

export type TopName = Count & { readonly name: string }
export type TopTitle = Count & { readonly title: PlayedTitle }

type TopDeps = FilterDeps & { readonly plays: PlayStore }

const usualFirst = 10
export const mostFirst = 100

/** Throws BAD_REQUEST. */
export function requireFirst(first: number | null | undefined): number {
  return requireWhole('first', first ?? usualFirst, mostFirst)
}

/** Throws what a filter throws, and BAD_REQUEST for a number out of bounds. */
export async function topTitles(
  deps: TopDeps,
  user: User,
  input: TopInput,
  ask: Ask,
): Promise<readonly TopTitle[]> {
  const first = requireFirst(input.first)
  const filter = await readFilter(deps, user, input.filter ?? {}, ask)
  return titlesOf(deps.plays, filter, input.by ?? 'plays', first)
}

export async function topNames(
  deps: TopDeps,
  user: User,
  input: TopInput,
  of: Exclude<TopQuery['of'], 'title'>,
  ask: Ask,
): Promise<readonly TopName[]> {
  const first = requireFirst(input.first)
  const filter = await readFilter(deps, user, input.filter ?? {}, ask)
  return namesOf(deps.plays, filter, of, input.by ?? 'plays', first)
}

export async function titlesOf(
  plays: PlayStore,
  filter: PlayFilter,
  by: TopQuery['by'],
  first: number,
): Promise<readonly TopTitle[]> {
  const found = await countsOf(plays, filter, 'title', by, first)
  return found.map(({ group, ...count }) => ({ ...count, title: readTitle(group) }))
}

export async function namesOf(
  plays: PlayStore,
  filter: PlayFilter,
  of: Exclude<TopQuery['of'], 'title'>,
  by: TopQuery['by'],
  first: number,
): Promise<readonly TopName[]> {
  const counts = await countsOf(plays, filter, of, by, first)
  return counts.map(({ group, ...count }) => ({ ...count, name: group }))
}

async function countsOf(
  plays: PlayStore,
  filter: PlayFilter,
  of: TopQuery['of'],
  by: TopQuery['by'],
  first: number,
): Promise<readonly TopCount[]> {
  const { counted } = await askedTime(plays, filter)
  if (counted === null) return []
  return plays.top({ filter: { ...filter, ...counted }, of, by, first })
}
