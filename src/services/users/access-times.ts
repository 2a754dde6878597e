import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import { OutsideAccessTimes } from '../../model/access-times.ts'
import type { AccessTimes } from '../../model/access-times.ts'
import type { Profile, User } from '../../model/household.ts'
import type { WatchedTimeStore } from '../../model/watched-time.ts'
import { clockText, dayAt, nextOpening, openSpanAt } from './access-calendar.ts'

export type AccessTimeOptions = {
  readonly watched: Pick<WatchedTimeStore, 'in'>
  readonly now?: () => number
}

export type AccessTimeService = ReturnType<typeof createAccessTimes>

type Whom = Pick<User, 'configuration' | 'profile'>

export type WatchedToday = {
  readonly watchedMs: number
  /** Null for no limit. */
  readonly remainingMs: number | null
}

/** How often running plays are checked at most. */
const leastMs = 1_000
const minuteMs = 60_000

/** When and how long users may use the service, as the configuration says. */
export function createAccessTimes({ watched, now = Date.now }: AccessTimeOptions) {
  async function watchedOn(
    at: number,
    configuration: number,
    profiles: readonly Profile[],
  ): Promise<readonly WatchedToday[]> {
    const spans = profiles.map(({ id, times }) => ({ profileId: id, ...dayAt(times!, at) }))
    const found = await watched.in(configuration, spans)
    return found.map((watchedMs, index) => {
      const { minutesPerDay } = profiles[index]!.times!
      const isFree = minutesPerDay === null
      return {
        watchedMs,
        remainingMs: isFree ? null : Math.max(0, minutesPerDay * minuteMs - watchedMs),
      }
    })
  }

  async function remaining({ configuration, profile }: Whom, at: number): Promise<number | null> {
    if (profile.times === null || profile.times.minutesPerDay === null) return null
    const [today] = await watchedOn(at, configuration, [profile])
    return today!.remainingMs
  }

  return {
    /** Throws OutsideAccessTimes. */
    async require(whom: Whom): Promise<void> {
      const { times } = whom.profile
      if (!times) return
      const at = now()
      if (!openSpanAt(times, at)) throw new OutsideAccessTimes(hoursOver(times, at))
      if ((await remaining(whom, at)) === 0) throw new OutsideAccessTimes(minutesOver(times, at))
    },

    /** In how many milliseconds a user who is let in now must be asked for again; null: never. */
    async leftMs(whom: Whom): Promise<number | null> {
      const { times } = whom.profile
      const at = now()
      const open = times && openSpanAt(times, at)
      if (!open) return null
      const left = await remaining(whom, at)
      return Math.min(open.to - at, left === null ? Infinity : Math.max(left, leastMs))
    },

    /** For users of the household with access times, by id. */
    async today(
      { configuration, profiles }: Pick<User, 'configuration' | 'profiles'>,
      ids: readonly string[],
    ): Promise<readonly WatchedToday[]> {
      const asked = ids.map((id) => profiles.find((profile) => profile.id === id && profile.times))
      if (asked.every((profile) => profile !== undefined)) {
        return watchedOn(now(), configuration, asked)
      }
      throw new AppError('NOT_FOUND', refusal('NO_SUCH_USER'))
    },
  }
}

function hoursOver(times: AccessTimes, at: number): string {
  return `You may not use this now${comeBack(times, at, at)}.`
}

function minutesOver(times: AccessTimes, at: number): string {
  const { minutesPerDay } = times
  if (minutesPerDay === 0) return 'You may not watch anything.'
  const count = minutesPerDay === 1 ? 'minute' : `${minutesPerDay} minutes`
  return `You have watched your ${count} of today${comeBack(times, dayAt(times, at).to, at)}.`
}

function comeBack(times: AccessTimes, from: number, at: number): string {
  const next = nextOpening(times, from, at)
  return next === null ? '' : `; come back ${clockText(times, next, at)}`
}
