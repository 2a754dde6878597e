import { describe, expect, it, vi } from 'vitest'
import { createFlights } from '../../src/sources/flights.ts'

function pendingWork() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const start = vi.fn<(signal: AbortSignal) => Promise<string>>((signal) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    return promise
  })
  return { start, resolve, reject }
}

describe('flights', () => {
  it('share one piece of work among all who ask while it runs', async () => {
    const flights = createFlights()
    const { start, resolve } = pendingWork()
    const waiting = [flights.join('a', start), flights.join('a', start), flights.join('a', start)]
    resolve('done')
    expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done'])
    expect(start).toHaveBeenCalledTimes(1)
  })

  it('start anew once the work is over, failed or not', async () => {
    const flights = createFlights()
    await expect(flights.join('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await flights.join('a', () => Promise.resolve('yes'))).toBe('yes')
    expect(await flights.join('a', () => Promise.resolve('again'))).toBe('again')
  })

  it('keep different keys apart', async () => {
    const flights = createFlights()
    const both = [
      flights.join('a', () => Promise.resolve('A')),
      flights.join('b', () => Promise.resolve('B')),
    ]
    expect(await Promise.all(both)).toEqual(['A', 'B'])
  })

  it('let one waiter leave without ending the work of the others', async () => {
    const flights = createFlights()
    const { start, resolve } = pendingWork()
    const controller = new AbortController()
    const leaving = flights.join('a', start, controller.signal)
    const staying = flights.join('a', start, new AbortController().signal)
    controller.abort(new Error('bye'))
    await expect(leaving).rejects.toThrow('bye')
    resolve('done')
    expect(await staying).toBe('done')
  })

  it('end the work when the last waiter has left, and start anew for the next', async () => {
    const flights = createFlights()
    const start = vi.fn<(signal: AbortSignal) => Promise<string>>(() => new Promise(() => {}))
    const controllers = [new AbortController(), new AbortController()]
    const leaving = controllers.map(({ signal }) => flights.join('a', start, signal))
    const outcomes = Promise.allSettled(leaving)
    controllers[0]!.abort(new Error('first'))
    await expect(leaving[0]).rejects.toThrow('first')
    expect(start.mock.calls[0]![0].aborted).toBe(false)
    controllers[1]!.abort(new Error('second'))
    await outcomes
    expect(start.mock.calls[0]![0].reason).toEqual(new Error('second'))
    expect(await flights.join('a', () => Promise.resolve('fresh'))).toBe('fresh')
  })

  it('do not start for a waiter that has already left', async () => {
    const { start } = pendingWork()
    const joining = createFlights().join('a', start, AbortSignal.abort(new Error('gone')))
    await expect(joining).rejects.toThrow('gone')
    expect(start).not.toHaveBeenCalled()
  })
})
