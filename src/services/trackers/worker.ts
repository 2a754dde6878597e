import type { Lock } from '../../core/lock.ts'
import type { Logger } from '../../core/logger.ts'
import type { TrackerLink } from '../../model/tracker-link.ts'
import { workOnLink } from './link-work.ts'
import type { LinkWork } from './link-work.ts'

const everyMs = 5_000
/** New events within this time are delivered together. */
const wakeMs = 50
const lockMs = 60_000
/** Concurrent links per provider, so that a hanging one leaves room for others. */
const maxOfProvider = 4
const maxSources = 16
const maxOfConfiguration = 2
/** Enough that links without room do not hide others. */
const readAtOnce = 500
const pruneEveryMs = 3_600_000
/** How long the reasons of given-up events stay readable. */
const keepGivenUpMs = 7 * 86_400_000

type Running = {
  readonly kind: string
  readonly configuration: number
  readonly done: Promise<unknown>
}

/** Works on due links; each on one node at a time. */
export function createWorker({ lock, log, ...work }: LinkWork & { lock: Lock; log: Logger }) {
  const { store } = work
  const ends = new AbortController()
  const running = new Map<number, Running>()
  /** Links whose work started before something new was due. */
  const askedAgain = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let woken: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  /** Something was due anew while the look went on. */
  let lookAgain = false
  /** Something due had no room. */
  let isCrowded = false
  /** More may be due than was read. */
  let isFull = false
  /** Links that others hold, or for which nobody gets a lock, and until when they are left alone. */
  const refused = new Map<number, number>()
  let prunedAt = Date.now()

  function hasRoom({ tracker, configuration }: TrackerLink): boolean {
    const kind = kindOf(tracker)
    const count = [...running.values()].filter((one) => one.kind === kind).length
    const room = kind === sourceKind ? maxSources : maxOfProvider
    return count < room && countOf(configuration) < maxOfConfiguration
  }

  const countOf = (configuration: number): number =>
    [...running.values()].filter((one) => one.configuration === configuration).length

  function begin({ id, tracker, configuration }: TrackerLink): void {
    const done = lock
      .withLock(`tracker:${id}`, lockMs, (lost) => {
        if (isFull) lookNow()
        return workOnLink(work, id, AbortSignal.any([ends.signal, lost]))
      })
      .catch((error: unknown) => {
        if (!ends.signal.aborted) log.error({ err: error }, 'a request to a tracker failed')
        return true
      })
      .then((ran) => {
        running.delete(id)
        if (!ran) refused.set(id, Date.now() + everyMs)
        if (askedAgain.delete(id) || (ran && isCrowded)) lookNow()
      })
    running.set(id, { kind: kindOf(tracker), configuration, done })
  }

  async function look(): Promise<void> {
    const now = Date.now()
    const configurations = [...running.values()].map(({ configuration }) => configuration)
    for (const [id, until] of refused) if (until <= now) refused.delete(id)
    const busy = {
      links: [...running.keys(), ...refused.keys()],
      configurations: configurations.filter((one) => countOf(one) >= maxOfConfiguration),
    }
    const pushes = await store.duePushes(now, readAtOnce, busy)
    const pulls = await store.duePulls(now, readAtOnce, busy)
    isCrowded = false
    isFull = pushes.length === readAtOnce || pulls.length === readAtOnce
    for (const link of [...pushes, ...pulls]) {
      if (ends.signal.aborted || running.has(link.id)) continue
      if (hasRoom(link)) begin(link)
      else isCrowded = true
    }
    if (now - prunedAt > pruneEveryMs) {
      prunedAt = now
      await lock.withLock('tracker-events', lockMs, () => store.prune(now - keepGivenUpMs))
    }
  }

  function lookSoon(): void {
    if (looking || ends.signal.aborted) return
    looking = look()
      // On a database failure the next run will do.
      .catch(() => {})
      .finally(() => {
        looking = null
        if (lookAgain) lookNow()
      })
  }

  /** Once more where a look goes on: it may have read what was due before. */
  function lookNow(): void {
    lookAgain = looking !== null
    lookSoon()
  }

  return {
    start(): void {
      timer ??= setInterval(lookSoon, everyMs)
      timer.unref()
    },

    wake(): void {
      if (woken || !timer) return
      woken = setTimeout(() => {
        woken = undefined
        for (const id of running.keys()) askedAgain.add(id)
        lookNow()
      }, wakeMs)
      woken.unref()
    },

    async stop(): Promise<void> {
      clearInterval(timer)
      clearTimeout(woken)
      ends.abort()
      await looking
      await Promise.all([...running.values()].map((one) => one.done))
    },
  }
}

const sourceKind = 'source'

function kindOf(tracker: string): string {
  return tracker.startsWith('source:') ? sourceKind : tracker
}
