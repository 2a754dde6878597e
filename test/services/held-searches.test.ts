import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRedisCache } from '../../src/cache/redis.ts'
import { createScheduler } from '../../src/core/scheduler.ts'
import { createSealer } from '../../src/security/seal.ts'
import { createHeldSearches } from '../../src/services/rules/held-searches.ts'
import { redisMissing, testRedis } from '../support/redis.ts'
import { query, stream } from '../support/streams.ts'

type Options = Partial<Parameters<typeof createHeldSearches>[0]>

const { signal } = new AbortController()

function create(options: Options = {}) {
  const bounds = { maxBytes: 2 ** 20, maxStreams: 100, keptMs: 60_000 }
  return createHeldSearches({ scheduler: createScheduler(), shared: null, ...bounds, ...options })
}

function read(count: number, filename = 'a.mkv') {
  const streams = Array.from({ length: count }, (_, position) => stream({ position, filename }))
  return { query: query({ titles: ['"streams":[]'] }), streams, unread: 3 }
}

describe('held searches', () => {
  it('are found by their id, by their configuration alone', async () => {
    const held = create()
    const id = await held.hold(1, read(3), signal)
    expect(await held.find(1, id!)).toEqual(read(3))
    expect(await held.find(2, id!)).toBeNull()
    expect(await held.find(1, 'another')).toBeNull()
  })

  it('are replaced by the next search of their configuration', async () => {
    const held = create()
    const first = await held.hold(1, read(1), signal)
    const second = await held.hold(1, read(2), signal)
    expect(await held.find(1, first!)).toBeNull()
    expect(await held.find(1, second!)).toEqual(read(2))
  })

  it.each([
    ['number', {}, read(101)],
    ['size', { maxBytes: 40_000 }, read(10, 'x'.repeat(1_000))],
  ])('are bounded in %s', async (_, options, large) => {
    expect(await create(options).hold(1, large, signal)).toBeNull()
  })

  it('push the oldest out where memory ends', async () => {
    const held = create({ maxBytes: 60_000 })
    const ids: string[] = []
    for (let one = 0; one < 10; one++) ids.push((await held.hold(one, read(4), signal))!)
    expect(ids.every(Boolean)).toBe(true)
    expect(await held.find(0, ids[0]!)).toBeNull()
    expect(await held.find(9, ids[9]!)).toEqual(read(4))
  })

  describe.skipIf(redisMissing)('with Redis', () => {
    it('are found on every node, sealed', async () => {
      const { redis, prefix } = await testRedis()
      const cache = createRedisCache(redis, prefix, { warn() {} })
      const shared = { cache, sealer: createSealer(randomBytes(32), 'held-searches') }
      const [one, other] = [create({ shared }), create({ shared })]
      const id = await one.hold(1, read(3, 'secret-name.mkv'), signal)
      expect(await other.find(1, id!)).toEqual(read(3, 'secret-name.mkv'))
      expect(String(await redis.getBuffer(`${prefix}1`))).not.toContain('secret-name')
      const next = await one.hold(1, read(2), signal)
      expect(await other.find(1, next!)).toEqual(read(2))
    })
  })
})
