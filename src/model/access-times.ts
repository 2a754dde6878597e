import { AppError } from '../core/errors.ts'

/** In the words of the standard. */
export const scheduleDays = [
  'Everyday',
  'Weekday',
  'Weekend',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export type ScheduleDay = (typeof scheduleDays)[number]

/** Hours since midnight, with fractions. */
export type AccessSchedule = {
  readonly dayOfWeek: ScheduleDay
  readonly startHour: number
  readonly endHour: number
}

export type AccessTimes = {
  /** Empty for any hour. */
  readonly schedules: readonly AccessSchedule[]
  /** Null for no limit. */
  readonly minutesPerDay: number | null
  readonly timeZone: string
}

/** The user may not use the service now. The message says when they may again. */
export class OutsideAccessTimes extends AppError {
  constructor(message: string) {
    super('FORBIDDEN', message)
  }
}
