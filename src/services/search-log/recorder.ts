import type { Cache } from '../../cache/cache.ts'
import type { Lock } from '../../core/lock.ts'
import { fromJsonBytes } from '../../core/json.ts'
import type { Logger } from '../../core/logger.ts'
import type { LoggedSearch } from '../../model/search-log.ts'
import type { Sealer } from '../../security/seal.ts'
import { createKeyedQueues } from '../../core/keyed-queues.ts'

export type SearchLogRecorder = ReturnType<typeof createSearchLogRecorder>

type Options = {
  readonly cache: Pick<Cache, 'get' | 'set' | 'delete'>
  readonly lock: Lock
  readonly sealer: Sealer
  /** Searches that are kept of each configuration; 0: none. */
  readonly most: number
  readonly log: Pick<Logger, 'warn'>
}

const flushEveryMs = 15_000
const keptMs = 30 * 86_400_000
const lockMs = 10_000
/** Searches of all configurations that wait to be written; beyond it the oldest are lost. */
const maxHeld = 20_000
const dropped = maxHeld / 10
/** Most bytes of one configuration's log as JSON: of few searches, and of more for each. */
const leastBytes = 128 * 1_024
const bytesEach = leastBytes / 200

/** Keeps the last searches of configurations in the shared cache. They are held in memory until then: a search never waits. */
export function createSearchLogRecorder({ cache, lock, sealer, most, log }: Options) {
  const mostBytes = Math.max(leastBytes, most * bytesEach)
  const waiting = new Map<number, readonly LoggedSearch[]>()
  const inOrder = createKeyedQueues<number>(1)
  let held = 0
  const timer = setInterval(() => void flush(), flushEveryMs).unref()

  async function read(configuration: number): Promise<readonly LoggedSearch[]> {
    const key = keyOf(configuration)
    const sealed = await cache.get(key)
    const plain = sealed && sealer.open(sealed, key)
    return plain ? (fromJsonBytes(plain) as LoggedSearch[]) : []
  }

  function waitingOf(configuration: number): readonly LoggedSearch[] {
    return waiting.get(configuration) ?? []
  }

  function put(configuration: number, searches: readonly LoggedSearch[]): void {
    held += searches.length - waitingOf(configuration).length
    if (searches.length > 0) waiting.set(configuration, searches)
    else waiting.delete(configuration)
  }

  function hold(configuration: number, search: LoggedSearch): void {
    put(configuration, [...waitingOf(configuration), search].slice(-most))
    if (held > maxHeld) dropOldest()
  }

  function dropOldest(): void {
    const times = [...waiting.values()].flat().map(({ at }) => at)
    const last = times.toSorted((a, b) => a - b)[dropped]!
    for (const [configuration, searches] of waiting) {
      put(
        configuration,
        searches.filter(({ at }) => at > last),
      )
    }
  }

  function newest(searches: readonly LoggedSearch[]): readonly LoggedSearch[] {
    return searches.toSorted((a, b) => b.at - a.at).slice(0, most)
  }

  async function write(configuration: number): Promise<void> {
    const key = keyOf(configuration)
    // If another node is writing, these searches wait for the next time.
    await lock.withLock(key, lockMs, async () => {
      const fresh = waitingOf(configuration)
      const all = newest([...fresh.toReversed(), ...(await read(configuration))])
      await cache.set(key, sealer.seal(fitting(all, mostBytes), key), keptMs)
      const written = new Set(fresh)
      put(
        configuration,
        waitingOf(configuration).filter((search) => !written.has(search)),
      )
    })
  }

  async function tryToWrite(configuration: number): Promise<void> {
    if (!waiting.has(configuration)) return
    await write(configuration).catch((error: unknown) =>
      log.warn({ err: error }, 'searches were not kept'),
    )
  }

  async function flush(): Promise<void> {
    const wanted = waiting.keys().toArray()
    for (const configuration of wanted) {
      await inOrder(configuration, () => tryToWrite(configuration))
    }
  }

  return {
    record(configuration: number, search: LoggedSearch): void {
      if (most > 0) hold(configuration, search)
    },

    /** The newest first. Those of other nodes may be missing for some seconds. */
    async list(configuration: number): Promise<readonly LoggedSearch[]> {
      let all: readonly LoggedSearch[] = []
      await inOrder(configuration, async () => {
        await tryToWrite(configuration)
        const kept = await read(configuration)
        all = newest([...waitingOf(configuration).toReversed(), ...kept])
      })
      return all
    },

    async forget(configuration: number): Promise<void> {
      await inOrder(configuration, async () => {
        put(configuration, [])
        await cache.delete(keyOf(configuration))
      })
    },

    flush,

    async stop(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

function keyOf(configuration: number): string {
  return `search-log:2:${configuration}`
}

/** As JSON, without the oldest ones that would make it too large. */
function fitting(searches: readonly LoggedSearch[], mostBytes: number): Buffer {
  const texts: string[] = []
  let bytes = 2
  for (const search of searches) {
    const text = JSON.stringify(search)
    bytes += Buffer.byteLength(text) + 1
    if (bytes > mostBytes) break
    texts.push(text)
  }
  return Buffer.from(`[${texts.join(',')}]`)
}
