import { describe, expect, it, vi } from 'vitest'
import { createSingleFlight } from '../../src/core/single-flight.ts'

function pendingWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const start = vi.fn<(signal: AbortSignal) => Promise<string>>((signal) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    return promise
  })
  return { start, resolve, reject }
}

describe('single flight', () => {
  it('shares one piece of work among all who ask while it runs', async () => {
    const singleFlight = createSingleFlight()
    const { start, resolve } = pendingWork()
    const waiting = [
      singleFlight.join('a', start),
      singleFlight.join('a', start),
      singleFlight.join('a', start),
    ]
    resolve('done')
    expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done'])
    expect(start).toHaveBeenCalledTimes(1)
  })

  it('starts anew once the work is over, failed or not', async () => {
    const singleFlight = createSingleFlight()
    await expect(singleFlight.join('a', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    )
    expect(await singleFlight.join('a', () => Promise.resolve('yes'))).toBe('yes')
    expect(await singleFlight.join('a', () => Promise.resolve('again'))).toBe('again')
  })

  it('keeps different keys apart', async () => {
    const singleFlight = createSingleFlight()
    const both = [
      singleFlight.join('a', () => Promise.resolve('A')),
      singleFlight.join('b', () => Promise.resolve('B')),
    ]
    expect(await Promise.all(both)).toEqual(['A', 'B'])
  })

  it('lets one waiter leave without ending the work of the others', async () => {
    const singleFlight = createSingleFlight()
    const { start, resolve } = pendingWork()
    const controller = new AbortController()
    const leaving = singleFlight.join('a', start, controller.signal)
    const staying = singleFlight.join('a', start, new AbortController().signal)
    controller.abort(new Error('bye'))
    await expect(leaving).rejects.toThrow('bye')
    resolve('done')
    expect(await staying).toBe('done')
  })

  it('ends the work when the last waiter has left, and starts anew for the next', async () => {
    const singleFlight = createSingleFlight()
    const start = vi.fn<(signal: AbortSignal) => Promise<string>>(() => new Promise(() => {}))
    const controllers = [new AbortController(), new AbortController()]
    const leaving = controllers.map(({ signal }) => singleFlight.join('a', start, signal))
    const outcomes = Promise.allSettled(leaving)
    controllers[0]!.abort(new Error('first'))
    await expect(leaving[0]).rejects.toThrow('first')
    expect(start.mock.calls[0]![0].aborted).toBe(false)
    controllers[1]!.abort(new Error('second'))
    await outcomes
    expect(start.mock.calls[0]![0].reason).toEqual(new Error('second'))
    expect(await singleFlight.join('a', () => Promise.resolve('fresh'))).toBe('fresh')
  })

  it('does not start for a waiter that has already left', async () => {
    const { start } = pendingWork()
    const joining = createSingleFlight().join('a', start, AbortSignal.abort(new Error('gone')))
    await expect(joining).rejects.toThrow('gone')
    expect(start).not.toHaveBeenCalled()
  })
})
