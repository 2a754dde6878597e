import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createBusyShare, quietShare } from '../busy-share.ts'
import { createGiveBack } from './give-back.ts'

const lookEveryMs = 500
/** With a few requests in each; of those without any, a quarter. */
const quietLooks = 16
const looksOfIdle = 4
const looksUntilIdle = quietLooks / looksOfIdle
/** Until it is stored, compiled code takes 17 MB. Storing it takes 3 ms, and 150 ms in the first start of a version. */
const looksUntilStored = 4
/** Looks between two collections, doubled by each that only takes back what light traffic brought again. */
const restLooks = 60
const longestRestLooks = 8 * restLooks
/** V8 frees what a collection found while the program goes on. */
const sweepLooks = 2
const worthBytes = 12 * 2 ** 20
/** What a load leaves is collected however recent the last collection is. */
const loadBytes = 64 * 2 ** 20
/** Nobody asks for anything: timers keep a slow machine this busy. */
const idleShare = 0.02

export type Observed = {
  /** Since the last call. */
  readonly busyShare: () => number
  /** Resident bytes. */
  readonly memory: () => number
  readonly collect: (compacts: boolean) => void
  readonly giveBack: () => unknown
  /** Stores compiled code. */
  readonly store: () => void
}

/**
 * V8 keeps its memory as long as nothing happens. After searches of 32 clients one collection takes resident memory from
 * 461 to 192 MB and stops the event loop for about 0.1 s, in which hardly anybody waits. Compiled code is stored then, too, and
 * soon after the start, so that the next start finds it even if this process is killed.
 */
export function collectWhenQuiet(): void {
  const look = createLook({
    busyShare: createBusyShare(),
    memory: () => process.memoryUsage.rss(),
    collect: createCollector(),
    giveBack: createGiveBack(),
    store: flushCompileCache,
  })
  setInterval(look, lookEveryMs).unref()
}

export function createLook({ busyShare, memory, collect, giveBack, store }: Observed): () => void {
  let quiet = 0
  let idle = 0
  let rest = restLooks
  let sinceCollected = rest
  let isOwed = false
  let isStored = false
  let looks = 0
  let hasCollected = false
  /** The lowest memory since the start or the last collection; anything above it came from work. */
  let least = Infinity

  return () => {
    looks += 1
    sinceCollected += 1
    const share = busyShare()
    const bytes = memory()
    const isIdle = share <= idleShare
    idle = isIdle ? idle + 1 : 0
    if (!isStored && (share <= quietShare || looks === looksUntilStored)) {
      isStored = true
      store()
    }
    if (share > quietShare) {
      quiet = 0
      least = Math.min(least, bytes)
      // Between two looks under load 5 MB become free, which 2 ms give back.
      if (bytes >= least + loadBytes) giveBack()
      return
    }
    quiet += isIdle ? looksOfIdle : 1
    if (isOwed && sinceCollected >= sweepLooks) {
      isOwed = false
      giveBack()
    }
    const isLoad = !hasCollected || bytes >= least + loadBytes
    const isRested = sinceCollected >= (idle >= restLooks ? restLooks : rest)
    const isWorth = isLoad || (isRested && bytes >= least + worthBytes)
    const maySoonCompact = idle > 0 && idle < looksUntilIdle
    if (quiet < quietLooks || maySoonCompact || !isWorth) {
      least = Math.min(least, bytes)
      return
    }
    store()
    collect(idle >= looksUntilIdle)
    rest = isLoad ? restLooks : Math.min(2 * rest, longestRestLooks)
    sinceCollected = 0
    hasCollected = true
    isOwed = true
    least = Infinity
  }
}

/** Flags are set only briefly: compiled code is cached per set of them. Compaction gives back 2 of 49 MB at rest and takes 0.15 s. */
function createCollector(): (compacts: boolean) => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  return (compacts) => {
    if (compacts) setFlagsFromString('--compact-on-every-full-gc')
    collect({ type: 'major', flavor: 'last-resort' })
    if (compacts) setFlagsFromString('--no-compact-on-every-full-gc')
  }
}
