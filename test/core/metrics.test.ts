import perf from 'node:perf_hooks'
import { expect, it, vi } from 'vitest'
import { createMetrics } from '../../src/core/metrics.ts'

const links = [{ tracker: 'trakt', state: 'open', count: 2, since: 5_000 }] as const

it('Metrics read the connections to trackers once each time', async () => {
  const metrics = createMetrics()
  const read = vi.fn<() => Promise<typeof links>>(async () => links)
  metrics.watchLinks(read)
  const text = await metrics.print()
  expect(text).toContain('tracker_links{tracker="trakt",state="open"} 2')
  expect(text).toContain('tracker_links_failing_since_timestamp_seconds{tracker="trakt"} 5')
  expect(read).toHaveBeenCalledTimes(1)
  await metrics.print()
  expect(read).toHaveBeenCalledTimes(2)
})

it.each([
  ['never answers', () => new Promise<never>(() => {})],
  ['is away', () => Promise.reject(new Error('away'))],
])('Metrics come without these connections when the database %s', async (_what, broken) => {
  const metrics = createMetrics()
  const read = vi.fn<() => Promise<typeof links>>(async () => links)
  metrics.watchLinks(read, 1)
  await metrics.print()
  read.mockImplementation(broken)
  const text = await metrics.print()
  expect(text).toContain('searches_in_progress 0')
  expect(text).not.toMatch(/^tracker_links\w*\{/m)
  expect(read).toHaveBeenCalledTimes(2)
  read.mockImplementation(async () => links)
  expect(await metrics.print()).toContain('tracker_links{tracker="trakt",state="open"} 2')
})

it('Metrics of the process are watched once, however often a service opens in it', async () => {
  createMetrics()
  const watch = vi.spyOn(perf, 'monitorEventLoopDelay')
  const metrics = createMetrics()
  expect(watch).not.toHaveBeenCalled()
  const text = await metrics.print()
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect(text).toContain('nodejs_gc_duration_seconds')
})
