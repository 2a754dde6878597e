import type { Profile, User } from '../../model/household.ts'
import type { PlayCount } from '../../model/play-statistics.ts'
import type { PlayFilter } from '../../model/play-filter.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { Ask } from '../library/deps.ts'
import { readFilter } from './filter.ts'
import type { ActivityFilter, FilterDeps } from './filter.ts'
import type { Play } from './plays.ts'
import { askedTime } from './times.ts'

export type PlayUser = Omit<PlayCount, 'slot' | 'group'> & {
  readonly profile: Profile
  /** Null: there is none. */
  readonly lastPlay: () => Promise<Play | null>
}

type UserDeps = FilterDeps & { readonly plays: PlayStore }

/** How much each user has watched, in the order of the household. Throws what a filter throws. */
export async function readPlayUsers(
  { plays, ...deps }: UserDeps,
  user: User,
  given: ActivityFilter | null | undefined,
  ask: Ask,
): Promise<readonly PlayUser[]> {
  const filter = await readFilter({ ...deps, plays }, user, given ?? {}, ask)
  const counts = await countsOf(plays, filter)
  const readers = new Map(
    filter.readers.flatMap(({ historyId, profileIds }) =>
      profileIds.map((id) => [id, { historyId, profileIds: [id] }] as const),
    ),
  )
  return user.profiles.flatMap((profile): readonly PlayUser[] => {
    const reader = readers.get(profile.id)
    if (reader === undefined) return []
    const { plays: played = 0, finished = 0, watchedMs = 0 } = counts.get(profile.id) ?? {}
    const lastPlay = async (): Promise<Play | null> => {
      if (played === 0) return null
      const [last] = (await plays.page({ ...lastPage, filter: { ...filter, readers: [reader] } }))
        .plays
      return last ? { ...last, profile } : null
    }
    return [{ profile, plays: played, finished, watchedMs, lastPlay }]
  })
}

const lastPage = { descending: true, after: null, before: null, fromEnd: false, limit: 1 }

async function countsOf(
  plays: PlayStore,
  filter: PlayFilter,
): Promise<ReadonlyMap<string | null, PlayCount>> {
  const { counted } = await askedTime(plays, filter)
  if (counted === null) return new Map()
  const slots = { kind: 'line', starts: [counted.from, counted.to] } as const
  const counts = await plays.count({ filter: { ...filter, ...counted }, groupBy: 'user', slots })
  return new Map(counts.map((count) => [count.group, count]))
}
