import { describe, expect, it, onTestFinished } from 'vitest'
import type { ReportedVersion } from '../../../src/model/play.ts'
import { keyOf } from '../../../src/services/stremio-plays/recorder.ts'
import { dialects } from '../../support/dialects.ts'
import { minute, openRecorders } from '../../support/stremio-recorders.ts'

describe.each(dialects)('the recorder of plays in Stremio, on $name', ({ skip, openMigrated }) => {
  async function open(delivery: ReportedVersion['delivery'] = 'proxied', pause = async () => {}) {
    const db = await openMigrated()
    onTestFinished(() => db.destroy())
    const times = { schedules: [], minutesPerDay: 90, timeZone: 'UTC' }
    return openRecorders(db, { delivery, pause, times })
  }

  it.skipIf(skip)('makes one play of all that two nodes hear at once', async () => {
    const { nodes, viewed, plays, hear } = await open('redirect')
    const heard = { event: 'open', positionMs: null, began: null } as const
    await Promise.all([...nodes, ...nodes].map((node) => node.report(viewed, heard)))
    await hear(40, 'open', null, 1)
    expect(await plays()).toMatchObject([
      { origin: 'stremio', delivery: 'redirect', client: 'Stremio', last_position_ms: null },
    ])
  })

  it.skipIf(skip)('counts in the minutes of the day what was proxied, without pauses', async () => {
    const { hear, watched, viewedOf } = await open()
    await hear(0, 'open')
    for (const [index, at] of [0.5, 1, 2, 3].entries()) await hear(at, 'position', at, index % 2)
    await hear(4, 'position', 3)
    await hear(8, 'rest', 3)
    await hear(60, 'open')
    await hear(61, 'position', 4)
    expect(await watched()).toBe(4)
    const other = viewedOf({ key: 'tt0000009' })
    await hear(61, 'open', null, 0, [0, 0], other)
    await hear(62, 'position', 30, 0, [61, 29], other)
    expect(await watched()).toBe(5)
  })

  it.skipIf(skip)(
    'counts a redirected play by its openings, a minute for each at most',
    async () => {
      const { hear, watched } = await open('redirect')
      await hear(0, 'open')
      await hear(5, 'open')
      await hear(5.5, 'open')
      await hear(20, 'open')
      expect(await watched()).toBe(2)
    },
  )

  it.skipIf(skip)('makes another one after hours', async () => {
    const { hear, plays } = await open('redirect')
    await hear(0, 'open')
    await hear(30 * 60, 'open')
    expect(await plays()).toHaveLength(2)
  })

  it.skipIf(skip)('finishes what was proxied to its end', async () => {
    const { hear, plays, db } = await open()
    await hear(0, 'open')
    await hear(30, 'position', 30)
    await hear(60, 'position', 60, 1)
    await hear(95, 'position', 95)
    await hear(97, 'end', 95)
    const [play, ...more] = await plays()
    expect(more).toEqual([])
    expect(play).toMatchObject({ last_position_ms: 95 * minute, delivery: 'proxied' })
    expect(Boolean(play.finished)).toBe(true)
    const [entry] = await db('history').select()
    expect([Boolean(entry.played), entry.play_count]).toEqual([true, 1])
  })

  it.skipIf(skip)(
    'goes on with what has ended for whoever comes back to the last minutes',
    async () => {
      const { hear, plays, told, db } = await open()
      await hear(0, 'open')
      await hear(92, 'position', 92)
      await hear(94, 'end', 92)
      await hear(96, 'open')
      await hear(97, 'position', 88, 1, [96, 87])
      await hear(99, 'position', 91, 0, [96, 87])
      await hear(100, 'end', 91)
      // What another node has read before the end.
      await hear(101, 'position', 91, 1)
      expect(await plays()).toHaveLength(1)
      expect(await told()).toEqual(['start', 'stop'])
      expect(await db('history').select('play_count')).toEqual([{ play_count: 1 }])
    },
  )

  it.skipIf(skip)('begins another play for whoever reads on from the start', async () => {
    const { hear, plays, told } = await open()
    await hear(0, 'open')
    await hear(92, 'position', 92)
    await hear(94, 'end', 92)
    await hear(100, 'open')
    await hear(100.5, 'position', 0.5, 0, [100, 0])
    expect(await plays()).toHaveLength(1)
    await hear(101, 'position', 1, 0, [100, 0])
    await hear(110, 'position', 10, 1, [100, 0])
    expect(await plays()).toMatchObject([{}, { last_position_ms: 10 * minute }])
    expect(await told()).toEqual(['start', 'stop', 'start'])
  })

  it.skipIf(skip)('tells the end once another node has written', async () => {
    const written = Promise.withResolvers<void>()
    let writing: Promise<unknown> = Promise.resolve()
    const { hear, told, lock, viewed } = await open('proxied', async () => {
      written.resolve()
      await writing
    })
    await hear(0, 'open')
    await hear(95, 'position', 95)
    writing = lock.withLock(keyOf(viewed), minute, () => written.promise)
    await hear(97, 'end', 95)
    expect(await told()).toEqual(['start', 'stop'])
  })

  it.skipIf(skip)('ends at once by the word of whoever reported the last place', async () => {
    const { hear, told } = await open()
    await hear(0, 'open')
    await hear(95, 'position', 95)
    await hear(95.1, 'position', 40, 1)
    await hear(95.2, 'end', 95)
    expect(await told()).toEqual(['start'])
    await hear(95.3, 'position', 95)
    await hear(95.4, 'end', 95)
    expect(await told()).toEqual(['start', 'stop'])
  })

  it.skipIf(skip)('tells trackers of what it knows the end of alone', async () => {
    const { hear, told } = await open('redirect')
    await hear(0, 'open')
    expect(await told()).toEqual([])
    const proxied = await open('proxied')
    await proxied.hear(0, 'open')
    await proxied.hear(30, 'position', 30)
    await proxied.hear(40, 'rest', 30)
    await proxied.hear(50, 'position', 31)
    await proxied.hear(120, 'end', 95)
    expect(await proxied.told()).toEqual(['start', 'pause', 'start', 'stop'])
  })
})
