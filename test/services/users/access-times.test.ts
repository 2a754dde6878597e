import { describe, expect, it } from 'vitest'
import { OutsideAccessTimes } from '../../../src/model/access-times.ts'
import type { AccessTimes } from '../../../src/model/access-times.ts'
import type { WatchedSpan } from '../../../src/model/watched-time.ts'
import { createAccessTimes } from '../../../src/services/users/access-times.ts'
import { household } from '../../support/library-item.ts'

const minute = 60_000
/** A Monday. */
const noon = Date.parse('2026-11-23T12:00+01:00')

/** Kim at a moment, who has watched so many minutes on that day, and none on any other. */
function open(times: Partial<AccessTimes>, watchedMinutes: number, now = noon) {
  const asked: WatchedSpan[] = []
  const service = createAccessTimes({
    now: () => now,
    watched: {
      async in(_configuration, spans) {
        asked.push(...spans)
        return spans.map(({ from, to }) =>
          from <= noon && noon < to ? watchedMinutes * minute : 0,
        )
      },
    },
  })
  const home = household()
  const usual = { schedules: [], minutesPerDay: null, timeZone: 'Europe/Berlin' }
  const profile = { ...home.profiles[0]!, times: { ...usual, ...times } }
  const user = { ...home, profile, profiles: [profile] }
  return { service, user, asked }
}

describe('The minutes of a day', () => {
  it('let the user in until they are watched', async () => {
    const { service, user, asked } = open({ minutesPerDay: 60 }, 59)
    await service.require(user)
    expect(await service.leftMs(user)).toBe(minute)
    const [own] = await service.today(user, [user.profile.id])
    expect(own).toEqual({ watchedMs: 59 * minute, remainingMs: minute })
    const day = [Date.parse('2026-11-23T00:00+01:00'), Date.parse('2026-11-24T00:00+01:00')]
    expect([asked[0]!.from, asked[0]!.to]).toEqual(day)
  })

  it.each<[Partial<AccessTimes>, string]>([
    [
      { minutesPerDay: 60 },
      'your 60 minutes of today; come back on Tuesday at 00:00 (Europe/Berlin)',
    ],
    [{ minutesPerDay: 1 }, 'your minute of today'],
    [
      {
        minutesPerDay: 60,
        schedules: [
          { dayOfWeek: 'Monday', startHour: 0, endHour: 24 },
          { dayOfWeek: 'Wednesday', startHour: 15, endHour: 19 },
        ],
      },
      'come back on Wednesday at 15:00',
    ],
    [{ minutesPerDay: 0 }, 'may not watch anything'],
  ])('that are watched refuse the user: %j', async (times, message) => {
    const { service, user } = open(times, 60)
    await expect(service.require(user)).rejects.toThrow(OutsideAccessTimes)
    await expect(service.require(user)).rejects.toThrow(message)
  })

  it('begin anew on the next day', async () => {
    const { service, user } = open({ minutesPerDay: 60 }, 60, noon + 12 * 60 * minute)
    await expect(service.require(user)).resolves.toBeUndefined()
  })

  it('end with the hours, whichever is first', async () => {
    const schedules = [{ dayOfWeek: 'Everyday', startHour: 10, endHour: 12.5 } as const]
    const { service, user } = open({ minutesPerDay: 60, schedules }, 10)
    expect(await service.leftMs(user)).toBe(30 * minute)
  })

  it('are counted for users who have none, too', async () => {
    const schedules = [{ dayOfWeek: 'Everyday', startHour: 10, endHour: 13 } as const]
    const { service, user } = open({ schedules }, 70)
    expect(await service.today(user, [user.profile.id])).toEqual([
      { watchedMs: 70 * minute, remainingMs: null },
    ])
  })
})
