import { randomBytes } from 'node:crypto'
import type { Lock } from '../../cache/lock.ts'
import { AppError } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import type { HistoryStore } from '../../model/history-store.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { Household, Member } from '../../model/member.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { TrackerStore } from '../../model/tracker-store.ts'
import type { WatchEvent, WatchNews } from '../../model/tracker.ts'
import type { Sealer } from '../../security/seal.ts'
import type { WatchStateClient } from '../../trackers/watch-state/client.ts'
import { createImportedParts } from '../history/imported.ts'
import { requirePerson, writableProfiles } from '../profiles/access.ts'
import { createCandidates, markOf } from './candidates.ts'
import { createConnections } from './connections.ts'
import type { Natives } from './connections.ts'
import { createIntake } from './intake.ts'
import { createPairings } from './pairings.ts'
import { createTrackerStates } from './states.ts'
import { nativeNames } from './trackers.ts'
import { createWorker } from './worker.ts'

export type TrackerServiceOptions = {
  readonly store: TrackerStore
  readonly history: HistoryStore
  readonly client: Pick<SourceClient, 'manifest'>
  readonly watchState: WatchStateClient
  /** Those that the operator has set up. */
  readonly natives: Natives
  readonly sealer: Sealer
  readonly translators: readonly IdTranslator[]
  readonly events: LiveEvents
  readonly lock: Lock
  readonly log: Logger
  readonly household: (configuration: number) => Promise<Household | null>
}

export type TrackerService = ReturnType<typeof createTrackerService>

/** Tells trackers what people watch, and takes in what they know. API keys are FORBIDDEN. */
export function createTrackerService(options: TrackerServiceOptions) {
  const { store, natives } = options
  const candidates = createCandidates(options.client)
  const connections = createConnections({ ...options, candidates })
  const worker = createWorker({
    ...options,
    connections,
    pull: createIntake({ ...options, partOf: createImportedParts(options.translators) }),
  })
  const { stateOf, list } = createTrackerStates({ store, natives, candidates })
  const hasNatives = nativeNames.some((name) => natives[name] !== null)

  /** Links that hear of what is written to a history. */
  async function audience(household: Household, historyId: string): Promise<readonly number[]> {
    const profiles = household.profiles.filter((profile) => profile.historyId === historyId)
    const numbers: number[] = []
    for (const profile of profiles) {
      for (const { tracker, source } of candidates.sources(household, profile)) {
        // Whether it is a tracker at all is found out behind, where that is not known.
        candidates.learn(source).catch(() => {})
        const link = await store.ensure(household.configuration, profile.id, tracker, 'connected')
        numbers.push(link.number)
      }
    }
    if (!hasNatives) return numbers
    const ids = new Set(profiles.map(({ id }) => id))
    const links = await store.links(household.configuration)
    const connected = links.filter(
      ({ profileId, tracker, state }) =>
        ids.has(profileId) &&
        state !== 'pending' &&
        nativeNames.some((name) => name === tracker && candidates.isOn(household, name)),
    )
    return [...numbers, ...connected.map(({ number }) => number)]
  }

  return {
    /** Keeps the news for every tracker of the history that the member writes; waits for no tracker. */
    async tell(member: Member, news: readonly WatchNews[]): Promise<void> {
      if (news.length === 0) return
      const numbers = await audience(member, member.profile.historyId)
      if (numbers.length === 0) return
      await store.enqueue(numbers, news.map(eventOf))
      worker.wake()
    },

    list,
    ...createPairings({ store, natives, connections, stateOf, wake: () => worker.wake() }),

    /** Tries everything that waits now, also where the tracker let nobody in any more. NOT_FOUND. */
    async retry(member: Member, number: number): Promise<void> {
      requirePerson(member)
      const link = await store.link(number)
      const isOwn =
        link?.configuration === member.configuration &&
        writableProfiles(member).some(({ id }) => id === link.profileId)
      if (!link || !isOwn) throw new AppError('NOT_FOUND', 'There is no such tracker.')
      if (link.state === 'reconnect') {
        await store.change(number, { state: 'connected', reason: null })
      }
      await store.hurry(number)
      worker.wake()
    },

    /** Brings the trackers of a household in step with its configuration. */
    async sync(household: Household): Promise<void> {
      const links = await store.links(household.configuration)
      for (const profile of household.profiles) {
        for (const { tracker, source } of candidates.sources(household, profile)) {
          const told = await candidates.learn(source).catch(() => null)
          if (!told?.support) continue
          const link = await store.ensure(household.configuration, profile.id, tracker, 'connected')
          // Another address may let in what the one before did not.
          if (link.state === 'reconnect' && link.addressMark !== markOf(source)) {
            await store.change(link.number, { state: 'connected', reason: null, version: null })
            await store.hurry(link.number)
          }
        }
      }
      for (const link of links) {
        const profile = household.profiles.find(({ id }) => id === link.profileId)
        const isSource = link.tracker.startsWith('source:')
        const isKept =
          profile && (!isSource || candidates.find(household, profile, link.tracker) !== null)
        if (!isKept) await store.remove(link.number)
      }
      worker.wake()
    },

    /** Begins to deliver and to ask. */
    start: (): void => worker.start(),
    /** Lets what runs come to an end. */
    stop: (): Promise<void> => worker.stop(),
  }
}

function eventOf(news: WatchNews): WatchEvent {
  return { ...news, id: randomBytes(16).toString('hex'), at: news.at ?? Date.now() }
}
