import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dialects } from '../../support/dialects.ts'
import { minute, nodesOf } from '../../support/nodes.ts'

describe.each(dialects)('A device that reports to two nodes on $name', ({ skip, openMigrated }) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  async function open() {
    const db = await openMigrated()
    const nodes = await nodesOf(db)
    const [a, b] = [nodes.node(), nodes.node()]
    const plays = async () =>
      (await db('plays').orderBy('id')).map(({ watched_ms, finished }) => ({
        watched: watched_ms / minute,
        finished: Boolean(finished),
      }))
    const counted = () => db('history').pluck('play_count')
    const playing = () => db('devices').where({ number: nodes.rowId }).pluck('playing')
    return { ...nodes, db, a, b, plays, counted, playing }
  }

  it.skipIf(skip)('keeps what the other heard when one of them stops', async () => {
    const { a, b, first, send, plays, playing } = await open()
    await send(a, first, 'start', 0)
    await send(a, first, 'progress', 0.1)
    await send(b, first, 'progress', 60)
    await send(b, first, 'progress', 95)
    await send(b, first, 'stop', 99)
    const [ended, state] = [await plays(), await playing()]
    await a.stop()
    expect(await plays()).toEqual(ended)
    expect(await playing()).toEqual(state)
    expect(ended).toEqual([{ watched: 99, finished: true }])
  })

  it.skipIf(skip)('counts a play once when one of them stops in the middle of it', async () => {
    const { a, b, first, send, plays, counted } = await open()
    await send(a, first, 'start', 0)
    await send(a, first, 'progress', 0.1)
    await send(b, first, 'progress', 95)
    await a.stop()
    await send(b, first, 'progress', 97)
    await send(b, first, 'stop', 99)
    expect(await counted()).toEqual([1])
    expect(await plays()).toEqual([{ watched: 99, finished: true }])
  })

  it.skipIf(skip)('has its place stored by a node that heard it last and stops', async () => {
    const { a, first, send, plays } = await open()
    await send(a, first, 'start', 0)
    await send(a, first, 'progress', 0.1)
    expect(await plays()).toEqual([{ watched: 0, finished: false }])
    await a.stop()
    expect(await plays()).toEqual([{ watched: 0.1, finished: false }])
  })

  it.skipIf(skip)('keeps a place of which the other hears only that it goes on', async () => {
    const { a, b, first, user, send, plays } = await open()
    await send(a, first, 'start', 0)
    await send(a, first, 'progress', 0.1)
    vi.setSystemTime(Date.now() + 1_000)
    await b.ping(user)
    await a.stop()
    expect(await plays()).toEqual([{ watched: 0.1, finished: false }])
  })

  it.skipIf(skip)('counts a play once that both hear the end of', async () => {
    const { a, b, first, send, counted, plays } = await open()
    await send(a, first, 'start', 0)
    await Promise.all([send(a, first, 'progress', 95), send(b, first, 'progress', 95)])
    expect(await counted()).toEqual([1])
    await Promise.all([send(a, first, 'stop', 96), send(b, first, 'stop', 96)])
    expect(await counted()).toEqual([1])
    expect(await plays()).toHaveLength(1)
  })

  it.skipIf(skip)('tells trackers of all who watched a stop that never came', async () => {
    const { a, first, second, rowId, user, kim, send, db } = await open()
    await send(a, first, 'start', 0)
    await a.setCompanion(user, { rowId } as never, kim, true)
    await send(a, first, 'progress', 95)
    await send(a, second, 'start', 96)
    const events = await db('tracker_events').orderBy('number').select('link', 'event')
    const stops = events.filter(({ event }) => JSON.parse(event).event === 'stop')
    expect(stops.map(({ link }) => link)).toEqual([1, 2])
  })

  it.skipIf(skip)('keeps who watches along while the other node hears a report', async () => {
    const { a, b, first, rowId, user, kim, send, db } = await open()
    await send(a, first, 'start', 0)
    await Promise.all([
      send(b, first, 'progress', 1),
      a.setCompanion(user, { rowId } as never, kim, true),
    ])
    await send(b, first, 'stop', 50)
    expect(await db('plays').distinct('profile_id').pluck('profile_id')).toHaveLength(2)
  })
})
