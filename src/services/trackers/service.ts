import { randomBytes } from 'node:crypto'
import type { Lock } from '../../cache/lock.ts'
import { AppError } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { HistoryStore } from '../../model/history-store.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { Household, Member, Profile } from '../../model/member.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { TrackerLink, TrackerStore } from '../../model/tracker-store.ts'
import type { WatchEvent, WatchNews } from '../../model/tracker.ts'
import type { Sealer } from '../../security/seal.ts'
import type { WatchStateClient } from '../../trackers/watch-state/client.ts'
import { createImportedParts } from '../history/imported.ts'
import { requirePerson, requireWritable, writableProfiles } from '../profiles/access.ts'
import { createCandidates, markOf } from './candidates.ts'
import { createConnections } from './connections.ts'
import type { Natives } from './connections.ts'
import { createIntake } from './intake.ts'
import { nativeNames, nativeTitles } from './trackers.ts'
import type { NativeName, TrackerService, TrackerState } from './trackers.ts'
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

/** Events that were given up and are shown. */
const maxShown = 50

export function createTrackerService(options: TrackerServiceOptions): TrackerService {
  const { store, natives } = options
  const candidates = createCandidates(options.client)
  const connections = createConnections({ ...options, candidates })
  const worker = createWorker({
    ...options,
    connections,
    pull: createIntake({ ...options, partOf: createImportedParts(options.translators) }),
  })
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

  function requireNative(name: NativeName) {
    const native = natives[name]
    if (native) return native
    throw new AppError(
      'NOT_FOUND',
      `${nativeTitles[name]} is not set up on this server; the operator sets ${name.toUpperCase()}_CLIENT_ID.`,
    )
  }

  function profileOf(member: Member, userId: string | null): Profile {
    requirePerson(member)
    return userId === null ? member.profile : requireWritable(member, userId)
  }

  async function linkOf(member: Member, profile: Profile, name: NativeName) {
    const links = await store.links(member.configuration)
    return links.find(({ profileId, tracker }) => profileId === profile.id && tracker === name)
  }

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

  return {
    async tell(member, news) {
      if (news.length === 0) return
      const numbers = await audience(member, member.profile.historyId)
      if (numbers.length === 0) return
      await store.enqueue(numbers, news.map(eventOf))
      worker.wake()
    },

    list,

    async connect(member, name, userId, signal) {
      const native = requireNative(name)
      const profile = profileOf(member, userId)
      const pairing = await native.begin(signal).catch((error: unknown) => {
        if (!(error instanceof UpstreamError)) throw error
        throw new AppError('SERVICE_UNAVAILABLE', `${nativeTitles[name]}: ${error.message}`, {
          retryAfter: 30,
        })
      })
      const link = await store.ensure(member.configuration, profile.id, name, 'pending')
      // Until the person has let it in anew, what let it in before goes on to work.
      const tokens = connections.readSecret(link)?.tokens ?? null
      await store.change(link.number, {
        secret: connections.sealSecret(link.number, { tokens, pairing }),
      })
      return pairing
    },

    async finish(member, name, userId, code, signal) {
      const native = requireNative(name)
      const profile = profileOf(member, userId)
      const link = await linkOf(member, profile, name)
      const secret = link && connections.readSecret(link)
      if (!link || !secret) {
        throw new AppError('BAD_REQUEST', 'Nothing was begun; connect the tracker first.')
      }
      let isPending = false
      if (secret.pairing) {
        const outcome = await native.finish(secret.pairing, code, signal)
        if (outcome.kind === 'refused') throw new AppError('BAD_REQUEST', outcome.reason)
        if (outcome.kind === 'retry') {
          throw new AppError('SERVICE_UNAVAILABLE', outcome.reason, {
            retryAfter: Math.ceil((outcome.afterMs ?? 30_000) / 1_000),
          })
        }
        isPending = outcome.kind === 'pending'
        if (outcome.kind === 'connected') {
          await store.change(link.number, {
            state: 'connected',
            reason: null,
            version: null,
            secret: connections.sealSecret(link.number, { tokens: outcome.tokens, pairing: null }),
          })
          await store.hurry(link.number)
          worker.wake()
        }
      }
      const waiting = await store.waiting([link.number])
      const now = (await store.link(link.number)) ?? link
      const shown = isPending ? { ...now, state: 'pending' as const } : now
      return stateOf(shown, nativeTitles[name], name, waiting.get(link.number) ?? 0)
    },

    async disconnect(member, name, userId) {
      const link = await linkOf(member, profileOf(member, userId), name)
      if (link) await store.remove(link.number)
      return link !== undefined
    },

    async retry(member, number) {
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

    async sync(household) {
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

    start: () => worker.start(),
    stop: () => worker.stop(),
  }
}

function eventOf(news: WatchNews): WatchEvent {
  return { ...news, id: randomBytes(16).toString('hex'), at: news.at ?? Date.now() }
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
