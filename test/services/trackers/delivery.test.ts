import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PushOutcome, WatchEvent } from '../../../src/model/tracker.ts'
import { deliver } from '../../../src/services/trackers/delivery.ts'
import { transact } from '../../../src/storage/guard.ts'
import { enqueueEvents } from '../../../src/storage/repositories/trackers/outbox.ts'
import { createTrackerStore } from '../../../src/storage/repositories/trackers/store.ts'
import { dialects } from '../../support/dialects.ts'
import { told } from '../../support/told.ts'
import { because } from '../../support/trackers/reasons.ts'

const nobody = { links: [], configurations: [] }
const someone = 'a'.repeat(32)
const minute = 60_000

afterEach(() => {
  vi.useRealTimers()
})

describe.each(dialects)('What trackers are told, kept on $name,', ({ skip, openMigrated }) => {
  describe.skipIf(skip)('is delivered', () => {
    async function open() {
      const db = await openMigrated()
      const store = createTrackerStore(db)
      const link = await store.ensure(1, someone, 'source:a', 'connected')
      const heard: string[] = []
      let answer = (_event: WatchEvent): PushOutcome => ({ kind: 'delivered' })
      const connection = {
        addressMark: 'm'.repeat(43),
        width: 8,
        spacingMs: 0,
        async push(event: WatchEvent) {
          heard.push(event.id)
          return answer(event)
        },
      }
      return {
        db,
        store,
        link,
        heard,
        answers: (next: typeof answer): void => {
          answer = next
        },
        /** One pass of the link as it is now, where it is due. */
        pass: async (): Promise<boolean> => {
          const [due] = await store.duePushes(Date.now(), 10, nobody)
          if (due) await deliver(due, connection, store, new AbortController().signal)
          return due !== undefined
        },
      }
    }

    /** Only the clock is moved: connections go on in their own time. */
    function later(ms: number): void {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    }

    it('only where the transaction that wrote it was committed', async () => {
      const { db, store, link, heard, pass } = await open()
      const undone = transact(db, async (trx) => {
        await enqueueEvents(trx, [link.id], [told('tt1', 'undone')])
        throw new Error('the change was refused')
      })
      await expect(undone).rejects.toThrow('the change was refused')
      expect(await store.waitingCounts([link.id])).toEqual(new Map())
      await transact(db, (trx) => enqueueEvents(trx, [link.id], [told('tt1', 'done')]))
      await pass()
      expect(heard).toEqual(['done'])
    })

    it('each title in its order, and then forgotten', async () => {
      const { store, link, heard, pass } = await open()
      await store.enqueue([link.id], [told('tt1', 'a1'), told('tt2', 'b1'), told('tt1', 'a2')])
      await store.enqueue([link.id], [told('tt1', 'a3'), told('tt2', 'b2')])
      await pass()
      expect(heard.filter((id) => id.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
      expect(heard.filter((id) => id.startsWith('b'))).toEqual(['b1', 'b2'])
      expect(await store.waitingCounts([link.id])).toEqual(new Map())
      expect(await pass()).toBe(false)
    })

    it('again after 30 s, 2 min, 10 min, 1 h and 6 h, for about a day, with the same id', async () => {
      const { store, link, heard, answers, pass } = await open()
      answers(() => ({ kind: 'retry', reason: because('away'), afterMs: null }))
      await store.enqueue([link.id], [told('tt1', 'a1')])
      for (const wait of [0.5, 2, 10, 60, 360, 360, 360].map((minutes) => minutes * minute)) {
        expect(await pass()).toBe(true)
        later(wait - 1_000)
        expect(await pass()).toBe(false)
        later(1_001)
      }
      expect(await pass()).toBe(true)
      expect(new Set(heard)).toEqual(new Set(['a1']))
      expect(heard).toHaveLength(8)
      expect(await store.waitingCounts([link.id])).toEqual(new Map())
      expect(await store.givenUp(link.id, 10)).toMatchObject([{ reason: because('away') }])
    })

    it('not before the tracker wants to be asked again', async () => {
      const { store, link, heard, answers, pass } = await open()
      answers(() => ({ kind: 'retry', reason: because('busy'), afterMs: 5 * minute }))
      await store.enqueue([link.id], [told('tt1', 'a1'), told('tt2', 'b1')])
      await pass()
      later(4 * minute)
      await store.enqueue([link.id], [told('tt3', 'c1')])
      expect(await pass()).toBe(false)
      answers(() => ({ kind: 'delivered' }))
      later(minute + 1)
      await pass()
      expect(heard.slice(-3).toSorted()).toEqual(['a1', 'b1', 'c1'])
    })

    it('without letting later news of a title overtake what failed, while other titles go on', async () => {
      const { store, link, heard, answers, pass } = await open()
      answers(({ metaId }) =>
        metaId === 'tt1'
          ? { kind: 'retry', reason: because('odd'), afterMs: null }
          : { kind: 'delivered' },
      )
      await store.enqueue([link.id], [told('tt1', 'a1'), told('tt2', 'b1')])
      await pass()
      await store.enqueue([link.id], [told('tt1', 'a2'), told('tt2', 'b2')])
      await pass()
      expect(heard).toEqual(['a1', 'b1', 'b2'])
      answers(() => ({ kind: 'delivered' }))
      later(30_001)
      await pass()
      expect(heard).toEqual(['a1', 'b1', 'b2', 'a1', 'a2'])
    })

    it('not at all where the tracker lets nobody in any more, and all of it once it does', async () => {
      const { store, link, heard, answers, pass } = await open()
      answers(() => ({ kind: 'unauthorized', reason: because('the key was taken back') }))
      await store.enqueue([link.id], [told('tt1', 'a1'), told('tt1', 'a2')])
      await pass()
      expect(await store.link(link.id)).toMatchObject({
        state: 'reconnect',
        reason: because('the key was taken back'),
        addressMark: 'm'.repeat(43),
      })
      later(2 * 86_400_000)
      expect(await pass()).toBe(false)
      expect(await store.waitingCounts([link.id])).toEqual(new Map([[link.id, 2]]))
      answers(() => ({ kind: 'delivered' }))
      await store.retryNow(link.id, { state: 'connected', reason: null })
      await pass()
      expect(heard).toEqual(['a1', 'a1', 'a2'])
    })

    it('but for what the tracker refuses, which is given up with the reason', async () => {
      const { store, link, heard, answers, pass } = await open()
      answers(({ id }) =>
        id === 'a1' ? { kind: 'refused', reason: because('no such title') } : { kind: 'delivered' },
      )
      await store.enqueue([link.id], [told('tt1', 'a1'), told('tt1', 'a2')])
      await pass()
      expect(heard).toEqual(['a1', 'a2'])
      expect(await store.givenUp(link.id, 10)).toMatchObject([
        { reason: because('no such title'), event: { id: 'a1', metaId: 'tt1' } },
      ])
      await store.prune(Date.now() + 1)
      expect(await store.givenUp(link.id, 10)).toEqual([])
    })

    it('after three failures in a row only when the tracker has had a rest', async () => {
      const { store, link, heard, answers, pass } = await open()
      answers(() => ({ kind: 'retry', reason: because('away'), afterMs: null }))
      const many = Array.from({ length: 50 }, (_, index) => told(`tt${index}`, `e${index}`))
      await store.enqueue([link.id], many)
      await pass()
      expect(heard.length).toBeLessThan(20)
      expect(await pass()).toBe(false)
      later(31_000)
      await pass()
      const before = heard.length
      later(31_000)
      // The second rest is longer.
      expect(await pass()).toBe(false)
      answers(() => ({ kind: 'delivered' }))
      later(2 * minute)
      await pass()
      expect(heard.length - before).toBeGreaterThan(30)
      later(10 * minute)
      await pass()
      expect(await store.waitingCounts([link.id])).toEqual(new Map())
    })

    it('although the tracker takes only some of it at a time, for a day', async () => {
      const { store, link, heard, answers, pass } = await open()
      let taken = 0
      answers(() => {
        taken += 1
        return taken % 2 === 1
          ? { kind: 'delivered' }
          : { kind: 'retry', reason: because('slower'), afterMs: 1_000 }
      })
      const many = Array.from({ length: 20 }, (_, index) => told(`tt${index}`, `e${index}`))
      await store.enqueue([link.id], many)
      for (let round = 0; round < 60; round++) {
        await pass()
        later(1_001)
      }
      expect(await store.waitingCounts([link.id])).toEqual(new Map())
      expect(await store.givenUp(link.id, 100)).toEqual([])
      expect(new Set(heard).size).toBe(20)
    })

    it('to each tracker for itself', async () => {
      const { store, link, answers, pass, heard } = await open()
      const other = await store.ensure(1, someone, 'source:b', 'connected')
      await store.enqueue([link.id, other.id], [told('tt1', 'a1')])
      answers(() => ({ kind: 'retry', reason: because('away'), afterMs: null }))
      const first = await store.duePushes(Date.now(), 10, nobody)
      expect(first).toHaveLength(2)
      await pass()
      answers(() => ({ kind: 'delivered' }))
      await pass()
      expect(heard).toEqual(['a1', 'a1'])
      expect(await store.waitingCounts([link.id, other.id])).toHaveProperty('size', 1)
      await store.remove(link.id)
      await store.remove(other.id)
      expect(await store.waitingCounts([link.id, other.id])).toEqual(new Map())
    })

    it('from a queue that does not grow without end', async () => {
      const { db, store, link } = await open()
      const rows = Array.from({ length: 50_010 }, (_, index) => ({
        link: link.id,
        title_key: `tt${index}`,
        state: 'waiting',
        event: JSON.stringify(told(`tt${index}`, `e${index}`)),
        next_at: 1,
        created_at: 1,
      }))
      await db.batchInsert('tracker_events', rows, 100)
      await store.prune(0)
      expect((await store.waitingCounts([link.id])).get(link.id)).toBe(50_000)
      const [oldest] = await store.dueEvents(link.id, Date.now(), 1)
      expect(oldest?.event.id).toBe('e10')
    })
  })
})
