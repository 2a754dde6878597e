import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createBusyShare, quietShare } from '../busy-share.ts'
import { createGiveBack } from './give-back.ts'

const lookEveryMs = 500
const quietLooks = 4
/** Looks between two collections, so that light traffic does not cause constant ones. */
const restLooks = 60
/** V8 frees what a collection found while the program goes on. */
const sweepLooks = 2
const worthBytes = 12 * 2 ** 20
/** What a load leaves is collected however recent the last collection is. */
const loadBytes = 64 * 2 ** 20

export type Observed = {
  /** Since the last call. */
  readonly busyShare: () => number
  /** Resident bytes. */
  readonly memory: () => number
  readonly collect: () => void
  readonly giveBack: () => unknown
}

/**
 * V8 keeps its memory as long as nothing happens. After searches of 32 clients one collection takes resident memory from
 * 461 to 192 MB and stops the event loop for about 0.1 s, in which hardly anybody waits. Compiled code is stored then, too, so
 * that the next start finds it even if this process is killed.
 */
export function collectWhenQuiet(): void {
  const look = createLook({
    busyShare: createBusyShare(),
    memory: () => process.memoryUsage.rss(),
    collect: createCollector(),
    giveBack: createGiveBack(),
  })
  setInterval(look, lookEveryMs).unref()
}

export function createLook({ busyShare, memory, collect, giveBack }: Observed): () => void {
  let quiet = 0
  let rest = 0
  let isOwed = false
  /** The lowest memory since the last collection; anything above it came from work. */
  let least = 0
  return () => {
    rest -= 1
    if (busyShare() > quietShare) {
      quiet = 0
      return
    }
    quiet += 1
    if (isOwed && rest <= restLooks - sweepLooks) {
      isOwed = false
      giveBack()
    }
    const bytes = memory()
    if (quiet < quietLooks || bytes < least + (rest > 0 ? loadBytes : worthBytes)) {
      least = Math.min(least, bytes)
      return
    }
    collect()
    rest = restLooks
    isOwed = true
    least = Infinity
  }
}

/** Flags are set only briefly: compiled code is cached per set of them. Compaction gives back 2 of 49 MB at rest. */
function createCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  return () => {
    flushCompileCache()
    setFlagsFromString('--compact-on-every-full-gc')
    collect({ type: 'major', flavor: 'last-resort' })
    setFlagsFromString('--no-compact-on-every-full-gc')
  }
}
