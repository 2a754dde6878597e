import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createScheduler, workInChunks, type Work } from '../../src/core/scheduler.ts'
import { finished } from '../support/work.ts'

/** With no budget, each pause ends the slice. */
const stepwise = () => createScheduler({ budgetMs: 0 })

function* steps(name: string, count: number, log: string[]): Work<string> {
  for (let step = 1; step <= count; step++) {
    log.push(`${name}${step}`)
    if (step < count) yield
  }
  return name
}

describe('the scheduler', () => {
  it('gives what the work returns', async () => {
    expect(await createScheduler().run(steps('a', 3, []))).toBe('a')
  })

  it('never begins in the turn that asks for them', async () => {
    const log: string[] = []
    const done = createScheduler().run(steps('a', 1, log))
    expect(log).toEqual([])
    await done
  })

  it('lets the event loop run between two pieces of work', async () => {
    const log: string[] = []
    const scheduler = stepwise()
    const done = scheduler.run(steps('a', 3, log))
    await nextTurn()
    expect(log).toEqual(['a1'])
    await nextTurn()
    expect(log).toEqual(['a1', 'a2'])
    await done
  })

  it('finishes what came first before what came later', async () => {
    const log: string[] = []
    const scheduler = stepwise()
    await Promise.all([scheduler.run(steps('a', 2, log)), scheduler.run(steps('b', 2, log))])
    expect(log).toEqual(['a1', 'a2', 'b1', 'b2'])
  })

  it('serves later work of a lower order before a higher order', async () => {
    const log: string[] = []
    const scheduler = stepwise()
    const [first, second] = [scheduler.nextOrder(), scheduler.nextOrder()]
    const later = scheduler.run(steps('b', 3, log), { order: second })
    await nextTurn()
    await Promise.all([scheduler.run(steps('a', 2, log), { order: first }), later])
    expect(log).toEqual(['b1', 'a1', 'a2', 'b2', 'b3'])
  })

  it('ends at most one piece of work per turn of the event loop', async () => {
    const scheduler = createScheduler({ budgetMs: 1_000 })
    const ended: string[] = []
    const all = ['a', 'b', 'c'].map(async (name) => {
      ended.push(await scheduler.run(steps(name, 1, [])))
    })
    await nextTurn()
    expect(ended).toEqual(['a'])
    await nextTurn()
    expect(ended).toEqual(['a', 'b'])
    await Promise.all(all)
  })

  it('knows how long all work has taken', async () => {
    const scheduler = createScheduler({ budgetMs: 1_000 })
    function* busy(ms: number) {
      const until = performance.now() + ms
      while (performance.now() < until) yield
    }
    expect(scheduler.workedMs()).toBe(0)
    await Promise.all([scheduler.run(busy(10)), scheduler.run(busy(5))])
    expect(scheduler.workedMs()).toBeGreaterThanOrEqual(15)
  })

  it('hands on what the work throws, and goes on with other work', async () => {
    const scheduler = createScheduler()
    // oxlint-disable-next-line require-yield
    function* broken(): Work<never> {
      throw new TypeError('broken')
    }
    const failed = scheduler.run(broken())
    const other = scheduler.run(steps('b', 1, []))
    await expect(failed).rejects.toThrow(new TypeError('broken'))
    expect(await other).toBe('b')
  })

  it('ends with the signal’s reason, before or during the work, and stops working', async () => {
    const scheduler = stepwise()
    const log: string[] = []
    const gone = new Error('gone')
    await expect(
      scheduler.run(steps('a', 1, log), { signal: AbortSignal.abort(gone) }),
    ).rejects.toBe(gone)

    const leaving = new AbortController()
    const running = scheduler.run(steps('b', 100, log), { signal: leaving.signal })
    await nextTurn()
    leaving.abort(gone)
    await expect(running).rejects.toBe(gone)
    await nextTurn()
    await nextTurn()
    expect(log).toEqual(['b1'])
  })
})

describe('what waits', () => {
  it('is told by its order until all of it has ended, failed or been aborted', async () => {
    const scheduler = stepwise()
    const [order, other] = [scheduler.nextOrder(), scheduler.nextOrder()]
    const impatient = new AbortController()
    const fails = function* (): Work<void> {
      yield
      throw new Error('broken')
    }
    expect(scheduler.hasWork(order)).toBe(false)
    const all = [
      scheduler.run(steps('a', 2, []), { order }),
      scheduler.run(fails(), { order }),
      scheduler.run(steps('b', 2, []), { order, signal: impatient.signal }),
    ]
    const later = scheduler.run(steps('c', 2, []), { order: other })
    await all[0]
    expect(scheduler.hasWork(order)).toBe(true)
    await expect(all[1]).rejects.toThrow('broken')
    expect(scheduler.hasWork(order)).toBe(true)
    impatient.abort(new Error('gone'))
    await expect(all[2]).rejects.toThrow('gone')
    expect(scheduler.hasWork(order)).toBe(false)
    expect(scheduler.hasWork(other)).toBe(true)
    await later
    expect(scheduler.hasWork(other)).toBe(false)
  })
})

describe('chunks', () => {
  it.each([0, 1, 16, 17, 5_000])('hold every one of %d items once, in order', (count) => {
    const items = Array.from({ length: count }, (_, index) => index)
    const seen: number[] = []
    finished(workInChunks(items, (chunk) => seen.push(...chunk)))
    expect(seen).toEqual(items)
  })

  it('grow while items are quick, so that pausing costs little', () => {
    const sizes: number[] = []
    finished(
      workInChunks(
        Array.from({ length: 10_000 }, () => 0),
        (chunk) => sizes.push(chunk.length),
      ),
    )
    expect(sizes[0]).toBe(16)
    expect(sizes.length).toBeLessThan(100)
  })

  it('pause after each run but the last', () => {
    const work = workInChunks([1, 2, 3], () => {})
    expect(work.next().done).toBe(true)
  })
})
