import { expect, it } from 'vitest'
import { until, untilSteady } from './until.ts'

it('until asks until the answer is the right one, and returns it', async () => {
  let asked = 0
  expect(
    await until(
      'three',
      () => ++asked,
      (seen) => seen === 3,
      { everyMs: 1 },
    ),
  ).toBe(3)
})

it('until says what it waited for, and what it saw last', async () => {
  const waiting = until(
    'a finished job',
    () => ({ state: 'running' }),
    () => false,
    { timeoutMs: 5, everyMs: 1 },
  )
  await expect(waiting).rejects.toThrow(
    'waited 5 ms for a finished job; seen last: {"state":"running"}',
  )
})

it('untilSteady asks until the answer no longer changes, and returns the last', async () => {
  let asked = 0
  expect(await untilSteady('a count to rest', () => Math.min(++asked, 4), 60)).toBe(4)
})
