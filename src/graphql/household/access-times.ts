import { scheduleDays } from '../../model/access-times.ts'
import type { AccessSchedule, AccessTimes } from '../../model/access-times.ts'
import { builder } from '../builder.ts'
import { listCost } from '../cost.ts'
import { enumOf } from '../enum-of.ts'

const ScheduleDayRef = enumOf('ScheduleDay', scheduleDays, 'The days of an access schedule.', {
  Everyday: 'All seven days.',
  Weekday: 'Monday to Friday.',
  Weekend: 'Saturday and Sunday.',
  Monday: 'Every Monday.',
  Tuesday: 'Every Tuesday.',
  Wednesday: 'Every Wednesday.',
  Thursday: 'Every Thursday.',
  Friday: 'Every Friday.',
  Saturday: 'Every Saturday.',
  Sunday: 'Every Sunday.',
})

const AccessScheduleRef = builder.objectRef<AccessSchedule>('AccessSchedule').implement({
  description: 'Hours of some days, by the clock of `timeZone`.',
  fields: (t) => ({
    dayOfWeek: t.expose('dayOfWeek', {
      type: ScheduleDayRef,
      description: 'The days on which the hours apply.',
    }),
    startHour: t.exposeFloat('startHour', {
      description: 'Hours since midnight; 7.5 is half past seven.',
    }),
    endHour: t.exposeFloat('endHour', {
      description: 'Hours since midnight, up to 24, at which the time is over.',
    }),
  }),
})

type Whose = AccessTimes & { readonly profileId: string }

export const AccessTimesRef = builder.objectRef<Whose>('AccessTimes').implement({
  description: 'When and how long a user may use the service.',
  fields: (t) => ({
    schedules: t.expose('schedules', {
      type: [AccessScheduleRef],
      complexity: listCost(2),
      description: 'The hours at which the user is let in; none: at any hour.',
    }),
    timeZone: t.exposeString('timeZone', {
      description: 'The IANA time zone by whose clock the hours and the days are meant.',
    }),
    minutesPerDay: t.exposeInt('minutesPerDay', {
      nullable: true,
      description: 'How long the user may watch on each day; null: as long as they like.',
    }),
    watchedMs: t.field({
      type: 'SafeInt',
      description: 'Milliseconds that the user has watched today, what plays now included.',
      resolve: async ({ profileId }, _args, ctx) =>
        (await ctx.loaders.watchedToday.load(profileId)).watchedMs,
    }),
    remainingMs: t.field({
      type: 'SafeInt',
      nullable: true,
      description:
        'Milliseconds of `minutesPerDay` that are left today; null: there is no such limit.',
      resolve: async ({ profileId }, _args, ctx) =>
        (await ctx.loaders.watchedToday.load(profileId)).remainingMs,
    }),
  }),
})
