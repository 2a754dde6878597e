import { untilAborted } from './until-aborted.ts'

export type Admission = {
  /** First come, first served; call the returned function when the work has ended. Rejects with the signal's reason. */
  readonly admit: (isWorking: () => boolean, signal?: AbortSignal) => Promise<() => void>
}

export type AdmissionOptions = {
  readonly slots: () => number
  /** Milliseconds after which work that only waits for others loses its slot. */
  readonly patienceMs: number
  /** How many without a slot may have work that waits, while others are still let in; asked at each look, as `slots` is. */
  readonly backlog: () => number
}

type Visit = { readonly isWorking: () => boolean; since: number; holdsSlot: boolean }

/** CPU work queues here before it holds memory. Work that only waits for others makes room, unless many answers pile up. */
export function createAdmission({ slots, patienceMs, backlog }: AdmissionOptions): Admission {
  const queue = new Set<() => void>()
  const inside = new Set<Visit>()
  let watch: NodeJS.Timeout | undefined

  function hasRoom(): boolean {
    // One more, since timers come at whole milliseconds.
    const longAgo = performance.now() - patienceMs + 1
    let taken = 0
    let resumed = 0
    for (const visit of inside) {
      const isWorking = visit.isWorking()
      if (!isWorking && visit.since <= longAgo) visit.holdsSlot = false
      if (visit.holdsSlot) taken += 1
      else if (isWorking) resumed += 1
    }
    return taken < slots() && resumed <= backlog()
  }

  function enter(visit: Visit): void {
    visit.since = performance.now()
    inside.add(visit)
    watch?.refresh()
  }

  function admitNext(): void {
    for (const next of queue) {
      if (!hasRoom()) return
      queue.delete(next)
      next()
    }
    clearInterval(watch)
    watch = undefined
  }

  function leave(visit: Visit): void {
    if (inside.delete(visit)) admitNext()
  }

  async function waitForRoom(visit: Visit, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const next = (): void => {
      enter(visit)
      resolve()
    }
    queue.add(next)
    watch ??= setInterval(admitNext, patienceMs)
    try {
      await (signal ? untilAborted(promise, signal) : promise)
    } catch (error) {
      queue.delete(next)
      leave(visit)
      throw error
    }
  }

  return {
    async admit(isWorking, signal) {
      signal?.throwIfAborted()
      const visit = { isWorking, since: 0, holdsSlot: true }
      if (queue.size === 0 && hasRoom()) enter(visit)
      else await waitForRoom(visit, signal)
      return () => leave(visit)
    },
  }
}
