import { describe, expect, it } from 'vitest'
import { run } from '../support/reported-plays.ts'
import type { Outcome, Step } from '../support/reported-plays.ts'

describe('The reports of a device whose start comes again', () => {
  it.each<[string, readonly Step[], Partial<Outcome>]>([
    [
      'are two plays where the app was silent for long before it starts the same session again',
      [
        [0, 'a', 'start', 0, { playSessionId: 's' }],
        [10, 'a', 'progress', 10, { playSessionId: 's' }],
        [600, 'a', 'start', 10, { playSessionId: 's' }],
        [601, 'a', 'stop', 11, { playSessionId: 's' }],
      ],
      {
        told: ['start', 'start', 'stop'],
        plays: [
          ['a', 10, false],
          ['a', 1, false],
        ],
      },
    ],
    [
      'are two plays where the start names another version',
      [
        [0, 'a', 'start', 0, { mediaSourceId: 'one' }],
        [0.1, 'a', 'start', 0, { mediaSourceId: 'two' }],
        [10, 'a', 'stop', 9, { mediaSourceId: 'two' }],
      ],
      {
        told: ['start', 'start', 'stop'],
        plays: [
          ['a', 0, false],
          ['a', 9, false],
        ],
      },
    ],
    [
      'say that a paused play goes on where its start comes again',
      [
        [0, 'a', 'start', 0],
        [0.1, 'a', 'progress', 0, { paused: true }],
        [0.2, 'a', 'start', 0, { paused: false }],
        [10, 'a', 'stop', 9],
      ],
      { told: ['start', 'pause', 'start', 'stop'] },
    ],
  ])('%s', (_, steps, outcome) => {
    expect(run(steps)).toMatchObject(outcome)
  })
})
