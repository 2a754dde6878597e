import type { Problem } from '../../../core/invalid-config.ts'
import type { AccessSchedule } from '../../../model/access-times.ts'
import type { UserData } from '../../../model/user-data.ts'

/** Hours and time zones of users that change nothing. */
export function* idleAccessTimes({ mediaServer }: UserData): Generator<Problem> {
  for (const [index, user] of (mediaServer?.users ?? []).entries()) {
    const { accessSchedules, minutesPerDay = null, timeZone } = user
    const at = (key: string) => ['mediaServer', 'users', index, key]
    const schedules = accessSchedules ?? []
    if (timeZone && schedules.length === 0 && minutesPerDay === null) {
      const message = 'has no effect without accessSchedules or minutesPerDay'
      yield { path: at('timeZone'), message }
    }
    for (const [place, schedule] of schedules.entries()) {
      if (
        !schedules.some((other, first) => first !== place && covers(other, schedule, first < place))
      )
        continue
      const path = [...at('accessSchedules'), place]
      yield { path, message: 'has no effect: another entry covers these hours' }
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
