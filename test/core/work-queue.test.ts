import { describe, expect, it } from 'vitest'
import { createWorkQueue } from '../../src/core/work-queue.ts'

/** A job that is over when told so. */
function manualJob() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const job = { started: false, finish: resolve, fail: reject, run: () => promise }
  job.run = () => {
    job.started = true
    return promise
  }
  return job
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a work queue', () => {
  it('runs as many jobs at once as it has slots, and the others in the order they came', async () => {
    const queue = createWorkQueue({ slots: 2, waiting: 10 })
    const jobs = Array.from({ length: 4 }, manualJob)
    const results = jobs.map((job) => queue.run(job.run)!)
    expect(jobs.map(({ started }) => started)).toEqual([true, true, false, false])

    jobs[1]!.finish('second')
    await settled()
    expect(jobs.map(({ started }) => started)).toEqual([true, true, true, false])

    for (const [index, job] of jobs.entries()) job.finish(`job ${index}`)
    expect(await Promise.all(results)).toEqual(['job 0', 'second', 'job 2', 'job 3'])
  })

  it('refuses a job when too many wait, and takes one again when there is room', async () => {
    const queue = createWorkQueue({ slots: 1, waiting: 1 })
    const [running, waiting, late] = [manualJob(), manualJob(), manualJob()]
    const first = queue.run(running.run)
    const second = queue.run(waiting.run)
    expect(queue.run(late.run)).toBeNull()
    expect(late.started).toBe(false)

    running.finish('')
    await first
    const third = queue.run(late.run)
    waiting.finish('')
    late.finish('late')
    await second
    expect(await third).toBe('late')
  })

  it('drops a job that is left before it begins, which makes room for another', async () => {
    const queue = createWorkQueue({ slots: 1, waiting: 1 })
    const [running, left, next] = [manualJob(), manualJob(), manualJob()]
    const leaving = new AbortController()
    const first = queue.run(running.run)
    const dropped = queue.run(left.run, leaving.signal)!
    leaving.abort(new Error('left'))
    await expect(dropped).rejects.toThrow('left')
    const last = queue.run(next.run)
    running.finish('')
    next.finish('next')
    await first
    expect(await last).toBe('next')
    expect(left.started).toBe(false)
  })

  it('lets nobody who comes while a slot is handed over pass those who wait', async () => {
    const queue = createWorkQueue({ slots: 1, waiting: 10 })
    const order: string[] = []
    const note = (name: string) => async () => {
      order.push(name)
    }
    const first = queue.run(note('first'))
    const waiting = queue.run(note('waiting'))
    await first
    await Promise.all([waiting, queue.run(note('newcomer'))])
    expect(order).toEqual(['first', 'waiting', 'newcomer'])
  })

  it('goes on after a job that failed', async () => {
    const queue = createWorkQueue({ slots: 1, waiting: 1 })
    const failing = queue.run(() => Promise.reject(new Error('broken')))
    const next = queue.run(async () => 'fine')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('fine')
  })
})
