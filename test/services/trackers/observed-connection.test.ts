import { expect, it } from 'vitest'
import { UpstreamError } from '../../../src/core/upstream-error.ts'
import type { PushOutcome, WatchEvent } from '../../../src/model/tracker.ts'
import type { HealthSample } from '../../../src/services/health/recorder.ts'
import type { Connection } from '../../../src/services/trackers/connections.ts'
import { observeConnection } from '../../../src/services/trackers/observed-connection.ts'
import { household } from '../../support/library-item.ts'
import { because } from '../../support/trackers/reasons.ts'

const { signal } = new AbortController()
const event = {} as WatchEvent

function observe(push: () => Promise<PushOutcome>, pull: Connection['pull'] = null) {
  const samples: HealthSample[] = []
  const connection: Connection = {
    name: 'Watchlist',
    historyOwner: 'a',
    household: household(),
    addressMark: null,
    width: 1,
    spacingMs: 0,
    pull,
    push,
  }
  const record = (sample: HealthSample): void => void samples.push(sample)
  return { samples, observed: observeConnection(connection, { record }) as Connection }
}

const answers: [string, PushOutcome, HealthSample['failure']][] = [
  ['what it took', { kind: 'delivered' }, null],
  ['what it wants later', { kind: 'retry', reason: because('busy'), afterMs: null }, 'unavailable'],
  [
    'whom it does not know any more',
    { kind: 'unauthorized', reason: because('token') },
    'unauthorized',
  ],
]

it.each(answers)('counts %s', async (_what, outcome, failure) => {
  const { samples, observed } = observe(async () => outcome)
  expect(await observed.push(event, signal)).toBe(outcome)
  expect(samples).toEqual([
    {
      configuration: 7,
      area: 'tracker',
      subject: 'Watchlist',
      failure,
      fromCache: false,
      tookMs: expect.any(Number),
      results: 0,
    },
  ])
})

it.each<[string, Error, readonly HealthSample['failure'][]]>([
  ['a request that took too long', new UpstreamError('timeout', 'Too slow'), ['timeout']],
  ['a mistake of ours', new TypeError('oops'), ['fault']],
  ['nothing where nobody waits any more', new UpstreamError('aborted', 'Gone'), []],
])('counts %s, and throws it on', async (_what, error, expected) => {
  const fails = async () => {
    throw error
  }
  const { samples, observed } = observe(fails, fails)
  await expect(observed.push(event, signal)).rejects.toBe(error)
  await expect(observed.pull!(null, signal)).rejects.toBe(error)
  expect(samples.map(({ failure }) => failure)).toEqual([...expected, ...expected])
})

it('leaves trackers alone that cannot be read, and those that are away', () => {
  expect(observe(async () => answers[0]![1]).observed.pull).toBeNull()
  expect(observeConnection('away', { record() {} })).toBe('away')
})
