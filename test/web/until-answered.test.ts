import { expect, it } from 'vitest'
import { Failure } from '../../src/web/data/failure.ts'
import { untilAnswered } from '../../src/web/data/until-answered.ts'

const refused = (retryAfterMs: number | null) =>
  new Failure('RATE_LIMIT_EXCEEDED', 'Refused', { retryAfterMs })

it.each([
  ['ever later', null, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]],
  ['when the service says', 9_000, [9_000, 9_000, 9_000]],
  ['not at once, whatever the service says', 0, [1_000, 1_000]],
  ['within a minute, whatever the service says', 3_600_000, [60_000]],
])('What was refused is asked for again %s', (_when, retryAfterMs, pauses) => {
  const error = refused(retryAfterMs)
  const after = (errorUpdateCount: number) =>
    untilAnswered({ state: { data: undefined, error, errorUpdateCount } as never })
  expect(pauses.map((_pause, index) => after(index + 1))).toEqual(pauses)
})

it('What has its answer is not asked for again, nor what has not been refused', () => {
  const state = { error: refused(null), errorUpdateCount: 1 }
  expect(untilAnswered({ state: { ...state, data: 'an answer' } as never })).toBe(false)
  expect(untilAnswered({ state: { ...state, data: undefined, error: null } as never })).toBe(false)
})
