import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryLiveEvents, createRedisLiveEvents } from '../../src/cache/live-events.ts'
import { openRedis } from '../../src/cache/open-redis.ts'
import type { LiveEvent } from '../../src/model/live-event.ts'
import { freePort } from '../support/free-port.ts'
import { redisMissing, sharedServer } from '../support/redis.ts'

const event = { kind: 'library', configuration: 7 } as const

describe('Live events in one process', () => {
  it('reach who listens to the same configuration, until they stop', () => {
    const events = createMemoryLiveEvents()
    const [heard, other] = [
      vi.fn<(event: LiveEvent) => void>(),
      vi.fn<(event: LiveEvent) => void>(),
    ]
    const stop = events.subscribe(7, heard)
    events.subscribe(8, other)
    events.publish(event)
    stop()
    stop()
    const again = vi.fn<(event: LiveEvent) => void>()
    events.subscribe(7, again)
    stop()
    events.publish(event)
    expect(heard.mock.calls).toEqual([[event]])
    expect(again).toHaveBeenCalledTimes(1)
    expect(other).not.toHaveBeenCalled()
  })

  it('are not kept from others by one who fails', () => {
    const events = createMemoryLiveEvents()
    const heard = vi.fn<(event: LiveEvent) => void>()
    events.subscribe(7, () => {
      throw new Error('no ears')
    })
    events.subscribe(7, heard)
    events.publish(event)
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('What a node publishes itself', () => {
  it('is heard of every configuration, before the listeners of one', () => {
    const events = createMemoryLiveEvents()
    const order: string[] = []
    events.subscribe(7, () => order.push('one configuration'))
    events.subscribeOwn(() => {
      throw new Error('no ears')
    })
    events.subscribeOwn(({ configuration }) => order.push(`own, of ${configuration}`))
    events.publish(event)
    events.publish({ ...event, configuration: 8 })
    expect(order).toEqual(['own, of 7', 'one configuration', 'own, of 8'])
  })
})

describe.skipIf(redisMissing)('Live events over Redis', () => {
  async function openNode() {
    const redis = await openRedis(sharedServer, { warn: () => {} })
    const events = createRedisLiveEvents(redis)
    onTestFinished(async () => {
      await events.close()
      redis.disconnect()
    })
    return { redis, events }
  }

  it('reach every node, and each of them once', async () => {
    const [one, two] = [await openNode(), await openNode()]
    const [here, there] = [vi.fn<(event: LiveEvent) => void>(), vi.fn<(event: LiveEvent) => void>()]
    one.events.subscribe(7, here)
    two.events.subscribe(7, there)
    // Until both are subscribed at Redis.
    await expect
      .poll(() => {
        one.events.publish({ ...event, kind: 'sessions' })
        return there.mock.calls.length
      })
      .toBeGreaterThan(0)
    one.events.publish(event)
    one.events.publish({ ...event, kind: 'configurationChanged' })
    for (const node of [here, there]) {
      const kinds = () => node.mock.calls.map(([{ kind }]) => kind)
      await expect.poll(kinds).toContain('configurationChanged')
      expect(kinds().slice(-3)).toEqual(['sessions', 'library', 'configurationChanged'])
    }
  })

  it('are exchanged with nodes of the previous release, which call a changed configuration secrets', async () => {
    const [former, { events }] = [await openNode(), await openNode()]
    const heard = vi.fn<(event: LiveEvent) => void>()
    events.subscribe(7, heard)
    const formerHears: unknown[] = []
    const ear = former.redis.duplicate({ enableOfflineQueue: true })
    onTestFinished(() => ear.disconnect())
    ear.on('message', (_channel, text: string) => formerHears.push(JSON.parse(text).event))
    await ear.subscribe('live-events')
    const say = (kind: string) =>
      former.redis.publish(
        'live-events',
        JSON.stringify({ from: 'another', event: { ...event, kind } }),
      )
    const kinds = () => heard.mock.calls.map(([{ kind }]) => kind)
    await expect
      .poll(async () => {
        await say('sessions')
        return kinds()
      })
      .toContain('sessions')
    heard.mockClear()
    await say('secrets')
    await say('configurationChanged')
    await expect
      .poll(() => kinds().filter((kind) => kind !== 'sessions'))
      .toEqual(['configurationChanged', 'configurationChanged'])
    events.publish({ kind: 'configurationChanged', configuration: 7 })
    await expect.poll(() => formerHears).toContainEqual({ kind: 'secrets', configuration: 7 })
  })

  it('of other nodes are not heard as their own', async () => {
    const [one, two] = [await openNode(), await openNode()]
    const [own, others, there] = [
      vi.fn<(event: LiveEvent) => void>(),
      vi.fn<(event: LiveEvent) => void>(),
      vi.fn<(event: LiveEvent) => void>(),
    ]
    one.events.subscribeOwn(own)
    two.events.subscribeOwn(others)
    two.events.subscribe(7, there)
    await expect
      .poll(() => {
        one.events.publish(event)
        return there.mock.calls.length
      })
      .toBeGreaterThan(0)
    expect(own).toHaveBeenCalled()
    expect(others).not.toHaveBeenCalled()
  })

  it('are not disturbed by what somebody else says', async () => {
    const { redis, events } = await openNode()
    const heard = vi.fn<(event: LiveEvent) => void>()
    events.subscribe(7, heard)
    await redis.publish('live-events', 'not JSON')
    events.publish(event)
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

describe('Live events while Redis is away', () => {
  it('reach their own node', async () => {
    const redis = await openRedis(`redis://127.0.0.1:${await freePort()}`, { warn: () => {} })
    const events = createRedisLiveEvents(redis)
    onTestFinished(async () => {
      await events.close()
      redis.disconnect()
    })
    const heard = vi.fn<(event: LiveEvent) => void>()
    events.subscribe(7, heard)
    events.publish(event)
    expect(heard.mock.calls).toEqual([[event]])
  })
})
