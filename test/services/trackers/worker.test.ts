import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryLock } from '../../../src/cache/lock.ts'
import { createLogger } from '../../../src/core/logger.ts'
import type { TrackerLink } from '../../../src/model/tracker-link.ts'
import type { Connection } from '../../../src/services/trackers/connections.ts'
import { createWorker } from '../../../src/services/trackers/worker.ts'
import type { TrackerStore } from '../../../src/storage/repositories/trackers/store.ts'

/** Longer than a woken worker waits for company, shorter than it waits for its next round. */
const soonMs = 200

type Busy = Parameters<TrackerStore['duePulls']>[2]

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { passed: promise, open: resolve }
}

describe('A worker that is woken', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'],
    })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const link = (id: number, state = { nextPushAt: 0, nextPullAt: 0 }): TrackerLink => ({
    id,
    configuration: 1,
    profileId: 'a',
    tracker: `source:${id}`,
    state: 'connected' as const,
    reason: null,
    secret: null,
    addressMark: null,
    version: null,
    failures: 0,
    pulledAt: null,
    turnedAt: null,
    ...state,
  })

  function start(lock = createMemoryLock()) {
    let due: readonly TrackerLink[] = []
    const looks: string[] = []
    const pulled: number[] = []
    let looked = async (): Promise<void> => undefined
    let pulling = async (): Promise<void> => undefined
    const worker = createWorker({
      log: createLogger({ level: 'silent', format: 'json' }),
      lock,
      store: {
        duePushes: async () => [],
        duePulls: async (_now: number, _limit: number, busy: Busy) => {
          looks.push('look')
          const found = due.filter(
            ({ id, configuration }) =>
              !busy.links.includes(id) && !busy.configurations.includes(configuration),
          )
          await looked()
          return found
        },
        dueEvents: async () => [],
        link: async (id: number) => due.find((one) => one.id === id) ?? null,
      } as unknown as TrackerStore,
      connect: async () => ({}) as Connection,
      async pull({ id }) {
        pulled.push(id)
        due = due.filter((one) => one.id !== id)
        await pulling()
        return true
      },
    })
    worker.start()
    return {
      worker,
      looks,
      pulled,
      makeDue: (...ids: number[]) => {
        due = [...due, ...ids.map((id) => link(id))]
      },
      whileLooking: (next: typeof looked) => {
        looked = next
      },
      whilePulling: (next: typeof pulling) => {
        pulling = next
      },
    }
  }

  const soon = () => vi.advanceTimersByTimeAsync(soonMs)

  it('while it looks for what is due looks once more', async () => {
    const { worker, pulled, makeDue, whileLooking } = start()
    const look = gate()
    whileLooking(() => look.passed)
    worker.wake()
    await soon()
    makeDue(1)
    worker.wake()
    await soon()
    look.open()
    await soon()
    expect(pulled).toEqual([1])
    await worker.stop()
  })

  it('while a link is worked on works on it once more', async () => {
    const { worker, pulled, makeDue, whilePulling } = start()
    const pull = gate()
    whilePulling(() => pull.passed)
    makeDue(1)
    worker.wake()
    await soon()
    makeDue(1)
    worker.wake()
    await soon()
    expect(pulled).toEqual([1])
    pull.open()
    await soon()
    expect(pulled).toEqual([1, 1])
    await worker.stop()
  })

  it('while a link is worked on, whose work ends during the next look, works on it once more', async () => {
    const { worker, pulled, makeDue, whileLooking, whilePulling } = start()
    const pull = gate()
    whilePulling(() => pull.passed)
    makeDue(1)
    worker.wake()
    await soon()
    const look = gate()
    whileLooking(() => look.passed)
    makeDue(1)
    worker.wake()
    await soon()
    pull.open()
    await soon()
    look.open()
    await soon()
    expect(pulled).toEqual([1, 1])
    await worker.stop()
  })

  it('asks no more than before where it gets no lock, however much is due', async () => {
    const asked: string[] = []
    const refuse = async (name: string) => {
      asked.push(name)
      return false
    }
    const { worker, looks, makeDue, whileLooking } = start({ withLock: refuse })
    makeDue(...Array.from({ length: 500 }, (_, place) => place + 1))
    whileLooking(async () => {
      if (looks.length > 100) throw new Error('it looks without end')
    })
    worker.wake()
    await soon()
    expect([looks.length, asked]).toEqual([1, ['tracker:1', 'tracker:2']])
    await vi.advanceTimersByTimeAsync(5_000)
    expect([looks.length, asked.slice(2)]).toEqual([2, ['tracker:3', 'tracker:4']])
    await vi.advanceTimersByTimeAsync(5_000)
    expect([looks.length, asked.slice(4)]).toEqual([3, ['tracker:1', 'tracker:2']])
    await worker.stop()
  })

  it('once, looks at every link that is due', async () => {
    const { worker, pulled, makeDue } = start()
    makeDue(1, 2, 3)
    worker.wake()
    await soon()
    expect(pulled).toEqual([1, 2, 3])
    await worker.stop()
  })
})
