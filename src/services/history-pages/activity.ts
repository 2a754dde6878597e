import type { HistoryCounts, HistoryStore } from '../../model/history-store.ts'
import type { User, Profile } from '../../model/household.ts'
import { historyOwners } from '../history/owners.ts'
import { readableProfiles, refuseApiKeys } from '../users/access.ts'

export type Activity = { readonly users: readonly ProfileActivity[] }

/** The counts are null for a user of somebody else's history. */
export type ProfileActivity = {
  readonly profile: Profile
  readonly counts: Omit<HistoryCounts, 'historyId'> | null
}

export async function readActivity(store: HistoryStore, user: User): Promise<Activity> {
  refuseApiKeys(user)
  const profiles = readableProfiles(user)
  const own = profiles.filter(({ id, historyOwner }) => id === historyOwner)
  const owners = await historyOwners(store, user, own)
  const counts = await store.counts([...owners.keys()])
  const byProfile = new Map(
    counts.map(({ historyId, ...rest }) => [owners.get(historyId)!, rest] as const),
  )
  const users = profiles.map((profile) => ({ profile, counts: byProfile.get(profile.id) ?? null }))
  return { users }
}
