import type { Providers } from '../../model/tracker.ts'
import type { Lock } from '../../core/lock.ts'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { Logger } from '../../core/logger.ts'
import type { HistoryStore } from '../../model/history-store.ts'
import type { IdTranslator } from '../../model/id-translator.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { Breaker } from '../../model/breaker.ts'
import type { Household, User } from '../../model/household.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { Pairing } from '../../model/tracker.ts'
import type { Sealer } from '../../security/seal.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import type { WatchStateClient } from '../../trackers/watch-state/client.ts'
import { createImportedParts } from '../history/imported.ts'
import type { HealthRecorder } from '../health/recorder.ts'
import { refuseApiKeys, writableProfiles } from '../users/access.ts'
import { openConnection } from './connections.ts'
import { createLinkSecrets } from './link-secrets.ts'
import { breakersOf } from './breakers.ts'
import { createOutbox } from './outbox.ts'
import { connectProvider, disconnectProvider, finishProvider } from './pairing.ts'
import type { PairingInput } from './pairing.ts'
import { observeConnection } from './observed-connection.ts'
import { pullLink } from './pull.ts'
import { createSourceTrackers } from './source-trackers.ts'
import { listTrackers } from './states.ts'
import type { TrackerState } from './states.ts'
import { syncLinks } from './sync.ts'
import { createWorker } from './worker.ts'

export type TrackerServiceOptions = {
  readonly store: TrackerStore
  readonly history: HistoryStore
  readonly client: Pick<SourceClient, 'manifest'>
  readonly watchState: WatchStateClient
  readonly providers: Providers
  readonly sealer: Sealer
  readonly translators: readonly IdTranslator[]
  readonly events: LiveEvents
  readonly lock: Lock
  readonly log: Logger
  readonly health: Pick<HealthRecorder, 'record'>
  readonly playsKeptMs?: number | null | undefined
  readonly household: (configuration: number) => Promise<Household | null>
}

export type TrackerService = ReturnType<typeof createTrackerService>

/** Delivers what is watched to trackers and pulls what they know. Throws FORBIDDEN for API keys. */
export function createTrackerService(options: TrackerServiceOptions) {
  const secrets = createLinkSecrets(options.sealer)
  const sourceTrackers = createSourceTrackers(options.client)
  const partOf = createImportedParts(options.translators)
  const worker = createWorker({
    ...options,
    connect: async (link, signal) =>
      observeConnection(
        await openConnection({ ...options, secrets, sourceTrackers }, link, signal),
        options.health,
      ),
    pull: (link, connection, signal) => pullLink({ ...options, partOf }, link, connection, signal),
  })
  const deps = { ...options, secrets, sourceTrackers, wake: () => worker.wake() }

  return {
    ...createOutbox(deps),

    list: (user: User): Promise<readonly TrackerState[]> => listTrackers(deps, user),

    breakersOf: (household: Household): Promise<ReadonlyMap<string, Breaker>> =>
      breakersOf(deps, household),

    connect: (user: User, input: PairingInput, signal: AbortSignal): Promise<Pairing> =>
      connectProvider(deps, user, input, signal),

    finish: (
      user: User,
      input: PairingInput & { readonly code?: string | null | undefined },
      signal: AbortSignal,
    ): Promise<TrackerState> => finishProvider(deps, user, input, signal),

    disconnect: (user: User, input: PairingInput): Promise<boolean> =>
      disconnectProvider(deps, user, input),

    /** Makes all waiting events due now, even after refused tokens. Throws NOT_FOUND; returns true. */
    async retry(user: User, id: string): Promise<boolean> {
      await retryLink(options.store, user, id)
      worker.wake()
      return true
    },

    async sync(household: Household): Promise<void> {
      await syncLinks(deps, household)
      worker.wake()
    },

    start: (): void => worker.start(),
    stop: (): Promise<void> => worker.stop(),
  }
}

async function retryLink(store: TrackerStore, user: User, id: string): Promise<void> {
  refuseApiKeys(user)
  const link = /^\d{1,9}$/.test(id) ? await store.link(Number(id)) : null
  const isOwn =
    link?.configuration === user.configuration &&
    writableProfiles(user).some((profile) => profile.id === link.profileId)
  if (!link || !isOwn) throw new AppError('NOT_FOUND', refusal('NO_SUCH_TRACKER'))
  const isRefused = link.state === 'reconnect'
  await store.retryNow(link.id, isRefused ? { state: 'connected', reason: null } : {})
}
