import { describe, expect, it, onTestFinished } from 'vitest'
import type { Cache } from '../../../src/cache/cache.ts'
import { createMemoryLock } from '../../../src/cache/lock.ts'
import { createMemoryCache } from '../../../src/cache/memory.ts'
import type { LoggedSearch } from '../../../src/model/search-log.ts'
import { createSealer } from '../../../src/security/seal.ts'
import { createSearchLogRecorder } from '../../../src/services/search-log/recorder.ts'

function search(at: number, values: Partial<LoggedSearch> = {}): LoggedSearch {
  return {
    at,
    interface: 'rest',
    profileId: null,
    type: 'movie',
    id: `tt${at}`,
    received: 3,
    results: 2,
    dropped: [{ step: 'filter', count: 1 }],
    failedSources: 0,
    tookMs: 12,
    ...values,
  }
}

/** Nodes that share a cache. */
function open({ most = 200, nodes = 2, onSet = async () => {} } = {}) {
  const kept = new Map<string, Uint8Array>()
  const memory = createMemoryCache({ maxBytes: 32 * 2 ** 20 })
  const cache: Cache = {
    ...memory,
    async set(key, value, ttlMs) {
      kept.set(key, value)
      await onSet()
      await memory.set(key, value, ttlMs)
    },
  }
  const lock = createMemoryLock()
  const sealer = createSealer(Buffer.alloc(32, 1), 'search-log')
  const recorders = Array.from({ length: nodes }, () => {
    const made = createSearchLogRecorder({ cache, lock, sealer, most, log: { warn: () => {} } })
    onTestFinished(() => made.stop())
    return made
  })
  return { one: recorders[0]!, other: recorders[1]!, lock, kept }
}

describe('the log of searches', () => {
  it('lists the newest first, of all nodes that have written theirs', async () => {
    const { one, other } = open()
    one.record(7, search(1))
    other.record(7, search(2))
    one.record(7, search(3))
    expect((await one.list(7)).map(({ at }) => at)).toEqual([3, 1])
    await other.flush()
    expect((await one.list(7)).map(({ at }) => at)).toEqual([3, 2, 1])
    expect(await one.list(7)).toContainEqual(search(2))
    expect(await one.list(8)).toEqual([])
  })

  it('keeps so many and no more', async () => {
    const { one } = open({ most: 3 })
    for (let at = 1; at <= 5; at++) one.record(7, search(at))
    expect((await one.list(7)).map(({ at }) => at)).toEqual([5, 4, 3])
    one.record(7, search(6))
    expect((await one.list(7)).map(({ at }) => at)).toEqual([6, 5, 4])
  })

  it('keeps as many as the operator wants, with usual texts', async () => {
    const { one } = open({ most: 1_000 })
    const steps = ['filter', 'dedupe', 'limit'] as const
    const dropped = steps.map((step) => ({ step, count: 100 }))
    for (let at = 1; at <= 1_000; at++) {
      one.record(7, search(at, { id: 'tt0903747:5:14', profileId: 'a'.repeat(32), dropped }))
    }
    await one.flush()
    expect(await one.list(7)).toHaveLength(1_000)
  })

  it('keeps nothing where the operator does not want it', async () => {
    const { one, kept } = open({ most: 0 })
    one.record(7, search(1))
    expect(await one.list(7)).toEqual([])
    await one.stop()
    expect(kept.size).toBe(0)
  })

  it('stays small, and unreadable in the cache', async () => {
    const { one, kept } = open()
    // Texts that cannot be packed.
    for (let at = 1; at <= 300; at++) {
      const id = Array.from({ length: 500 }, () => Math.random().toString(36)[2]).join('')
      one.record(7, search(at, { id }))
    }
    const listed = await one.list(7)
    expect(listed[0]?.at).toBe(300)
    expect(listed.length).toBeLessThan(200)
    const [bytes] = kept.values()
    expect(bytes!.byteLength).toBeLessThan(131_072 + 100)
    expect(Buffer.from(bytes!).toString('latin1')).not.toContain('"interface"')
  })

  it('keeps what it cannot write while another node writes, for the next time', async () => {
    const { one, lock } = open()
    one.record(7, search(1))
    await lock.withLock('search-log:2:7', 1_000, async () => {
      await one.flush()
      expect((await one.list(7)).map(({ at }) => at)).toEqual([1])
    })
    one.record(7, search(2))
    expect((await one.list(7)).map(({ at }) => at)).toEqual([2, 1])
  })

  it('loses the oldest where too many wait', async () => {
    const { one, lock } = open({ most: 5 })
    const configurations = 4_000
    for (let at = 1; at <= 5; at++) {
      for (let of = 0; of < configurations; of++) one.record(of, search(at * configurations + of))
    }
    const [newest, oldest] = [9 * configurations, configurations]
    one.record(configurations, search(newest))
    const lists = (configuration: number) =>
      lock.withLock(`search-log:2:${configuration}`, 1_000, async () => {
        const listed = await one.list(configuration)
        seen.push(listed.map(({ at }) => at))
      })
    const seen: number[][] = []
    await lists(configurations)
    await lists(0)
    expect(seen[0]).toEqual([newest])
    expect(seen[1]).toHaveLength(4)
    expect(seen[1]).not.toContain(oldest)
  })

  it('lists what is being written at this moment', async () => {
    const started = Promise.withResolvers<void>()
    const going = Promise.withResolvers<void>()
    const { one } = open({
      async onSet() {
        started.resolve()
        await going.promise
      },
    })
    one.record(7, search(1))
    const flushed = one.flush()
    await started.promise
    const listed = one.list(7)
    going.resolve()
    expect((await listed).map(({ at }) => at)).toEqual([1])
    await flushed
    one.record(7, search(2))
    expect((await one.list(7)).map(({ at }) => at)).toEqual([2, 1])
  })

  it('lists no more than it keeps while another node writes', async () => {
    const { one, lock } = open({ most: 3 })
    for (let at = 1; at <= 3; at++) one.record(7, search(at))
    await one.flush()
    for (let at = 4; at <= 5; at++) one.record(7, search(at))
    await lock.withLock('search-log:2:7', 1_000, async () => {
      expect((await one.list(7)).map(({ at }) => at)).toEqual([5, 4, 3])
    })
  })

  it('forgets a configuration', async () => {
    const { one } = open()
    one.record(7, search(1))
    await one.flush()
    one.record(7, search(2))
    await one.forget(7)
    expect(await one.list(7)).toEqual([])
  })
})
