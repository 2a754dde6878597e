import { untilAborted } from './until-aborted.ts'

export type SingleFlight = {
  /** Starts the work unless it runs. A waiter leaves by its signal; the last one to leave aborts the work with it. */
  join<T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T>
}

type Running = { outcome: Promise<unknown>; waiters: number; controller: AbortController }

/** Equal calls at the same time share one piece of work. A key must always stand for results of one type. */
export function createSingleFlight(): SingleFlight {
  const running = new Map<string, Running>()

  function take(key: string, start: (signal: AbortSignal) => Promise<unknown>): Running {
    const known = running.get(key)
    if (known) return known
    const controller = new AbortController()
    const outcome = start(controller.signal)
    const work = { outcome, waiters: 0, controller }
    const end = () => forget(key, work)
    outcome.then(end, end)
    running.set(key, work)
    return work
  }

  function forget(key: string, work: Running): void {
    if (running.get(key) === work) running.delete(key)
  }

  return {
    async join<T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) {
      signal?.throwIfAborted()
      const work = take(key, start)
      work.waiters += 1
      const outcome = work.outcome as Promise<T>
      if (!signal) return outcome
      try {
        return await untilAborted(outcome, signal)
      } finally {
        work.waiters -= 1
        if (work.waiters === 0 && signal.aborted) {
          forget(key, work)
          work.controller.abort(signal.reason)
        }
      }
    },
  }
}
