import { describe, expect, it } from 'vitest'
import { idle, onReport } from '../../../src/history/playing.ts'
import type { PlayReport } from '../../../src/model/watch.ts'
import { countedTime } from '../../../src/services/history/counted-time.ts'
import { household } from '../../support/library-item.ts'
import { playReport } from '../../support/play-report.ts'
import { begun, films } from '../../support/reported-plays.ts'

type Step = readonly [second: number, film: keyof typeof films, more?: Partial<PlayReport>]

const second = 1_000
const home = household()
const times = { schedules: [], minutesPerDay: 60, timeZone: 'Etc/UTC' }
const kim = {
  ...home,
  profile: { ...home.profiles[0]!, times },
  via: 'basic',
  device: null,
} as const

/** Seconds of Kim's day after the reports of a device, each at its place unless it says another. */
function countedOf(steps: readonly Step[]): number {
  let state = idle
  let ms = 0
  for (const [at, film, more] of steps) {
    const report = playReport({ positionMs: at * second, ...more })
    const effects = onReport(state, { ...films[film], report, version: null }, begun + at * second)
    if (effects === null) continue
    const { parts = [] } = countedTime([kim], effects, state) ?? {}
    ms = parts.reduce((sum, part) => sum + part.ms, ms)
    state = effects.state
  }
  return ms / second
}

describe('What reports add to the day', () => {
  it('is the time that passes, however often a device changes between two titles', () => {
    const steps = Array.from({ length: 61 }, (_, at) => [at * 10, at % 2 ? 'a' : 'b'] as const)
    expect(countedOf(steps)).toBe(600)
  })

  it('is no pause before another title', () => {
    expect(
      countedOf([
        [0, 'a'],
        [10, 'a', { paused: true }],
        [60, 'b'],
        [70, 'b'],
      ]),
    ).toBe(20)
  })

  it('is a minute at most where nothing says how much was watched', () => {
    expect(
      countedOf([
        [0, 'a'],
        [200, 'b'],
      ]),
    ).toBe(60)
  })

  it('is nothing after a silence, and nothing twice when a stop comes late', () => {
    expect(
      countedOf([
        [0, 'a'],
        [10, 'a'],
        [400, 'b'],
      ]),
    ).toBe(10)
    expect(
      countedOf([
        [0, 'a'],
        [10, 'b'],
        [11, 'a', { event: 'stop' }],
        [20, 'b'],
      ]),
    ).toBe(20)
  })
})
