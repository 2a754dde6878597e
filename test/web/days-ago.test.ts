import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { daysAgo } from '../../src/web/pages/dashboard/time.ts'

const usualZone = process.env['TZ']

describe('days ago, where the clocks change', () => {
  beforeEach(() => {
    process.env['TZ'] = 'Europe/Berlin'
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    if (usualZone === undefined) delete process.env['TZ']
    else process.env['TZ'] = usualZone
  })

  it.each([
    ['in spring', '2026-04-02T10:00:00+02:00', '2026-03-27T00:00:00+01:00'],
    ['in autumn', '2026-10-28T10:00:00+01:00', '2026-10-22T00:00:00+02:00'],
  ])('begin at midnight %s', (_season, now, midnight) => {
    vi.setSystemTime(new Date(now))
    expect(daysAgo(7)).toBe(new Date(midnight).toISOString())
  })
})
