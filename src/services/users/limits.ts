import { ageOf } from '../../model/certification.ts'
import { serverZone } from '../../core/time-zone.ts'
import type { AccessTimes } from '../../model/access-times.ts'
import type { Limits } from '../../model/limits.ts'
import type { UserData } from '../../model/user-data.ts'

type ConfiguredUser = NonNullable<NonNullable<UserData['mediaServer']>['users']>[number]

/** What the configuration lets a user watch; null: everything. */
export function limitsOf({
  maxRating,
  blockUnrated = false,
  blockedGenres,
}: ConfiguredUser): Limits | null {
  const maxAge = typeof maxRating === 'string' ? ageOf(maxRating) : (maxRating ?? null)
  const genres = blockedGenres ?? []
  if (maxAge === null && !blockUnrated && genres.length === 0) return null
  return { maxAge, blockUnrated, blockedGenres: genres }
}

/** When and how long the configuration lets a user in, by the clock of their time zone, the household's or else the server's; null: always. */
export function accessTimesOf(
  { accessSchedules, minutesPerDay = null, timeZone }: ConfiguredUser,
  usualZone: string | null | undefined,
): AccessTimes | null {
  const schedules = accessSchedules ?? []
  if (schedules.length === 0 && minutesPerDay === null) return null
  return { schedules, minutesPerDay, timeZone: timeZone ?? usualZone ?? serverZone() }
}
