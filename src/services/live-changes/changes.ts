import { setTimeout } from 'node:timers/promises'
import { createKeyedSlots } from '../../core/keyed-slots.ts'
import { isUnavailable } from '../../core/errors.ts'
import type { LiveEvent } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import { mayRead } from '../users/access.ts'
import type { LastingAccess } from '../users/lasting-access.ts'

export type Follower = {
  follow(heard: (event: LiveEvent, user: User) => void): Promise<LastingAccess>
  readonly signal: AbortSignal
}

export type ChangeKind = 'activity' | 'sessions'

/** Changes within this time are published together. */
const leastMs = 1_000

/** Per configuration. */
const maxListeners = 100

export function createListeners() {
  return createKeyedSlots<number>(maxListeners, {
    message: 'Too many dashboards are connected; close some of them.',
  })
}

/** Counts one more listener of a configuration until the returned function is called. */
export type Listen = (user: User) => () => void

/** Follows the events of the caller's household until access ends or the caller leaves. Throws UNAUTHORIZED and RATE_LIMIT_EXCEEDED. */
export async function openEvents(
  caller: Follower,
  heard: (event: LiveEvent, user: User, wake: () => void) => void,
  listen: Listen,
) {
  let changed = Promise.withResolvers<void>()
  const wake = (): void => changed.resolve()
  const access = await caller.follow((event, user) => heard(event, user, wake))
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
  // Also runs if the first value is never requested.
  const end = (): void => {
    close()
    wake()
  }
  // It may have been aborted during the look-up.
  if (ended.aborted) end()
  else ended.addEventListener('abort', end)
  return {
    access,
    ended,
    close,
    wake,
    /** Resolves once `wake` was called since the last time. */
    async woken(): Promise<void> {
      await changed.promise
      if (!ended.aborted) changed = Promise.withResolvers()
    },
  }
}

type ChangesOptions = {
  readonly isConcerned: (event: LiveEvent, user: User) => boolean
  /** What the user may see of it: the same text, no change. Null: every change is told. */
  readonly shownTo?: (user: User) => Promise<string | null>
  readonly listen: Listen
}

/** Yields at once and after each change, at most once a second, until aborted. Throws UNAUTHORIZED and RATE_LIMIT_EXCEEDED. */
export async function openChanges(
  caller: Follower,
  { isConcerned, shownTo = async () => null, listen }: ChangesOptions,
): Promise<AsyncGenerator<void>> {
  const events = await openEvents(
    caller,
    (event, user, wake) => {
      if (isConcerned(event, user)) wake()
    },
    listen,
  )
  return yieldChanges()

  async function* yieldChanges(): AsyncGenerator<void> {
    let before: string | null = null
    try {
      while (!events.ended.aborted) {
        try {
          const shown = await shownTo(events.access.user())
          if (shown === null || shown !== before) yield
          before = shown
        } catch (error) {
          if (events.ended.aborted) return
          if (!isUnavailable(error)) throw error
          events.wake()
        }
        await setTimeout(leastMs, undefined, { signal: events.ended }).catch(() => {})
        await events.woken()
      }
    } finally {
      events.close()
    }
  }
}

export function concerns(event: LiveEvent, user: User, kind: ChangeKind): boolean {
  if (event.kind === 'configurationChanged') return true
  if (event.kind === 'sessions') return kind === 'sessions' || user.profile.isOwner
  if (event.kind !== 'watched' || kind === 'sessions') return false
  const { profileIds } = event
  return user.profiles.some((profile) => profileIds.includes(profile.id) && mayRead(user, profile))
}
