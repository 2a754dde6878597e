import { nativeTrackers, settingPrefixOf } from '../../model/tracker-names.ts'
import type { NativeTracker } from '../../model/tracker-names.ts'
import type { Providers } from '../../model/tracker.ts'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import { trackerReason } from '../../core/tracker-reasons.ts'
import { failureOf, UpstreamError } from '../../core/upstream-error.ts'
import type { User, Profile } from '../../model/household.ts'
import type { TrackerLink } from '../../model/tracker-link.ts'
import type { Pairing, PairingOutcome, TrackerProvider } from '../../model/tracker.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import { refuseApiKeys, requireWritable } from '../users/access.ts'
import { changeSecret } from './link-secrets.ts'
import type { LinkSecrets } from './link-secrets.ts'
import { stateOf } from './states.ts'
import type { TrackerState } from './states.ts'

export type PairingDeps = {
  readonly store: TrackerStore
  readonly providers: Providers
  readonly secrets: LinkSecrets
  /** Starts work on new events at once. */
  readonly wake: () => void
}

export type PairingInput = {
  readonly tracker: NativeTracker
  readonly userId?: string | null | undefined
}

/** If the provider does not say when to try again. */
const usualRetryMs = 30_000

/** Starts connecting a provider. Throws NOT_FOUND if it is not set up, SERVICE_UNAVAILABLE if it does not answer. */
export async function connectProvider(
  { store, providers, secrets }: PairingDeps,
  user: User,
  { tracker, userId }: PairingInput,
  signal: AbortSignal,
): Promise<Pairing> {
  const provider = requireProvider(providers, tracker)
  const profile = requireProfile(user, userId)
  const pairing = await provider.begin(signal).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error
    const problem = { problem: error.message, failure: failureOf(error) }
    throw new AppError(
      'SERVICE_UNAVAILABLE',
      trackerReason('TRACKER_NOT_ANSWERING', {
        tracker: nativeTrackers[tracker].title,
        ...problem,
      }),
      { retryAfter: usualRetryMs / 1_000 },
    )
  })
  const link = await store.ensure(user.configuration, profile.id, tracker, 'pending')
  // Until the new connection is confirmed, the old tokens go on to work.
  await changeSecret({ store, secrets }, link.id, (stored) => ({
    tokens: stored?.tokens ?? null,
    pairing,
  }))
  return pairing
}

/** Checks whether the user has confirmed; `code` is from the provider's page. Throws BAD_REQUEST if refused or never started. */
export async function finishProvider(
  deps: PairingDeps,
  user: User,
  { tracker, userId, code }: PairingInput & { readonly code?: string | null | undefined },
  signal: AbortSignal,
): Promise<TrackerState> {
  const { store, providers, secrets } = deps
  const provider = requireProvider(providers, tracker)
  const link = await linkOf(deps, user, requireProfile(user, userId), tracker)
  const secret = link && secrets.read(link)
  if (!link || !secret) {
    throw new AppError('BAD_REQUEST', refusal('TRACKER_NOT_BEGUN'))
  }
  const isPending =
    secret.pairing !== null &&
    !(await confirm(deps, provider, link, secret.pairing, code ?? null, signal))
  const waiting = await store.waitingCounts([link.id])
  const now = (await store.link(link.id)) ?? link
  const shown = isPending ? { ...now, state: 'pending' as const } : now
  return stateOf(store, shown, nativeTrackers[tracker].title, tracker, waiting.get(link.id) ?? 0)
}

/** Deletes a provider's tokens and waiting events; returns whether there were any. */
export async function disconnectProvider(
  deps: PairingDeps,
  user: User,
  { tracker, userId }: PairingInput,
): Promise<boolean> {
  const link = await linkOf(deps, user, requireProfile(user, userId), tracker)
  if (link) await deps.store.remove(link.id)
  return link !== undefined
}

async function confirm(
  { store, secrets, wake }: PairingDeps,
  provider: TrackerProvider,
  link: TrackerLink,
  pairing: Pairing,
  code: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  const outcome = await provider.finish(pairing, code, signal)
  if (outcome.kind === 'pending') return false
  if (outcome.kind !== 'connected') throw refusalOf(outcome)
  await store.retryNow(link.id, {
    state: 'connected',
    reason: null,
    version: null,
    secret: secrets.seal(link.id, { tokens: outcome.tokens, pairing: null }),
  })
  wake()
  return true
}

function refusalOf(outcome: Extract<PairingOutcome, { kind: 'refused' | 'retry' }>): AppError {
  if (outcome.kind === 'refused') {
    return new AppError('BAD_REQUEST', outcome.reason)
  }
  return new AppError('SERVICE_UNAVAILABLE', outcome.reason, {
    retryAfter: Math.ceil((outcome.afterMs ?? usualRetryMs) / 1_000),
  })
}

function requireProvider(providers: Providers, name: NativeTracker): TrackerProvider {
  const provider = providers[name]
  if (provider) return provider
  const setting = `${settingPrefixOf(name)}_CLIENT_ID`
  throw new AppError(
    'NOT_FOUND',
    refusal('TRACKER_NOT_SET_UP', { tracker: nativeTrackers[name].title, setting }),
  )
}

async function linkOf(
  { store }: PairingDeps,
  user: User,
  profile: Profile,
  name: NativeTracker,
): Promise<TrackerLink | undefined> {
  const links = await store.links(user.configuration)
  return links.find(({ profileId, tracker }) => profileId === profile.id && tracker === name)
}

function requireProfile(user: User, userId: string | null | undefined): Profile {
  refuseApiKeys(user)
  return userId == null ? user.profile : requireWritable(user, userId)
}
