import type { Household, Member, Profile } from '../../model/member.ts'
import type { TrackerLink, TrackerStore } from '../../model/tracker-store.ts'
import { requirePerson, writableProfiles } from '../profiles/access.ts'
import type { Candidates } from './candidates.ts'
import type { Natives } from './connections.ts'
import { nativeNames, nativeTitles } from './trackers.ts'
import type { NativeName, TrackerState } from './trackers.ts'

export type TrackerStatesOptions = {
  readonly store: TrackerStore
  /** Those that the operator has set up. */
  readonly natives: Natives
  readonly candidates: Candidates
}

export type TrackerStates = ReturnType<typeof createTrackerStates>

/** Events that were given up and are shown. */
const maxShown = 50

/** What people get to see of their trackers. */
export function createTrackerStates({ store, natives, candidates }: TrackerStatesOptions) {
  async function stateOf(
    link: TrackerLink,
    name: string,
    native: NativeName | null,
    waiting: number,
  ): Promise<TrackerState> {
    return {
      link: link.number,
      native,
      name,
      profileId: link.profileId,
      state: link.state,
      reason: link.reason,
      waiting,
      givenUp: await store.givenUp(link.number, maxShown),
      pulledAt: link.pulledAt,
    }
  }

  async function namesOfSources(household: Household, profile: Profile) {
    const found = new Map<string, string>()
    for (const { tracker, source } of candidates.sources(household, profile)) {
      const told = await candidates.learn(source).catch(() => null)
      if (told?.support) found.set(tracker, told.name)
    }
    return found
  }

  /** The first user sees everybody's, others their own. */
  async function list(member: Member): Promise<readonly TrackerState[]> {
    requirePerson(member)
    const profiles = writableProfiles(member)
    const links = await store.links(member.configuration)
    const waiting = await store.waiting(links.map(({ number }) => number))
    const states: TrackerState[] = []
    for (const profile of profiles) {
      const own = links.filter(({ profileId }) => profileId === profile.id)
      const names = await namesOfSources(member, profile)
      for (const [tracker, name] of names) {
        const link =
          own.find((one) => one.tracker === tracker) ??
          (await store.ensure(member.configuration, profile.id, tracker, 'connected'))
        states.push(await stateOf(link, name, null, waiting.get(link.number) ?? 0))
      }
      for (const name of nativeNames) {
        const link = own.find(({ tracker }) => tracker === name)
        if (natives[name] === null) continue
        states.push(
          link
            ? await stateOf(link, nativeTitles[name], name, waiting.get(link.number) ?? 0)
            : disconnected(name, profile),
        )
      }
    }
    return states
  }

  return { stateOf, list }
}

function disconnected(native: NativeName, { id }: Profile): TrackerState {
  return {
    link: null,
    native,
    name: nativeTitles[native],
    profileId: id,
    state: 'disconnected',
    reason: null,
    waiting: 0,
    givenUp: [],
    pulledAt: null,
  }
}
