import { z } from 'zod'
import { ownMessage } from '../../core/plain-issues.ts'
import { usualZones, zoneOf } from '../../core/time-zone.ts'
import { scheduleDays } from '../access-times.ts'
import { ageOf } from '../certification.ts'
import { ratings } from '../vocabulary.ts'
import { offering, text } from '../word-schemas.ts'
import { maxRules } from './bounds.ts'

const maxSchedules = 50

const rating = z.union(
  [
    z.number().int().min(0).max(21),
    offering(
      text.refine((value) => ageOf(value) !== null, { error: ownMessage('NOT_A_RATING') }),
      () => ratings,
    ),
  ],
  { error: ownMessage('NOT_A_RATING_OR_AGE') },
)

export const timeZone = offering(
  text.refine((value) => zoneOf(value) !== null, { error: ownMessage('NOT_A_TIME_ZONE') }),
  usualZones,
)

const hour = z.number().min(0).max(24)

const accessSchedule = z
  .looseObject({
    dayOfWeek: z
      .enum(scheduleDays)
      .describe('a day of the week, Everyday, Weekday (Monday to Friday) or Weekend'),
    startHour: hour.describe('hours since midnight; 7.5 is half past seven'),
    endHour: hour.describe('hours since midnight, above startHour; 24 is the end of the day'),
  })
  .refine(({ startHour, endHour }) => startHour < endHour, {
    path: ['endHour'],
    error: ownMessage('HOURS_TURNED_ROUND'),
  })

export const userLimits = {
  maxRating: rating
    .nullish()
    .describe('highest rating that may be watched: an age, or a rating of any country'),
  blockUnrated: z
    .boolean()
    .optional()
    .describe('whether titles without a rating may not be watched')
    .meta({ default: false }),
  blockedGenres: z
    .array(text)
    .max(maxRules)
    .nullish()
    .describe('genres that may not be watched, as the sources call them'),
  accessSchedules: z
    .array(accessSchedule)
    .max(maxSchedules)
    .nullish()
    .describe('when the user may use the service; without any, always'),
  minutesPerDay: z
    .number()
    .int()
    .min(0)
    .max(1_440)
    .nullish()
    .describe('how long the user may watch on each day, as apps report it; without it, any time'),
  timeZone: timeZone
    .nullish()
    .describe('whose clock accessSchedules and minutesPerDay mean; default: mediaServer.timeZone'),
}
