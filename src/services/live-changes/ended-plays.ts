import { setTimeout } from 'node:timers/promises'
import { isUnavailable } from '../../core/errors.ts'
import type { LiveEvent } from '../../model/live-event.ts'
import type { User } from '../../model/household.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { Play } from '../activity/plays.ts'
import type { LibraryService } from '../library/service.ts'
import { mayRead } from '../users/access.ts'
import { openEvents } from './changes.ts'
import type { Follower, Listen } from './changes.ts'

/** Slower readers miss the oldest plays. */
const mostWaiting = 100
const againMs = 1_000

type EndedPlaysOptions = {
  readonly plays: Pick<PlayStore, 'byIds'>
  readonly listen: Listen
  readonly library: Pick<LibraryService, 'visibleKeys'>
}

/** Yields each play that ends and that the caller may read then, until aborted. Throws UNAUTHORIZED and RATE_LIMIT_EXCEEDED. */
export async function openEndedPlays(
  { plays, listen, library }: EndedPlaysOptions,
  caller: Follower,
): Promise<AsyncGenerator<Play>> {
  const waiting: number[] = []
  const events = await openEvents(caller, hear, listen)
  const { ended } = events

  function hear(event: LiveEvent, user: User, wake: () => void): void {
    if (event.kind !== 'playEnded') return
    const own = event.plays.filter(({ profileId }) => profileOf(user, profileId))
    if (own.length === 0) return
    waiting.push(...own.map(({ id }) => id))
    waiting.splice(0, waiting.length - mostWaiting)
    wake()
  }

  /** Access may have changed since the event. */
  async function load(ids: readonly number[]): Promise<readonly Play[]> {
    const found = await plays.byIds(ids)
    const user = events.access.user()
    const keys = await library.visibleKeys(user, [...new Set(found.map((play) => play.titleKey))])
    return found.flatMap((play) => {
      if (!keys.includes(play.titleKey)) return []
      const profile = profileOf(user, play.profileId)
      return profile ? { ...play, profile } : []
    })
  }

  return yieldPlays()

  async function* yieldPlays(): AsyncGenerator<Play> {
    try {
      while (!ended.aborted) {
        await events.woken()
        const ids = waiting.splice(0)
        try {
          yield* await load(ids)
        } catch (error) {
          if (ended.aborted) return
          if (!isUnavailable(error)) throw error
          waiting.unshift(...ids)
          await setTimeout(againMs, undefined, { signal: ended }).catch(() => {})
          events.wake()
        }
      }
    } finally {
      events.close()
    }
  }
}

function profileOf(user: User, id: string) {
  const profile = user.profiles.find((one) => one.id === id)
  return profile && mayRead(user, profile) ? profile : null
}
