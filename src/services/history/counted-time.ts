import type { ReportEffects } from '../../history/playing.ts'
import type { User } from '../../model/household.ts'
import type { SessionState } from '../../model/session-store.ts'
import { watchedBeyond } from '../../model/watched-time.ts'
import type { WatchedTime } from '../../model/watched-time.ts'

/** Users whose watched time is limited; the state must not run ahead of what is stored. */
export function isCounted({ profile }: User): boolean {
  return profile.times !== null
}

/** What a report adds to the day of those who watch. `before`: the stored state; null: none. */
export function countedTime(
  watching: readonly User[],
  { play, playBefore, endedPlay, isFailed, unreported }: ReportEffects,
  before: SessionState | null,
): WatchedTime | null {
  const counted = watching.filter(isCounted)
  if (counted.length === 0) return null
  const stored = [before?.play, before?.replaced?.play, playBefore]
  const plays = [isFailed ? null : play, endedPlay]
  const stretches = [...plays.map((one) => one && watchedBeyond(stored, one)), unreported]
  const parts = counted.flatMap(({ profile }) =>
    stretches.flatMap((stretch) => (stretch ? { profileId: profile.id, ...stretch } : [])),
  )
  return parts.length === 0 ? null : { configuration: counted[0]!.configuration, parts }
}
