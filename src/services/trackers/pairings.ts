import { AppError } from '../../core/errors.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { Member, Profile } from '../../model/member.ts'
import type { TrackerStore } from '../../model/tracker-store.ts'
import type { Pairing } from '../../model/tracker.ts'
import { requirePerson, requireWritable } from '../profiles/access.ts'
import type { createConnections, Natives } from './connections.ts'
import type { TrackerStates } from './states.ts'
import { nativeTitles } from './trackers.ts'
import type { NativeName, TrackerState } from './trackers.ts'

export type PairingsOptions = {
  readonly store: TrackerStore
  /** Those that the operator has set up. */
  readonly natives: Natives
  readonly connections: Pick<ReturnType<typeof createConnections>, 'readSecret' | 'sealSecret'>
  readonly stateOf: TrackerStates['stateOf']
  /** Looks at once at what waits. */
  readonly wake: () => void
}

/** Connects native trackers, and forgets them. */
export function createPairings({ store, natives, connections, stateOf, wake }: PairingsOptions) {
  function requireNative(name: NativeName) {
    const native = natives[name]
    if (native) return native
    throw new AppError(
      'NOT_FOUND',
      `${nativeTitles[name]} is not set up on this server; the operator sets ${name.toUpperCase()}_CLIENT_ID.`,
    )
  }

  async function linkOf(member: Member, profile: Profile, name: NativeName) {
    const links = await store.links(member.configuration)
    return links.find(({ profileId, tracker }) => profileId === profile.id && tracker === name)
  }

  return {
    /** Begins to connect a native tracker. NOT_FOUND where the server has none, SERVICE_UNAVAILABLE where it does not answer. */
    async connect(
      member: Member,
      name: NativeName,
      userId: string | null,
      signal: AbortSignal,
    ): Promise<Pairing> {
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

    /** Looks whether the person has let the service in; `code` is what the page gave. BAD_REQUEST where that was refused or never begun. */
    async finish(
      member: Member,
      name: NativeName,
      userId: string | null,
      code: string | null,
      signal: AbortSignal,
    ): Promise<TrackerState> {
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
          wake()
        }
      }
      const waiting = await store.waiting([link.number])
      const now = (await store.link(link.number)) ?? link
      const shown = isPending ? { ...now, state: 'pending' as const } : now
      return stateOf(shown, nativeTitles[name], name, waiting.get(link.number) ?? 0)
    },

    /** Forgets a native tracker's tokens and what waits for it; answers whether there were any. */
    async disconnect(member: Member, name: NativeName, userId: string | null): Promise<boolean> {
      const link = await linkOf(member, profileOf(member, userId), name)
      if (link) await store.remove(link.number)
      return link !== undefined
    },
  }
}

function profileOf(member: Member, userId: string | null): Profile {
  requirePerson(member)
  return userId === null ? member.profile : requireWritable(member, userId)
}
