import { untilAborted } from './until-aborted.ts'

export type Admission = {
  /** First come, first served; the returned function releases the slot. Rejects with the signal's reason. */
  readonly admit: (isWorking: () => boolean, signal?: AbortSignal) => Promise<() => void>
}

export type AdmissionOptions = {
  /** Asked each time that one comes or goes. */
  readonly slots: () => number
  /** Milliseconds between two checks of `isWorking`; work that only waits for others loses its slot then. */
  readonly patienceMs: number
}

/** CPU work queues here before it holds memory. Work that only waits for others makes room, so a slow source blocks nobody. */
export function createAdmission({ slots, patienceMs }: AdmissionOptions): Admission {
  const queue = new Set<() => void>()
  let taken = 0

  // Slots go straight to the next in the queue, so a newcomer cannot take them first.
  function free(): void {
    taken -= 1
    for (const next of queue) {
      if (taken >= slots()) return
      queue.delete(next)
      taken += 1
      next()
    }
  }

  async function waitForSlot(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.add(resolve)
    try {
      await (signal ? untilAborted(promise, signal) : promise)
    } catch (error) {
      if (!queue.delete(resolve)) free()
      throw error
    }
  }

  return {
    async admit(isWorking, signal) {
      signal?.throwIfAborted()
      if (queue.size === 0 && taken < slots()) taken += 1
      else await waitForSlot(signal)

      let holdsSlot = true
      const release = (): void => {
        clearInterval(watch)
        if (holdsSlot) free()
        holdsSlot = false
      }
      const watch = setInterval(() => {
        if (!isWorking()) release()
      }, patienceMs)
      return release
    },
  }
}
