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
/** Growth under load after which it is worth 2 ms to give back what is free between buffers. */
const growthBytes = 16 * 2 ** 20

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
 * as soon as nobody asks after the start, so that the next start finds it even if this process is killed.
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
  /** The lowest memory since the last collection; anything above it came from work. 0 before the first: a start is no load. */
  let least = 0
  /** The lowest since something was given back under load. */
  let given: number | null = null

  function giveBackUnderLoad(bytes: number): void {
    if (least === 0) return
    least = Math.min(least, bytes)
    given = given && Math.min(given, bytes)
    if (bytes < Math.max(least + loadBytes, given === null ? 0 : given + growthBytes)) return
    giveBack()
    given = bytes
  }

  return () => {
    sinceCollected += 1
    const share = busyShare()
    const bytes = memory()
    const isIdle = share <= idleShare
    idle = isIdle ? idle + 1 : 0
    if (share > quietShare) {
      quiet = 0
      giveBackUnderLoad(bytes)
      return
    }
    quiet += isIdle ? looksOfIdle : 1
    if (!isStored) {
      isStored = true
      store()
    }
    if (isOwed && sinceCollected >= sweepLooks) {
      isOwed = false
      giveBack()
    }
    const isLoad = bytes >= least + loadBytes
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
    isOwed = true
    least = Infinity
    given = null
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
