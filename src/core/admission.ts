import { untilAborted } from './until-aborted.ts'

export type Admission = {
  /**
   * Waits for a slot, first come, first served; the returned function releases it. Rejects with the signal's
   * reason. Work that only waits for others loses its slot after `patienceMs` and goes on without one.
   */
  readonly admit: (isWorking: () => boolean, signal?: AbortSignal) => Promise<() => void>
}

export type AdmissionOptions = {
  /** How many may work at once. Default: 4. */
  slots?: number
  /** Milliseconds between two checks of `isWorking`. Default: 50. */
  patienceMs?: number
}

/**
 * Work that would wait for the processor anyway waits here, before it holds anything in memory. Work that only
 * waits for others makes room, so a slow source holds up nobody else.
 */
export function createAdmission({ slots = 4, patienceMs = 50 }: AdmissionOptions = {}): Admission {
  const queue = new Set<() => void>()
  let taken = 0

  // The slot goes straight to the next in the queue, so a newcomer cannot take it first.
  function free(): void {
    const [next] = queue
    if (next) {
      queue.delete(next)
      next()
    } else taken -= 1
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
      if (taken < slots) taken += 1
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
