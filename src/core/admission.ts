import { untilAborted } from './until-aborted.ts'

export type Admission = {
  /** First come, first served; the returned function says that the work has ended. Rejects with the signal's reason. */
  readonly admit: (isWorking: () => boolean, signal?: AbortSignal) => Promise<() => void>
}

export type AdmissionOptions = {
  /** Asked each time that one comes or goes. */
  readonly slots: () => number
  /** Milliseconds between two checks of `isWorking`; work that only waits for others loses its slot then. */
  readonly patienceMs: number
  /** How many that waited for others and go on may pile up before nobody else is let in. */
  readonly backlog: number
}

type Visit = { readonly isWorking: () => boolean; since: number; holdsSlot: boolean }

/** CPU work queues here before it holds memory. Work that only waits for others makes room, unless many answers pile up. */
export function createAdmission({ slots, patienceMs, backlog }: AdmissionOptions): Admission {
  const queue = new Set<() => void>()
  const inside = new Set<Visit>()
  let watch: NodeJS.Timeout | undefined

  function hasRoom(): boolean {
    const room = slots()
    const now = performance.now()
    let taken = 0
    let goingOn = 0
    for (const visit of inside) {
      const isWorking = visit.isWorking()
      if (!isWorking && now - visit.since >= patienceMs) visit.holdsSlot = false
      if (visit.holdsSlot) taken += 1
      else if (isWorking) goingOn += 1
      if (taken >= room || goingOn > backlog) return false
    }
    return true
  }

  function enter(visit: Visit): void {
    visit.since = performance.now()
    inside.add(visit)
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
