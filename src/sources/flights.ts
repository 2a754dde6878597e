import { untilAborted } from '../core/until-aborted.ts'

export type Flights = {
  /**
   * The outcome of the work under this key, started only if it is not running yet.
   * A waiter leaves by its signal; when the last one has left, the work's own signal is aborted with that reason.
   */
  join<T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
}

type Flight = { outcome: Promise<unknown>; waiters: number; controller: AbortController }

/** Lets callers who ask the same thing at the same time share one piece of work. A key must always stand for results of one type. */
export function createFlights(): Flights {
  const flights = new Map<string, Flight>()

  function take(key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight {
    const running = flights.get(key)
    if (running) return running
    const controller = new AbortController()
    const outcome = start(controller.signal)
    const flight = { outcome, waiters: 0, controller }
    const land = () => forget(key, flight)
    outcome.then(land, land)
    flights.set(key, flight)
    return flight
  }

  function forget(key: string, flight: Flight): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  return {
    async join<T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) {
      signal?.throwIfAborted()
      const flight = take(key, start)
      flight.waiters += 1
      const outcome = flight.outcome as Promise<T>
      if (!signal) return outcome
      try {
        return await untilAborted(outcome, signal)
      } finally {
        flight.waiters -= 1
        if (flight.waiters === 0 && signal.aborted) {
          forget(key, flight)
          flight.controller.abort(signal.reason)
        }
      }
    },
  }
}
