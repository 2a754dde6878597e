import { nativeTrackerNames } from '../../model/tracker-names.ts'
import type { Providers } from '../../model/tracker.ts'
import { randomBytes } from 'node:crypto'
import type { Household, User } from '../../model/household.ts'
import type { WatchEvent, NewWatchEvent } from '../../model/tracker.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import { isProviderOn } from './source-trackers.ts'
import type { SourceTrackers } from './source-trackers.ts'

type OutboxDeps = {
  readonly store: Pick<TrackerStore, 'ensure' | 'links'>
  readonly sourceTrackers: SourceTrackers
  readonly providers: Providers
  readonly wake: () => void
}

export function createOutbox({ store, sourceTrackers, providers, wake }: OutboxDeps) {
  const hasProviders = nativeTrackerNames.some((name) => providers[name] !== null)

  /** Link ids for the caller's history. Call before a transaction begins, since it may write. */
  async function linksOf(user: User): Promise<readonly number[]> {
    const { historyOwner } = user.profile
    const sources = await sourceLinks({ store, sourceTrackers }, user, historyOwner)
    if (!hasProviders) return sources
    return [...sources, ...(await providerLinks(store, user, historyOwner))]
  }

  return {
    linksOf,

    /** Call after committing a transaction that stored events. */
    wake,
  }
}

/** The id stays the same across delivery attempts. */
export function newEvent(event: NewWatchEvent): WatchEvent {
  return { ...event, id: randomBytes(16).toString('hex'), at: event.at ?? Date.now() }
}

async function sourceLinks(
  { store, sourceTrackers }: Pick<OutboxDeps, 'store' | 'sourceTrackers'>,
  household: Household,
  historyOwner: string,
): Promise<readonly number[]> {
  const { configuration, profiles } = household
  const links: number[] = []
  for (const profile of profiles) {
    if (profile.historyOwner !== historyOwner) continue
    for (const { tracker, source } of sourceTrackers.of(household, profile)) {
      // Loads the manifest; delivery checks whether the source is a tracker.
      sourceTrackers.supportOf(source).catch(() => {})
      const link = await store.ensure(configuration, profile.id, tracker, 'connected')
      links.push(link.id)
    }
  }
  return links
}

async function providerLinks(
  store: OutboxDeps['store'],
  household: Household,
  historyOwner: string,
): Promise<readonly number[]> {
  const { configuration, profiles } = household
  const links = await store.links(configuration)
  return links
    .filter(
      ({ profileId, tracker, state }) =>
        state !== 'pending' &&
        profiles.some((one) => one.id === profileId && one.historyOwner === historyOwner) &&
        nativeTrackerNames.some((name) => name === tracker && isProviderOn(household, name)),
    )
    .map(({ id }) => id)
}
