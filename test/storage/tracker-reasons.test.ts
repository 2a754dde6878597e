import { describe, expect, it } from 'vitest'
import { trackerReason } from '../../src/core/tracker-reasons.ts'
import { createTrackerStore } from '../../src/storage/repositories/trackers/store.ts'
import { dialects } from '../support/dialects.ts'
import { event } from '../support/trackers/events.ts'

const words = 'No 😀 such title. '.repeat(20)
const long = trackerReason('TRACKER_SAYS', { tracker: 'AniList', words })
const short = trackerReason('TRACKER_TITLE_UNKNOWN', { tracker: 'Trakt' })

describe.each(dialects)('The reason of a tracker on $name', ({ skip, openMigrated }) => {
  async function open() {
    const db = await openMigrated()
    const store = createTrackerStore(db)
    const link = await store.ensure(1, 'a'.repeat(32), 'source:a', 'connected')
    await store.enqueue([link.id], [event({ metaId: 'tt1' })])
    const [due] = await store.dueEvents(link.id, Date.now(), 1)
    await store.settle(link, { state: 'reconnect', reason: long })
    await store.giveUp(due!.id, short)
    const reasons = async () => {
      const givenUp = await store.givenUp(link.id, 5)
      return [(await store.link(link.id))!.reason, ...givenUp.map(({ reason }) => reason)]
    }
    return { db, store, id: link.id, reasons }
  }

  it.skipIf(skip)('keeps its code and values, however long it is', async () => {
    const { reasons } = await open()
    expect(await reasons()).toEqual([long, short])
  })

  it.skipIf(skip)('is gone with the connection that it was for', async () => {
    const { store, id, reasons } = await open()
    await store.retryNow(id, { state: 'connected', reason: null })
    expect(await reasons()).toEqual([null, short])
  })

  it.skipIf(skip)(
    'is the sentence alone where an earlier release has written another',
    async () => {
      const { db, reasons } = await open()
      for (const table of ['tracker_links', 'tracker_events']) {
        await db(table).update({ reason: 'trakt.tv answered with status 422' })
      }
      const plain = { code: null, values: {}, message: 'trakt.tv answered with status 422' }
      expect(await reasons()).toEqual([plain, plain])
      await db('tracker_events').update({ reason: short.message, coded_reason: '{"code":"NEWER"}' })
      expect((await reasons())[1]).toEqual({ ...plain, message: short.message })
    },
  )
})
