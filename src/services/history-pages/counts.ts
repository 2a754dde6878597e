import type { HistoryCounts, HistoryStore, TitleCount } from '../../model/history-store.ts'
import type { LibraryService } from '../library/service.ts'
import type { User, Profile } from '../../model/household.ts'
import { historyOwners } from '../history/owners.ts'
import { readableProfiles, refuseApiKeys } from '../users/access.ts'

export type HouseholdCounts = { readonly users: readonly UserCounts[] }

/** The counts are null for a user of somebody else's history. */
export type UserCounts = {
  readonly profile: Profile
  readonly counts: Omit<HistoryCounts, 'historyId'> | null
}

export type CountsDeps = {
  readonly store: HistoryStore
  readonly library: Pick<LibraryService, 'isLimited' | 'visibleEntries'>
}

export async function readHistoryCounts(deps: CountsDeps, user: User): Promise<HouseholdCounts> {
  const { store } = deps
  refuseApiKeys(user)
  const profiles = readableProfiles(user)
  const own = profiles.filter(({ id, historyOwner }) => id === historyOwner)
  const owners = await historyOwners(store, user, own)
  const historyIds = [...owners.keys()]
  const counts = deps.library.isLimited(user)
    ? await visibleCounts(deps, user, historyIds)
    : await store.counts(historyIds)
  const byProfile = new Map(
    counts.map(({ historyId, ...rest }) => [owners.get(historyId)!, rest] as const),
  )
  const users = profiles.map((profile) => ({ profile, counts: byProfile.get(profile.id) ?? null }))
  return { users }
}

/** One history after the other, of which only titles are held. */
async function visibleCounts(
  { store, library }: CountsDeps,
  user: User,
  historyIds: readonly number[],
): Promise<readonly HistoryCounts[]> {
  const counts: HistoryCounts[] = []
  for (const historyId of historyIds) {
    let all: HistoryCounts = { historyId, ...nothing }
    for await (const some of store.countsByTitle(historyId)) {
      for (const title of await library.visibleEntries(user, some)) all = added(all, title)
    }
    counts.push(all)
  }
  return counts
}

const nothing = { movies: 0, episodes: 0, inProgress: 0, favorites: 0, lastAt: null }

function added(counts: HistoryCounts, title: TitleCount): HistoryCounts {
  const { kind, played, resumable, favorites, lastAt } = title
  return {
    historyId: counts.historyId,
    movies: counts.movies + (kind === 'movie' || kind === 'video' ? played : 0),
    episodes: counts.episodes + (kind === 'episode' ? played : 0),
    inProgress: counts.inProgress + resumable,
    favorites: counts.favorites + favorites,
    lastAt: lastAt === null ? counts.lastAt : Math.max(counts.lastAt ?? 0, lastAt),
  }
}
