import { untilAborted } from './until-aborted.ts'

export type Entrance = {
  /**
   * Waits for a place, first come, first served, and answers with the way out. Rejects with the
   * signal's reason. Whoever is not working gives the place up after a moment, without leaving.
   */
  readonly enter: (isWorking: () => boolean, signal?: AbortSignal) => Promise<() => void>
}

export type EntranceOptions = {
  /** How many may work at once. */
  places?: number
  /** Milliseconds between two looks at whether they do. */
  patienceMs?: number
}

/**
 * Holds back what would have to wait for the processor anyway before it has anything to keep in
 * memory. Whoever inside only waits for somebody else makes room, so that one's slow partner holds
 * up nobody.
 */
export function createEntrance({ places = 4, patienceMs = 50 }: EntranceOptions = {}): Entrance {
  const line = new Set<() => void>()
  let taken = 0

  // A freed place is handed straight to the next in line, so that a newcomer cannot slip in between.
  function free(): void {
    const [next] = line
    if (next) {
      line.delete(next)
      next()
    } else taken -= 1
  }

  async function waitInLine(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    line.add(resolve)
    try {
      await (signal ? untilAborted(promise, signal) : promise)
    } catch (error) {
      if (!line.delete(resolve)) free()
      throw error
    }
  }

  return {
    async enter(isWorking, signal) {
      signal?.throwIfAborted()
      if (taken < places) taken += 1
      else await waitInLine(signal)

      let holdsPlace = true
      const leave = (): void => {
        clearInterval(watch)
        if (holdsPlace) free()
        holdsPlace = false
      }
      const watch = setInterval(() => {
        if (!isWorking()) leave()
      }, patienceMs)
      return leave
    },
  }
}
