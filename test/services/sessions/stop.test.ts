import { afterEach, expect, it, vi } from 'vitest'
import { idle } from '../../../src/history/playing.ts'
import { createKeyedQueues } from '../../../src/core/keyed-queues.ts'
import { createLiveStates } from '../../../src/services/sessions/live-states.ts'
import { createSessionReports } from '../../../src/services/sessions/reports.ts'
import type { ReportOptions } from '../../../src/services/sessions/reports.ts'

afterEach(() => void vi.useRealTimers())

/** Reports of devices 1 to 3, none of which is stored yet. */
function reportsOf(keep: (device: number) => Promise<void>) {
  const live = createLiveStates({ state: async () => null }, true)
  for (const device of [1, 2, 3]) live.heard(device, { ...idle, counted: true }, idle)
  const history = { keep: vi.fn<(device: number) => Promise<void>>(keep) }
  const options = { live, history, inQueue: createKeyedQueues<number>(1) }
  return { history, reports: createSessionReports(options as unknown as ReportOptions) }
}

it('stores the places of all devices, also where that of one cannot be stored', async () => {
  const { history, reports } = reportsOf(async (device) => {
    if (device === 3) throw new Error('away')
  })
  await expect(reports.stop()).rejects.toThrow('away')
  expect(new Set(history.keep.mock.calls.map(([device]) => device))).toEqual(new Set([1, 2, 3]))
})

it('waits a while, but not for ever', async () => {
  vi.useFakeTimers()
  const { history, reports } = reportsOf(() => new Promise(() => {}))
  const stopped = reports.stop().catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await stopped).toMatch('in time')
  expect(history.keep).toHaveBeenCalledTimes(3)
})
