import { describe, expect, it } from 'vitest'
import type { AccessSchedule, AccessTimes } from '../../../src/model/access-times.ts'
import {
  clockText,
  dayAt,
  nextOpening,
  openSpanAt,
} from '../../../src/services/users/access-calendar.ts'

const berlin = (...schedules: AccessSchedule[]): AccessTimes => ({
  schedules,
  minutesPerDay: null,
  timeZone: 'Europe/Berlin',
})
const school: AccessSchedule = { dayOfWeek: 'Weekday', startHour: 15, endHour: 19.5 }
const weekend: AccessSchedule = { dayOfWeek: 'Weekend', startHour: 8, endHour: 20 }
const at = (text: string): number => Date.parse(text)
const spanAt = (times: AccessTimes, text: string) => {
  const span = openSpanAt(times, at(text))
  return span && [span.from, span.to].map((time) => new Date(time).toISOString())
}

describe('The hours of a user', () => {
  it.each([
    ['on a Friday before they begin', '2026-11-20T14:59:59.999+01:00', null],
    [
      'on a Friday as they begin',
      '2026-11-20T15:00+01:00',
      ['2026-11-20T14:00:00.000Z', '2026-11-20T18:30:00.000Z'],
    ],
    ['on a Friday as they end', '2026-11-20T19:30+01:00', null],
    [
      'on a Saturday',
      '2026-11-21T12:00+01:00',
      ['2026-11-21T07:00:00.000Z', '2026-11-21T19:00:00.000Z'],
    ],
    ['on a Monday in the morning', '2026-11-23T09:00+01:00', null],
  ])('are those of the day: %s', (_, now, expected) => {
    expect(spanAt(berlin(school, weekend), now)).toEqual(expected)
  })

  it.each([
    ['Friday', '2026-11-20T12:00Z', true],
    ['Friday', '2026-11-21T12:00Z', false],
    ['Everyday', '2026-11-22T12:00Z', true],
    ['Weekday', '2026-11-22T12:00Z', false],
    ['Weekend', '2026-11-22T12:00Z', true],
    ['Sunday', '2026-11-22T12:00Z', true],
  ] as const)('of %s at %s: %s', (dayOfWeek, now, isOpen) => {
    const times = berlin({ dayOfWeek, startHour: 0, endHour: 24 })
    expect(openSpanAt(times, at(now)) !== null).toBe(isOpen)
  })

  it('go on without a break where one entry ends as another begins, past midnight too', () => {
    const times = berlin(
      { dayOfWeek: 'Friday', startHour: 20, endHour: 24 },
      { dayOfWeek: 'Saturday', startHour: 0, endHour: 1 },
      { dayOfWeek: 'Saturday', startHour: 0.5, endHour: 2 },
    )
    expect(spanAt(times, '2026-11-20T21:00+01:00')).toEqual([
      '2026-11-20T19:00:00.000Z',
      '2026-11-21T01:00:00.000Z',
    ])
  })

  it('follow summer time, on a day of 23 and of 25 hours', () => {
    const times = berlin({ dayOfWeek: 'Everyday', startHour: 1, endHour: 12 })
    const hoursOf = (now: string) => {
      const { from, to } = openSpanAt(times, at(now))!
      return (to - from) / 3_600_000
    }
    expect(hoursOf('2026-03-29T10:00+02:00')).toBe(10)
    expect(hoursOf('2026-10-25T10:00+01:00')).toBe(12)
    const { from, to } = dayAt(times, at('2026-10-25T10:00+01:00'))
    expect((to - from) / 3_600_000).toBe(25)
  })

  it('are always where no schedule is given', () => {
    expect(openSpanAt(berlin(), at('2026-11-23T03:00Z'))).not.toBeNull()
  })

  it('say when they begin again, with the day where it is not today', () => {
    const times = berlin(school)
    const saysAt = (now: string) => clockText(times, nextOpening(times, at(now), at(now))!, at(now))
    expect(saysAt('2026-11-20T09:00+01:00')).toBe('at 15:00 (Europe/Berlin)')
    expect(saysAt('2026-11-20T20:00+01:00')).toBe('on Monday at 15:00 (Europe/Berlin)')
    const open = at('2026-11-20T16:00+01:00')
    expect(nextOpening(times, open, open)).toBe(open)
  })
})
