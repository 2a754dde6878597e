import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMemoryLiveEvents, createRedisLiveEvents } from '../../../src/cache/live-events.ts'
import { closeRedis, openRedis } from '../../../src/cache/open-redis.ts'
import type { LiveEvents } from '../../../src/model/live-event.ts'
import { createSessionStore } from '../../../src/storage/repositories/sessions.ts'
import { dialects, mysql } from '../../support/dialects.ts'
import { minute, nodesOf } from '../../support/nodes.ts'
import { ownRedisServer, redisMissing } from '../../support/redis.ts'
import { until, untilSteady } from '../../support/until.ts'

/** Of the clock that the test sets; timers look that often. */
const silentAfterMs = 40
const signal = new AbortController().signal
const fails = (error: unknown): never => {
  throw error
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function collect(events: Pick<LiveEvents, 'subscribe'>) {
  const told: number[] = []
  events.subscribe(7, (event) => {
    if (event.kind === 'playEnded') told.push(...event.plays.map(({ id }) => id))
  })
  return told
}

const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

describe.each(dialects)('The end of a silent play on $name', ({ name, skip, openMigrated }) => {
  async function open() {
    const db = await openMigrated()
    const nodes = await nodesOf(db)
    const events = createMemoryLiveEvents()
    const node = (more: Parameters<typeof nodes.node>[0] = {}) => {
      const made = nodes.node({ events, ...more })
      onTestFinished(() => made.stop())
      return made
    }
    const ids = (): Promise<number[]> => db('plays').orderBy('id').pluck('id')
    return { ...nodes, db, node, told: collect(events), ids }
  }

  it.skipIf(skip)('is told with all that was heard of it', async () => {
    const { node, db, first, send, told, ids } = await open()
    const one = node({ silentAfterMs })
    await send(one, first, 'start', 0)
    await send(one, first, 'progress', 10)
    await send(one, first, 'progress', 10.2)
    expect(await db('plays').pluck('watched_ms')).toEqual([10 * minute])
    pass(minute)
    await until('its end', () => told.length)
    const [place] = await db('history').pluck('position_ms')
    expect(await db('plays').pluck('watched_ms')).toEqual([place])
    expect(told).toEqual(await ids())
    expect(place).toBe(10.2 * minute)
  })

  it.skipIf(skip)('is told after a restart, once, and not again by the next play', async () => {
    const { node, first, second, send, told, ids } = await open()
    await send(node(), first, 'start', 0)
    pass(4 * minute)
    const restarted = node()
    await restarted.endAllSilent(signal, fails)
    expect(told).toEqual([])
    pass(2 * minute)
    await restarted.endAllSilent(signal, fails)
    await restarted.endAllSilent(signal, fails)
    expect(told).toEqual(await ids())
    await send(restarted, second, 'start', 10)
    expect(told).toHaveLength(1)
  })

  it.skipIf(skip)('is told by the next play where nobody told it', async () => {
    const { node, first, second, send, told, ids } = await open()
    await send(node(), first, 'start', 0)
    await send(node(), second, 'start', 60)
    expect(told).toEqual((await ids()).slice(0, 1))
  })

  it.skipIf(skip)('is not told of what ended more than a day ago', async () => {
    const { node, first, send, told } = await open()
    await send(node(), first, 'start', 0)
    pass(25 * 60 * minute)
    await node().endAllSilent(signal, fails)
    expect(told).toEqual([])
  })

  it.skipIf(skip)('is told again after the play went on, also by a quick report', async () => {
    const { node, first, send, told } = await open()
    const one = node()
    await send(one, first, 'start', 0)
    for (const at of [6, 13]) {
      pass(6 * minute)
      await one.endAllSilent(signal, fails)
      await send(one, first, 'progress', at)
    }
    expect(told).toHaveLength(2)
    await one.ping({ configuration: 7, device: { rowId: 1 } } as never)
    await send(one, first, 'stop', 14)
    expect(told).toHaveLength(3)
  })

  it.skipIf(skip)('waits for a database that is away', async () => {
    const { node, db, first, send, told } = await open()
    const store = createSessionStore(db)
    let isAway = false
    let refused = 0
    const state: typeof store.state = async (device) => {
      if (!isAway) return store.state(device)
      refused += 1
      throw new Error('away')
    }
    await send(node({ silentAfterMs, store: { ...store, state } }), first, 'start', 0)
    isAway = true
    pass(minute)
    await until('two attempts', () => refused >= 2)
    expect(told).toEqual([])
    isAway = false
    await until('its end', () => told.length)
  })

  it.skipIf(skip)('is told where the device is signed out meanwhile', async () => {
    const { node, db, first, send, told, ids } = await open()
    await send(node({ silentAfterMs }), first, 'start', 0)
    await db('devices').delete()
    await until('its end', () => told.length)
    expect(told).toEqual(await ids())
  })

  it.skipIf(skip)('is not told when a companion leaves hours later', async () => {
    const { node, first, user, kim, rowId, send, told, ids } = await open()
    const one = node()
    await send(one, first, 'start', 0)
    await one.setCompanion(user, { rowId } as never, kim, true)
    await send(one, first, 'progress', 1)
    pass(3 * minute)
    const [, ofKim] = await ids()
    await one.setCompanion(user, { rowId } as never, kim, false)
    expect(told).toEqual([ofKim])
    await one.setCompanion(user, { rowId } as never, kim, true)
    await send(one, first, 'progress', 5)
    pass(180 * minute)
    await one.setCompanion(user, { rowId } as never, kim, false)
    expect(told).toEqual([ofKim])
  })

  it.skipIf(skip || (name === mysql.name && redisMissing))(
    'is told by one of two nodes that both heard of it',
    async () => {
      const { node, first, send, told, ids } = await open()
      const shared = name === mysql.name ? await overRedis() : [node, node].map(() => null)
      const heard = shared[0] ? collect(shared[0]) : told
      const [a, b] = shared.map((events) => node({ silentAfterMs, ...(events && { events }) }))
      await send(a!, first, 'start', 0)
      await send(b!, first, 'progress', 1)
      pass(minute)
      await Promise.all([a!, b!].map((one) => one.endAllSilent(signal, fails)))
      await until('its end', () => heard.length)
      await untilSteady('no more ends', () => heard.length)
      expect(heard).toEqual(await ids())
    },
  )
})

/** Two nodes that hear each other, and no other test. */
async function overRedis() {
  const { url } = await ownRedisServer()
  const connections = await Promise.all([0, 1].map(() => openRedis(url, { warn() {} })))
  const events = connections.map((redis) => createRedisLiveEvents(redis))
  onTestFinished(async () => {
    await Promise.all(events.map((one) => one.close()))
    await Promise.all(connections.map(closeRedis))
  })
  const probe = { kind: 'sessions', configuration: 1 } as const
  await until('the first', () => events[0]!.deliver(probe))
  await until('the second', () => events[1]!.deliver(probe))
  return events
}
