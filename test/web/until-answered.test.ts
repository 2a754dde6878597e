import { expect, it, onTestFinished, vi } from 'vitest'
import { Failure, retryDelay, tab } from '../../src/web/data/failure.ts'
import {
  isAdmitted,
  untilAdmitted,
  untilAnswered,
  untilAskedAgain,
} from '../../src/web/data/until-answered.ts'

const refused = (retryAfterMs: number | null) =>
  new Failure('RATE_LIMIT_EXCEEDED', 'Refused', { retryAfterMs })

const now = 1e12

/** As a tab that has drawn this number. */
function openTab(drawn = 0): void {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { jitter } = tab
  tab.jitter = drawn
  onTestFinished(() => void (tab.jitter = jitter))
}

const hourMs = 3_600_000

it.each([
  ['ever later', null, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]],
  ['when the service says', 9_000, [9_000, 9_000, 9_000]],
  ['not at once, whatever the service says', 0, [1_000, 1_000]],
  ['in an hour, where the service says so', hourMs, [hourMs, hourMs]],
  ['within a day, which a timer can wait for', 1_000 * hourMs, [24 * hourMs]],
])('What was refused is asked for again %s', (_when, retryAfterMs, pauses) => {
  openTab()
  const error = refused(retryAfterMs)
  const after = (errorUpdateCount: number) =>
    untilAnswered({
      state: { data: undefined, error, errorUpdateCount, errorUpdatedAt: now } as never,
    })
  expect(pauses.map((_pause, index) => after(index + 1))).toEqual(pauses)
})

it.each([
  ['just now', 0, 9_000, false],
  ['some time ago', 6_000, 3_000, false],
  ['nearly long enough ago', 8_900, 1_000, false],
  ['long enough ago', 9_000, 1_000, true],
  ['by a clock that was set back since', -60_000, 69_000, false],
])(
  'What was refused %s is asked again once the rest of the pause is over, wherever it is shown',
  (_when, agoMs, pauseMs, isNow) => {
    openTab()
    const state = { error: refused(9_000), errorUpdatedAt: now - agoMs } as never
    expect([untilAskedAgain({ state }), untilAnswered({ state })]).toEqual([pauseMs, pauseMs])
    expect(isAdmitted({ state })).toBe(isNow)
  },
)

it('What failed otherwise may be asked as soon as it is shown, whatever the clock says', () => {
  openTab()
  const error = new Failure('FORBIDDEN', 'Refused')
  const state = { error, errorUpdatedAt: now + 60_000 } as never
  expect([untilAskedAgain({ state }), isAdmitted({ state })]).toEqual([false, true])
})

it('What has its answer is not asked for again, nor what has not been refused', () => {
  openTab()
  const state = { error: refused(null), errorUpdateCount: 1 }
  expect(untilAnswered({ state: { ...state, data: 'an answer' } as never })).toBe(false)
  expect(untilAnswered({ state: { ...state, data: undefined, error: null } as never })).toBe(false)
})

it.each([
  ['when the service says', 'RATE_LIMIT_EXCEEDED', 9_000, 9_000],
  ['not at once, whatever the service says', 'RATE_LIMIT_EXCEEDED', 0, 1_000],
  ['in an hour, where the service says so', 'RATE_LIMIT_EXCEEDED', hourMs, hourMs],
  ['within a minute where the service does not say when', 'RATE_LIMIT_EXCEEDED', null, 60_000],
  ['never where it was refused for something else', 'FORBIDDEN', null, false],
])('What was asked too often is asked for again %s', (_when, code, retryAfterMs, pauseMs) => {
  openTab()
  expect(untilAdmitted(new Failure(code, 'Refused', { retryAfterMs }))).toBe(pauseMs)
  expect(untilAdmitted(null)).toBe(false)
})

it.each([1_000, 9_000, 60_000, hourMs])(
  'Tabs that were refused together for %i ms ask apart, none too soon and each always after the same time',
  (saidMs) => {
    const pauses: number[] = []
    for (const drawn of [0, 0.25, 0.5, 0.999]) {
      openTab(drawn)
      const error = refused(saidMs)
      const state = { data: undefined, error, errorUpdateCount: 1, errorUpdatedAt: now } as never
      const ofTab = [untilAdmitted(error), untilAnswered({ state }), retryDelay(1, error)]
      expect(new Set(ofTab).size).toBe(1)
      expect(untilAdmitted(error)).toBe(ofTab[0])
      pauses.push(Number(ofTab[0]))
    }
    expect(pauses).toEqual([...new Set(pauses)].toSorted((one, other) => one - other))
    expect(pauses[0]).toBe(saidMs)
    expect(pauses.at(-1)).toBeLessThanOrEqual(saidMs + Math.min(saidMs / 4, 5_000))
    expect(pauses[1]! - pauses[0]!).toBeGreaterThanOrEqual(Math.min(saidMs / 16, 1_250))
  },
)
