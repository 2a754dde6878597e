import { describe, expect, it } from 'vitest'
import { readReport } from '../../src/history/now-playing.ts'
import { namedVersion, onReportWithoutDevice } from '../../src/history/playing.ts'
import type { PlayReport } from '../../src/model/watch.ts'
import { playReport } from '../support/play-report.ts'
import { begun, films, minute, run } from '../support/reported-plays.ts'
import type { Outcome, Step } from '../support/reported-plays.ts'

describe('The reports of a device', () => {
  it.each<[string, readonly Step[], Partial<Outcome>]>([
    [
      'from start to stop are one play',
      [
        [0, 'a', 'start', 0],
        [10, 'a', 'progress', 10],
        [85, 'a', 'stop', 85],
      ],
      { told: ['start', 'stop played'], counted: 1, plays: [['a', 85, true]] },
    ],
    [
      'tell a play that was left half way',
      [
        [0, 'a', 'start', 0],
        [20, 'a', 'stop', 20],
      ],
      { told: ['start', 'stop'], counted: 0, plays: [['a', 20, false]] },
    ],
    [
      'count a play once, however often its end is told',
      [
        [0, 'a', 'start', 0],
        [82, 'a', 'progress', 82],
        [83, 'a', 'progress', 83],
        [84, 'a', 'stop', 84],
        [84, 'a', 'stop', 84],
      ],
      { told: ['start', 'stop played'], counted: 1, plays: [['a', 84, true]] },
    ],
    [
      'leave pauses out of the time that was watched',
      [
        [0, 'a', 'start', 0],
        [10, 'a', 'progress', 10, { paused: true }],
        [40, 'a', 'progress', 10, { paused: false }],
        [50, 'a', 'stop', 20],
      ],
      { told: ['start', 'pause', 'start', 'stop'], plays: [['a', 20, false]] },
    ],
    [
      'leave out what was skipped, forward and back',
      [
        [0, 'a', 'start', 0],
        [1, 'a', 'progress', 1],
        [2, 'a', 'progress', 60],
        [3, 'a', 'progress', 30],
        [4, 'a', 'stop', 31],
      ],
      { plays: [['a', 4, false]] },
    ],
    [
      'leave out the time of an app that slept',
      [
        [0, 'a', 'start', 0],
        [10, 'a', 'progress', 10],
        [600, 'a', 'progress', 11],
      ],
      { plays: [['a', 11, false]] },
    ],
    [
      'mean the last place where a stop names none',
      [
        [0, 'a', 'start', 0],
        [83, 'a', 'progress', 83],
        [83.5, 'a', 'stop', null],
      ],
      { told: ['start', 'stop played'], counted: 1, plays: [['a', 83.5, true]] },
    ],
    [
      'count nothing that comes after the stop',
      [
        [0, 'a', 'start', 0],
        [30, 'a', 'stop', 30],
        [30.1, 'a', 'progress', 85],
      ],
      { told: ['start', 'stop'], counted: 0, plays: [['a', 30, false]], last: null },
    ],
    [
      'take a ping for a sign of life and no more',
      [
        [0, 'a', 'ping', null],
        [1, 'a', 'start', 0],
        [11, 'a', 'ping', null],
        [21, 'a', 'stop', 20],
      ],
      { told: ['start', 'stop'], plays: [['a', 20, false]] },
    ],
    [
      'leave the place to others where a ping names one',
      [
        [0, 'a', 'start', 0],
        [30, 'a', 'ping', 30],
        [31, 'a', 'stop', 31],
      ],
      { told: ['start', 'stop'], plays: [['a', 31, false]] },
    ],
    [
      'begin a play anew after one that failed',
      [
        [0, 'a', 'start', 0],
        [0, 'a', 'progress', 0, { failed: true }],
        [50, 'a', 'progress', 50],
        [85, 'a', 'stop', 85],
      ],
      { counted: 1, plays: [['a', 35, true]] },
    ],
    [
      'are two plays where the same film begins again',
      [
        [0, 'a', 'start', 0],
        [85, 'a', 'progress', 85],
        [86, 'a', 'start', 0],
        [90, 'a', 'stop', 4],
      ],
      {
        told: ['start', 'overdue tt1000000', 'start', 'stop'],
        counted: 1,
        plays: [
          ['a', 85, true],
          ['a', 4, false],
        ],
      },
    ],
    [
      'are one play where an app sends the start again',
      [
        [0, 'a', 'start', 0],
        [0.2, 'a', 'start', 0],
        [10, 'a', 'progress', 10],
        [20, 'a', 'stop', 20],
      ],
      { told: ['start', 'stop'], plays: [['a', 20, false]] },
    ],
    [
      'are one play where the start comes again after a place of the same play session',
      [
        [0, 'a', 'start', 0, { playSessionId: 's' }],
        [10, 'a', 'progress', 10, { playSessionId: 's' }],
        [11, 'a', 'start', 0, { playSessionId: 's' }],
        [12, 'a', 'stop', null, { playSessionId: 's' }],
      ],
      { told: ['start', 'stop'], plays: [['a', 11, false]] },
    ],
    [
      'are two plays where the start names another play session',
      [
        [0, 'a', 'start', 0, { playSessionId: 's' }],
        [0.1, 'a', 'start', 0, { playSessionId: 't' }],
        [10, 'a', 'stop', 9, { playSessionId: 't' }],
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
      'of an app that died after the end tell trackers the stop when the next film begins',
      [
        [0, 'a', 'start', 0],
        [85, 'a', 'progress', 85],
        [600, 'b', 'start', 0],
      ],
      {
        told: ['start', 'overdue tt1000000', 'start'],
        counted: 1,
        plays: [
          ['a', 85, true],
          ['b', 0, false],
        ],
      },
    ],
    [
      'finish the play of the film before, where its stop comes after the start of the next',
      [
        [0, 'a', 'start', 0],
        [80, 'a', 'progress', 80],
        [81, 'b', 'start', 0],
        [81.1, 'a', 'stop', 82],
        [91, 'b', 'stop', 10],
      ],
      {
        told: ['start', 'start', 'stop played', 'stop'],
        counted: 1,
        plays: [
          ['a', 80, true],
          ['b', 10, false],
        ],
      },
    ],
    [
      'count it once and tell trackers once, where it had come to its end before',
      [
        [0, 'a', 'start', 0],
        [85, 'a', 'progress', 85],
        [86, 'b', 'start', 0],
        [86.1, 'a', 'stop', 86],
      ],
      { told: ['start', 'overdue tt1000000', 'start'], counted: 1 },
    ],
    [
      'of a version that failed leave nothing behind',
      [
        [0, 'a', 'start', 0],
        [0.1, 'a', 'stop', 0, { failed: true }],
      ],
      { told: ['start'], counted: 0, plays: [] },
    ],
    [
      'keep what was watched of a version before it failed',
      [
        [0, 'a', 'start', 0],
        [10, 'a', 'progress', 10],
        [10.1, 'a', 'stop', 10, { failed: true }],
      ],
      { told: ['start'], counted: 0, plays: [['a', 10, false]] },
    ],
    [
      'are a play of their own where the start was never told',
      [[0, 'a', 'stop', 85]],
      { told: ['stop played'], counted: 1, plays: [['a', 0, true]] },
    ],
  ])('%s', (_rule, steps, expected) => {
    expect(run(steps)).toMatchObject(expected)
  })

  it('keep the place of a pause, a start or a stop from waiting, and let others wait', () => {
    const steps: Step[] = [
      [0, 'a', 'start', 0],
      [1, 'a', 'progress', 1],
    ]
    expect(run(steps).last).toMatchObject({ isPlaceAlone: true, isMoment: false, isShown: false })
    const paused = run([...steps, [2, 'a', 'progress', 2, { paused: true }]]).last
    expect(paused).toMatchObject({ isPlaceAlone: false, isShown: true })
    const stopped = run([...steps, [2, 'a', 'stop', 2]]).last
    expect(stopped).toMatchObject({ isPlaceAlone: false, isMoment: true, isShown: true })
  })

  it.each<[string, Step, boolean]>([
    ['forwards', [2, 'a', 'progress', 30], true],
    ['back', [2, 'a', 'progress', 0], true],
    ['while it stands still', [2, 'a', 'progress', 2, { paused: true }], true],
    ['less than a player stalls', [2, 'a', 'progress', 2.2], false],
  ])('are seen at once by others where the place jumps: %s', (_where, jump, isShown) => {
    const isPaused = jump[4]?.paused ?? null
    const steps: Step[] = [
      [0, 'a', 'start', 0, { paused: isPaused }],
      [1, 'a', 'progress', isPaused ? 0 : 1, { paused: isPaused }],
      jump,
    ]
    expect(run(steps).last).toMatchObject({ isShown, isPlaceAlone: !isShown })
  })

  it('are refused for a place before the beginning', () => {
    const read = (positionMs: number) => () => readReport({ event: 'progress', positionMs })
    expect(read(-1)).toThrow('positionMs must not be negative')
    expect(read(0)).not.toThrow()
  })

  it('name a version once, and again where another one or another track is chosen', () => {
    const { state } = run([[0, 'a', 'start', 0, { mediaSourceId: 'v1', audioIndex: 1 }]])
    const named = (values: Partial<PlayReport>) =>
      namedVersion(state, { itemId: 'a', report: playReport(values) })
    expect(named({})).toBeNull()
    expect(named({ mediaSourceId: 'v1' })).toBeNull()
    expect(named({ audioIndex: 2 })).toMatchObject({ mediaSourceId: 'v1', audioIndex: 2 })
    expect(named({ mediaSourceId: 'v2' })).toMatchObject({ mediaSourceId: 'v2', audioIndex: 1 })
    expect(named({ event: 'start' })).not.toBeNull()
    expect(named({ event: 'ping' })).toBeNull()
  })
})

describe('The reports of a caller without a device', () => {
  const report = (event: PlayReport['event']) =>
    onReportWithoutDevice(
      { ...films.a, report: playReport({ event, positionMs: 85 * minute }), version: null },
      begun,
    )

  it('count as a play where it stops, and are places otherwise', () => {
    expect(report('stop')?.change).toMatchObject({ played: true, plays: 1 })
    expect(report('progress')?.change).toMatchObject({ played: true, plays: 0 })
    expect(report('progress')).toMatchObject({ isMoment: false, play: null, events: [] })
    expect([report('start')?.isMoment, report('stop')?.isMoment]).toEqual([true, true])
    expect(report('ping')).toBeNull()
  })
})
