import type { AccessSchedule } from '../../../model/access-times.ts'
import type { UserData } from '../../../model/user-data.ts'
import { warn } from '../../../model/warning-texts.ts'
import type { WarningAt } from '../../../model/warning-texts.ts'

/** Hours and time zones of users that change nothing. */
export function* idleAccessTimes({ mediaServer }: UserData): Generator<WarningAt> {
  for (const [index, user] of (mediaServer?.users ?? []).entries()) {
    const { accessSchedules, minutesPerDay = null, timeZone } = user
    const at = (key: string) => ['mediaServer', 'users', index, key]
    const schedules = accessSchedules ?? []
    if (timeZone && schedules.length === 0 && minutesPerDay === null) {
      yield { path: at('timeZone'), ...warn('NO_LIMITED_TIMES') }
    }
    for (const [place, schedule] of schedules.entries()) {
      if (
        !schedules.some((other, first) => first !== place && covers(other, schedule, first < place))
      )
        continue
      const path = [...at('accessSchedules'), place]
      yield { path, ...warn('HOURS_COVERED') }
    }
  }
}

/** `isFirst`: of two that are equal the first one counts. */
function covers(
  one: AccessSchedule,
  { dayOfWeek, startHour, endHour }: AccessSchedule,
  isFirst: boolean,
): boolean {
  const isEqual =
    one.dayOfWeek === dayOfWeek && one.startHour === startHour && one.endHour === endHour
  const hasDays = one.dayOfWeek === dayOfWeek || one.dayOfWeek === 'Everyday'
  const hasHours = one.startHour <= startHour && endHour <= one.endHour
  return isEqual ? isFirst : hasDays && hasHours
}
