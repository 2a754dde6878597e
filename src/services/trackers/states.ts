import { nativeTrackerNames, nativeTrackers } from '../../model/tracker-names.ts'
import type { NativeTracker } from '../../model/tracker-names.ts'
import type { Providers } from '../../model/tracker.ts'
import type { Household, User, Profile } from '../../model/household.ts'
import type { TrackerEvent, TrackerLink } from '../../model/tracker-link.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import { refuseApiKeys, writableProfiles } from '../users/access.ts'
import type { SourceTrackers } from './source-trackers.ts'

export type TrackerState = {
  /** Link id; null if never connected. */
  readonly link: number | null
  /** Null for a source. */
  readonly provider: NativeTracker | null
  /** Its id; null for a provider. */
  readonly source: string | null
  readonly name: string
  readonly profileId: string
  readonly state: TrackerLink['state'] | 'disconnected'
  readonly reason: TrackerLink['reason']
  readonly waiting: number
  readonly givenUp: readonly TrackerEvent[]
  readonly pulledAt: number | null
}

export const trackerStates = [
  'connected',
  'pending',
  'reconnect',
  'disconnected',
] as const satisfies readonly TrackerState['state'][]

type StateDeps = {
  readonly store: Pick<TrackerStore, 'links' | 'ensure' | 'waitingCounts' | 'givenUp'>
  readonly providers: Providers
  readonly sourceTrackers: SourceTrackers
}

const maxGivenUp = 50

/** The first user sees all trackers, others their own. Throws FORBIDDEN for API keys. */
export async function listTrackers(deps: StateDeps, user: User): Promise<readonly TrackerState[]> {
  refuseApiKeys(user)
  const { store } = deps
  const links = await store.links(user.configuration)
  const waiting = await store.waitingCounts(links.map(({ id }) => id))
  const states: TrackerState[] = []
  for (const profile of writableProfiles(user)) {
    const own = links.filter(({ profileId }) => profileId === profile.id)
    for (const [tracker, { name, source }] of await namedSources(deps, user, profile)) {
      const link =
        own.find((one) => one.tracker === tracker) ??
        (await store.ensure(user.configuration, profile.id, tracker, 'connected'))
      const state = await stateOf(store, link, name, null, waiting.get(link.id) ?? 0)
      states.push({ ...state, source })
    }
    for (const name of nativeTrackerNames) {
      if (deps.providers[name] === null) continue
      const link = own.find(({ tracker }) => tracker === name)
      states.push(
        link
          ? await stateOf(store, link, nativeTrackers[name].title, name, waiting.get(link.id) ?? 0)
          : disconnected(name, profile),
      )
    }
  }
  return states
}

export async function stateOf(
  store: Pick<TrackerStore, 'givenUp'>,
  link: TrackerLink,
  name: string,
  provider: NativeTracker | null,
  waiting: number,
): Promise<TrackerState> {
  return {
    link: link.id,
    provider,
    source: null,
    name,
    profileId: link.profileId,
    state: link.state,
    reason: link.reason,
    waiting,
    givenUp: await store.givenUp(link.id, maxGivenUp),
    pulledAt: link.pulledAt,
  }
}

/** Sources that do not answer are left out. */
async function namedSources(
  { sourceTrackers }: StateDeps,
  household: Household,
  profile: Profile,
): Promise<ReadonlyMap<string, { readonly name: string; readonly source: string }>> {
  const found = new Map<string, { readonly name: string; readonly source: string }>()
  for (const { tracker, source } of sourceTrackers.of(household, profile)) {
    const known = await sourceTrackers.supportOf(source).catch(() => null)
    if (known?.support) found.set(tracker, { name: known.name, source: source.id })
  }
  return found
}

function disconnected(provider: NativeTracker, { id }: Profile): TrackerState {
  return {
    link: null,
    provider,
    source: null,
    name: nativeTrackers[provider].title,
    profileId: id,
    state: 'disconnected',
    reason: null,
    waiting: 0,
    givenUp: [],
    pulledAt: null,
  }
}
