import { nativeTrackerNames, nativeTrackers } from '../../model/tracker-names.ts'
import type { NativeTracker } from '../../model/tracker-names.ts'
import type { Providers } from '../../model/tracker.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Household, Profile } from '../../model/household.ts'
import type { TrackerLink } from '../../model/tracker-link.ts'
import type { PullOutcome, PushOutcome, TrackerTokens, WatchEvent } from '../../model/tracker.ts'
import type { TrackerStore } from '../../storage/repositories/trackers/store.ts'
import type { WatchStateClient } from '../../trackers/watch-state/client.ts'
import { changeSecret } from './link-secrets.ts'
import type { LinkSecrets } from './link-secrets.ts'
import { addressMarkOf, findSource, isProviderOn } from './source-trackers.ts'
import type { SourceTrackers } from './source-trackers.ts'

/** `away`: disabled or not set up for now; `gone`: no longer in the configuration. */
export type NoConnection = 'away' | 'gone'

export type Connection = {
  readonly name: string
  readonly historyOwner: string
  readonly household: Household
  /** Mark of a source's address; null for a provider. */
  readonly addressMark: string | null
  /** Titles delivered concurrently. */
  readonly width: number
  /** Milliseconds between two events. */
  readonly spacingMs: number
  /** Null if the tracker cannot be read. */
  readonly pull: ((version: string | null, signal: AbortSignal) => Promise<PullOutcome>) | null
  push(event: WatchEvent, signal: AbortSignal, isOver?: () => boolean): Promise<PushOutcome>
}

export type ConnectionDeps = {
  readonly store: Pick<TrackerStore, 'link' | 'changeSecret'>
  readonly secrets: LinkSecrets
  readonly providers: Providers
  readonly watchState: WatchStateClient
  readonly sourceTrackers: SourceTrackers
  readonly household: (configuration: number) => Promise<Household | null>
}

const sourceWidth = 8
/** How often a source may declare that it is no tracker before its link is deleted. */
const patience = 3

/** By the household's current configuration. Rejects if a source's manifest cannot be read. */
export async function openConnection(
  deps: ConnectionDeps,
  link: TrackerLink,
  signal: AbortSignal,
): Promise<Connection | NoConnection> {
  const household = await deps.household(link.configuration)
  const profile = household?.profiles.find(({ id }) => id === link.profileId)
  if (!household || !profile) return 'gone'
  const name = nativeTrackerNames.find((one) => one === link.tracker)
  return name
    ? providerConnection(deps, link, name, household, profile)
    : sourceConnection(deps, link, household, profile, signal)
}

function providerConnection(
  { store, secrets, providers }: ConnectionDeps,
  link: TrackerLink,
  name: NativeTracker,
  household: Household,
  { historyOwner }: Profile,
): Connection | NoConnection {
  const provider = providers[name]
  const secret = secrets.read(link)
  if (!provider || !secret?.tokens || !isProviderOn(household, name)) return 'away'
  let { tokens } = secret
  const access = (signal: AbortSignal) => ({
    tokens,
    signal,
    async renewed(next: TrackerTokens): Promise<void> {
      const old = tokens
      tokens = next
      // If the user has reconnected the tracker in the meantime, the new tokens stay.
      await changeSecret({ store, secrets }, link.id, (stored) =>
        isDeepStrictEqual(stored?.tokens, old)
          ? { pairing: stored?.pairing ?? null, tokens: next }
          : null,
      )
    },
  })
  return {
    name: nativeTrackers[name].title,
    historyOwner,
    household,
    addressMark: null,
    width: 1,
    spacingMs: nativeTrackers[name].spacingMs,
    push: (event, signal) => provider.push(event, access(signal)),
    pull: (version, signal) => provider.pull(version, access(signal)),
  }
}

async function sourceConnection(
  { sourceTrackers, watchState }: ConnectionDeps,
  link: TrackerLink,
  household: Household,
  profile: Profile,
  signal: AbortSignal,
): Promise<Connection | NoConnection> {
  const found = findSource(household, profile, link.tracker)
  if (found === null) return 'gone'
  if (!found.isOn) return 'away'
  const { source } = found
  const { support, name } = await sourceTrackers.supportOf(source, signal)
  // A manifest may lack the resource temporarily, so keep waiting events for a while.
  if (!support) return link.failures < patience ? 'away' : 'gone'
  return {
    name,
    historyOwner: profile.historyOwner,
    household,
    addressMark: addressMarkOf(source),
    width: sourceWidth,
    spacingMs: 0,
    push: (event, ends, isOver) => watchState.push(source, support, event, ends, isOver),
    pull: support.pulls ? (version, ends) => watchState.pull(source, version, ends) : null,
  }
}
