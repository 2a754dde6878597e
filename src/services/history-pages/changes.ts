import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../core/errors.ts'
import type { LiveEvent } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import { mayRead } from '../users/access.ts'
import type { LastingAccess } from '../users/lasting-access.ts'

export type Follower = {
  follow(heard: (event: LiveEvent, user: User) => void): Promise<LastingAccess>
  readonly signal: AbortSignal
}

export type ChangeKind = 'activity' | 'sessions'

/** Changes within this time are one value. */
const leastMs = 1_000

/** Per configuration. */
const maxListeners = 100

export function createListeners() {
  const counts = new Map<number, number>()
  return function listen(configuration: number): () => void {
    const count = counts.get(configuration) ?? 0
    if (count >= maxListeners) {
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        'Too many dashboards are connected; close some of them.',
      )
    }
    counts.set(configuration, count + 1)
    return () => {
      const left = counts.get(configuration)! - 1
      if (left > 0) counts.set(configuration, left)
      else counts.delete(configuration)
    }
  }
}

/** Yields at once and after each change, at most once a second, until aborted. Throws UNAUTHORIZED and RATE_LIMIT_EXCEEDED. */
export async function openChanges(
  caller: Follower,
  isConcerned: (event: LiveEvent, user: User) => boolean,
  listen: (user: User) => () => void,
): Promise<AsyncGenerator<void>> {
  let changed = Promise.withResolvers<void>()
  const access = await caller.follow((event, user) => {
    if (isConcerned(event, user)) changed.resolve()
  })
  let stopListening: (() => void) | undefined
  const close = (): void => {
    access.close()
    stopListening?.()
    stopListening = undefined
  }
  try {
    stopListening = listen(access.user())
  } catch (error) {
    close()
    throw error
  }
  const ended = AbortSignal.any([caller.signal, access.ended])
  // Also runs if nobody ever asks for the first value.
  const end = (): void => {
    close()
    changed.resolve()
  }
  // It may have been aborted during the look-up.
  if (ended.aborted) end()
  else ended.addEventListener('abort', end)
  return tellChanges()

  async function* tellChanges(): AsyncGenerator<void> {
    try {
      while (!ended.aborted) {
        yield
        await setTimeout(leastMs, undefined, { signal: ended }).catch(() => {})
        await changed.promise
        changed = Promise.withResolvers()
      }
    } finally {
      close()
    }
  }
}

export function concerns(event: LiveEvent, user: User, kind: ChangeKind): boolean {
  if (event.kind === 'secrets') return true
  if (event.kind === 'sessions') return user.profile.isOwner
  if (event.kind !== 'watched' || kind === 'sessions') return false
  const { profileIds } = event
  return user.profiles.some((profile) => profileIds.includes(profile.id) && mayRead(user, profile))
}
