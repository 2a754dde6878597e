import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryLock } from '../../../src/cache/lock.ts'
import { createLogger } from '../../../src/core/logger.ts'
import { createGuardedFetch } from '../../../src/security/guarded-fetch.ts'
import type { Connection } from '../../../src/services/trackers/connections.ts'
import { deliver } from '../../../src/services/trackers/delivery.ts'
import { createWorker } from '../../../src/services/trackers/worker.ts'
import { createTrackerStore } from '../../../src/storage/repositories/trackers/store.ts'
import { createWatchStateClient } from '../../../src/trackers/watch-state/client.ts'
import { dialects } from '../../support/dialects.ts'
import { source } from '../../support/sources.ts'
import { told } from '../../support/told.ts'
import { json, startUpstream } from '../../support/upstream.ts'

const someone = 'a'.repeat(32)
const { signal } = new AbortController()
const turnMs = 30_000

afterEach(() => {
  vi.useRealTimers()
})

/** A source that takes ten seconds for each request, and what it heard. */
async function startSlow() {
  vi.useFakeTimers({ toFake: ['Date'] })
  const heard: { id: string; videos: readonly string[] }[] = []
  const upstream = await startUpstream((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      vi.advanceTimersByTime(10_000)
      const body = JSON.parse(Buffer.concat(chunks).toString()) as {
        id: string
        videoId: string
        videos?: { videoId: string }[]
      }
      const videos = body.videos?.map(({ videoId }) => videoId) ?? [body.videoId]
      heard.push({ id: body.id, videos })
      json({})(request, response)
    })
  })
  const guarded = createGuardedFetch({ allowPrivate: true })
  onTestFinished(() => guarded.close())
  const client = createWatchStateClient({ fetch: guarded.fetch, timeoutMs: 5_000 })
  const own = source({ url: `${upstream.url}/manifest.json` })
  const connectionOf = (bulk: boolean) => ({
    addressMark: 'm'.repeat(43),
    width: 1,
    spacingMs: 0,
    push: (...[event, ends, isOver]: Parameters<Connection['push']>) =>
      client.push(own, { events: null, bulk, pulls: false, ttlMs: null }, event, ends, isOver),
  })
  return { heard, connectionOf }
}

describe.each(dialects)('Trackers on $name', ({ skip, openMigrated }) => {
  describe.skipIf(skip)('take turns', () => {
    it('of thirty seconds, without losing or repeating an event', async () => {
      const store = createTrackerStore(await openMigrated())
      const { heard, connectionOf } = await startSlow()
      const link = await store.ensure(1, someone, 'source:a', 'connected')
      const events = Array.from({ length: 7 }, (_, place) => told(`tt${place}`, `e${place}`))
      await store.enqueue([link.id], events)
      const other = await store.ensure(2, someone, 'source:b', 'connected')
      await store.enqueue([other.id], [told('tt1', 'other')])
      const turns: number[] = []
      for (let turn = 0; turn < 3; turn++) {
        const seen = (await store.link(link.id))!
        const before = heard.length
        await deliver(seen, connectionOf(true), store, signal, Date.now() + turnMs)
        turns.push(heard.length - before)
        const due = await store.duePushes(Date.now(), 9, { links: [], configurations: [] })
        expect(due[0]?.id).toBe(other.id)
      }
      expect(turns).toEqual([3, 3, 1])
      expect(heard.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
    })

    it.each([
      { bulk: false, count: 7, turnsOf: [3, 3, 1] },
      { bulk: true, count: 2_200, turnsOf: [3, 2] },
    ])('also within an event of many videos (bulk: $bulk)', async ({ bulk, count, turnsOf }) => {
      const store = createTrackerStore(await openMigrated())
      const { heard, connectionOf } = await startSlow()
      const link = await store.ensure(1, someone, 'source:a', 'connected')
      const videos = Array.from({ length: count }, (_, place) => ({
        videoId: `tt1:1:${place + 1}`,
        season: 1,
        episode: place + 1,
      }))
      const event = told('tt1', 'series', { scope: 'series', videos })
      await store.enqueue([link.id], [event])
      const turns: number[] = []
      while ((await store.waitingCounts([link.id])).size > 0) {
        const seen = (await store.link(link.id))!
        const before = heard.length
        await deliver(seen, connectionOf(bulk), store, signal, Date.now() + turnMs)
        turns.push(heard.length - before)
      }
      const inTurns = heard.splice(0)
      await store.enqueue([link.id], [event])
      await deliver((await store.link(link.id))!, connectionOf(bulk), store, signal)
      expect(turns).toEqual(turnsOf)
      expect(inTurns).toEqual(heard)
      expect(inTurns.flatMap((part) => part.videos)).toHaveLength(count)
    })

    it('within an event of many videos, whose rest has an id that was not sent', async () => {
      const store = createTrackerStore(await openMigrated())
      const { heard, connectionOf } = await startSlow()
      const { id } = await store.ensure(1, someone, 'source:a', 'connected')
      const episode = (place: number) => ({ videoId: `tt1:1:${place}`, season: 1, episode: place })
      const videos = Array.from({ length: 2_200 }, (_, place) => episode(place + 1))
      await store.enqueue([id], [told('tt1', 'series', { scope: 'series', videos })])
      const turn = async () =>
        deliver((await store.link(id))!, connectionOf(true), store, signal, Date.now() + turnMs)
      await turn()
      const [rest] = await store.dueEvents(id, Date.now(), 1)
      await turn()
      expect(heard.slice(0, 3).map((part) => part.id)).not.toContain(rest!.event.id)
      expect(heard[3]!.id).toBe(rest!.event.id)
    })

    it('of two links of a configuration at once', async () => {
      const store = createTrackerStore(await openMigrated())
      for (let place = 0; place < 20; place++) {
        const { id } = await store.ensure(1, someone, `source:${place}`, 'connected')
        await store.enqueue([id], [told('tt1', `hanging${place}`)])
      }
      const other = await store.ensure(2, someone, 'source:a', 'connected')
      await store.enqueue([other.id], [told('tt1', 'other')])
      const heard: string[] = []
      const connection = (id: number) => ({
        addressMark: null,
        width: 1,
        spacingMs: 0,
        async push({ id: event }: { id: string }, ends: AbortSignal) {
          heard.push(event)
          if (id !== other.id)
            await new Promise((resolve) => ends.addEventListener('abort', resolve))
          return { kind: 'delivered' as const }
        },
      })
      const worker = createWorker({
        log: createLogger({ level: 'silent', format: 'json' }),
        lock: createMemoryLock(),
        store,
        connect: async ({ id }) => connection(id) as unknown as Connection,
        pull: async () => true,
      })
      worker.start()
      onTestFinished(() => worker.stop())
      worker.wake()
      await expect.poll(() => heard).toContain('other')
      await expect.poll(() => heard).toHaveLength(3)
    })
  })
})
