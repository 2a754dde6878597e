import type { User } from '../../model/household.ts'
import type { PlayedTitle, PlayFilter } from '../../model/play-filter.ts'
import type { PlayStore } from '../../model/play-store.ts'
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

type RewatchedDeps = FilterDeps & { readonly plays: PlayStore }

/** Throws what a filter throws, and BAD_REQUEST where too many plays would have to be looked at. */
export async function readRewatched(
  deps: RewatchedDeps,
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
