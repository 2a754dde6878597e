import type { Household } from '../../model/household.ts'
import type { TrackerLink } from '../../model/tracker-link.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import { addressMarkOf, findSource } from './source-trackers.ts'
import type { SourceTrackers } from './source-trackers.ts'

type SyncDeps = { readonly store: TrackerStore; readonly sourceTrackers: SourceTrackers }

export async function syncLinks(
  { store, sourceTrackers }: SyncDeps,
  household: Household,
): Promise<void> {
  const links = await store.links(household.configuration)
  for (const profile of household.profiles) {
    for (const { tracker, source } of sourceTrackers.of(household, profile)) {
      const known = await sourceTrackers.supportOf(source).catch(() => null)
      if (!known?.support) continue
      const link = await store.ensure(household.configuration, profile.id, tracker, 'connected')
      // A new address may be accepted where the old one was not.
      if (link.state === 'reconnect' && link.addressMark !== addressMarkOf(source)) {
        await store.retryNow(link.id, { state: 'connected', reason: null, version: null })
      }
    }
  }
  for (const link of links) if (!isKept(household, link)) await store.remove(link.id)
}

function isKept(household: Household, { profileId, tracker }: TrackerLink): boolean {
  const profile = household.profiles.find(({ id }) => id === profileId)
  if (!profile) return false
  return !tracker.startsWith('source:') || findSource(household, profile, tracker) !== null
}
