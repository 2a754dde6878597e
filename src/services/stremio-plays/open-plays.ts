import type { Cache } from '../../cache/cache.ts'
import type { Lock } from '../../core/lock.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { Profile } from '../../model/household.ts'
import type { SessionState } from '../../model/session-store.ts'

export type OpenPlaysOptions = {
  readonly playCache: Pick<Cache, 'get' | 'set'>
  readonly lock: Lock
}

export type OpenPlays = ReturnType<typeof createOpenPlays>

type Owner = { readonly configuration: number; readonly profile: Pick<Profile, 'id'> }

/** The latest plays of one user. */
const mostListed = 20
const listedMs = 12 * 3_600_000
const lockMs = 15_000

/** What is open, in the shared cache: the state of each play, and for each user the keys of theirs. */
export function createOpenPlays({ playCache: cache, lock }: OpenPlaysOptions) {
  async function stateOf(key: string): Promise<SessionState | null> {
    const kept = await cache.get(key)
    return kept && (fromJsonBytes(kept) as SessionState)
  }

  async function keysOf(owner: Owner): Promise<readonly string[]> {
    const kept = await cache.get(listOf(owner))
    return kept ? (fromJsonBytes(kept) as string[]) : []
  }

  return {
    stateOf,

    async keep(key: string, state: SessionState, ttlMs: number): Promise<void> {
      await cache.set(key, jsonBytes(state), ttlMs)
    },

    /** Lists a play that begins; answers false while another node lists one of the same user. */
    async list(owner: Owner, key: string): Promise<boolean> {
      return lock.withLock(listOf(owner), lockMs, async () => {
        const others = (await keysOf(owner)).filter((other) => other !== key)
        const keys = [key, ...others].slice(0, mostListed)
        await cache.set(listOf(owner), jsonBytes(keys), listedMs)
      })
    },

    /** A user's plays that were reported since and have not ended. */
    async of(owner: Owner, since: number): Promise<ReadonlyMap<string, SessionState>> {
      const keys = await keysOf(owner)
      const states = await Promise.all(keys.map(async (key) => [key, await stateOf(key)] as const))
      const open = states.flatMap(([key, state]) =>
        state?.now && !state.isEndPublished && state.now.reportedAt > since
          ? [[key, state] as const]
          : [],
      )
      return new Map(open)
    },
  }
}

function listOf({ configuration, profile }: Owner): string {
  return `stremio-plays:1:${configuration}:${profile.id}`
}
