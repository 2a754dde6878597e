import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { Household } from '../../model/member.ts'
import type { TrackerLink, TrackerStore } from '../../model/tracker-store.ts'
import type {
  NativeTracker,
  Pairing,
  PullOutcome,
  PushOutcome,
  TrackerTokens,
  WatchEvent,
} from '../../model/tracker.ts'
import type { Sealer } from '../../security/seal.ts'
import type { WatchStateClient } from '../../trackers/watch-state/client.ts'
import { markOf } from './candidates.ts'
import type { Candidates } from './candidates.ts'
import { nativeNames, nativeTitles } from './trackers.ts'
import type { NativeName } from './trackers.ts'

/** What a native tracker's link keeps: what lets in, and what is needed to be let in anew. */
export type LinkSecret = {
  readonly tokens: TrackerTokens | null
  readonly pairing: Pairing | null
}

/** Why a link cannot be spoken to: `away` for now, `gone` from the configuration. */
export type NoConnection = 'away' | 'gone'

/** Native trackers count requests, and take a second for each. */
const nativeRestMs: Readonly<Record<NativeName, number>> = {
  trakt: 1_000,
  simkl: 1_100,
  anilist: 2_000,
  myanimelist: 1_000,
}
/** Titles of one source that are told at the same time. */
const sourceWidth = 8

export type Natives = Readonly<Record<NativeName, NativeTracker | null>>

/** A tracker that can be spoken to for one profile. */
export type Connection = {
  readonly name: string
  /** Whose history it is. */
  readonly historyId: string
  readonly household: Household
  /** Of the address that is spoken to; null: its tokens alone let in. */
  readonly addressMark: string | null
  /** Titles that it may be told at the same time. */
  readonly width: number
  /** Milliseconds between two events. */
  readonly restMs: number
  /** Null: there is nothing to ask it for. */
  readonly pull: ((version: string | null, signal: AbortSignal) => Promise<PullOutcome>) | null
  push(event: WatchEvent, signal: AbortSignal): Promise<PushOutcome>
}

/** Looks at a source that says it is no tracker before its link is removed. */
const patience = 3

/** How each link is spoken to, as its household's configuration is now. */
export function createConnections({
  store,
  sealer,
  natives,
  watchState,
  candidates,
  household: findHousehold,
}: {
  store: TrackerStore
  sealer: Sealer
  natives: Natives
  watchState: WatchStateClient
  candidates: Candidates
  household: (configuration: number) => Promise<Household | null>
}) {
  const contextOf = (link: number): string => `tracker-link ${link}`

  function readSecret(link: TrackerLink): LinkSecret | null {
    const plain = link.secret && sealer.open(link.secret, contextOf(link.number))
    return plain && (fromJsonBytes(plain) as LinkSecret)
  }

  function sealSecret(link: number, secret: LinkSecret): Uint8Array {
    return sealer.seal(jsonBytes(secret), contextOf(link))
  }

  function nativeConnection(
    link: TrackerLink,
    name: NativeName,
    household: Household,
    historyId: string,
  ): Connection | NoConnection {
    const native = natives[name]
    const secret = readSecret(link)
    if (!native || !secret?.tokens || !candidates.isOn(household, name)) return 'away'
    let { tokens } = secret
    const ask = (signal: AbortSignal) => ({
      tokens,
      signal,
      async renewed(next: TrackerTokens): Promise<void> {
        tokens = next
        await store.change(link.number, {
          secret: sealSecret(link.number, { ...secret, tokens: next }),
        })
      },
    })
    return {
      name: nativeTitles[name],
      historyId,
      household,
      addressMark: null,
      width: 1,
      restMs: nativeRestMs[name],
      push: (event, signal) => native.push(event, ask(signal)),
      pull: (version, signal) => native.pull(version, ask(signal)),
    }
  }

  return {
    readSecret,
    sealSecret,

    /** Fails where its source cannot be asked what it is. */
    async of(link: TrackerLink, signal: AbortSignal): Promise<Connection | NoConnection> {
      const household = await findHousehold(link.configuration)
      const profile = household?.profiles.find(({ id }) => id === link.profileId)
      if (!household || !profile) return 'gone'
      const name = nativeNames.find((one) => one === link.tracker)
      if (name) return nativeConnection(link, name, household, profile.historyId)
      const found = candidates.find(household, profile, link.tracker)
      if (found === null) return 'gone'
      if (!found.isOn) return 'away'
      const { source } = found
      const told = await candidates.learn(source, signal)
      const { support } = told
      // A source that was one may say otherwise once; what waits for it is kept for a while.
      if (!support) return link.failures < patience ? 'away' : 'gone'
      return {
        name: told.name,
        historyId: profile.historyId,
        household,
        addressMark: markOf(source),
        width: sourceWidth,
        restMs: 0,
        push: (event, ends) => watchState.push(source, support, event, ends),
        pull: support.pulls ? (version, ends) => watchState.pull(source, version, ends) : null,
      }
    },
  }
}
