import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Cache } from '../../cache/cache.ts'
import { workInChunks, type Scheduler, type Work } from '../../core/scheduler.ts'
import type { ReadStreams } from '../../search/run-plan.ts'
import type { Sealer } from '../../security/seal.ts'

export type HeldSearches = ReturnType<typeof createHeldSearches>

type Options = {
  readonly scheduler: Scheduler
  /** Shared by all nodes; null if there is only one. */
  readonly shared: { readonly cache: Cache; readonly sealer: Sealer } | null
  /** Bytes, of all held searches together. */
  readonly maxBytes: number
  readonly maxStreams: number
  readonly keptMs: number
}

type Held = { readonly id: string; readonly read: ReadStreams }
type Entry = { readonly held: Held; readonly bytes: number }

/** One search must not push all others out. */
const largestShare = 4
/** An object takes about twice the bytes of its text. */
const objectFactor = 2

/** What the sources sent for the last search of each configuration, so that other rules can be tried without asking again. */
export function createHeldSearches(options: Options) {
  const { scheduler, shared, maxBytes, maxStreams, keptMs } = options
  const largest = Math.floor(maxBytes / largestShare)
  const entries = new LRUCache<number, Entry>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ bytes }) => bytes,
    ttl: keptMs,
  })

  async function fromOthers(configuration: number): Promise<Held | null> {
    const sealed = await shared?.cache.get(String(configuration))
    const plain = sealed && shared?.sealer.open(sealed, String(configuration))
    if (!plain) return null
    const held = JSON.parse(Buffer.from(plain).toString()) as Held
    entries.set(configuration, { held, bytes: plain.byteLength * objectFactor })
    return held
  }

  return {
    /** Replaces what was held before. Returns its id, and null where there is too much to hold. */
    async hold(
      configuration: number,
      read: ReadStreams,
      signal: AbortSignal,
    ): Promise<string | null> {
      entries.delete(configuration)
      if (read.streams.length > maxStreams) return null
      const held = { id: randomUUID(), read }
      const texts: string[] | null = shared ? [] : null
      const measured = measure(held, largest / objectFactor, texts)
      const length = await scheduler.run(measured, { signal })
      if (length === null) return null
      entries.set(configuration, { held, bytes: length * objectFactor })
      const key = String(configuration)
      if (shared && texts) {
        const sealed = shared.sealer.seal(Buffer.from(textOf(held, texts)), key)
        await shared.cache.set(key, sealed, keptMs)
      }
      return held.id
    },

    /** Null if it is not held any more. */
    async find(configuration: number, id: string): Promise<ReadStreams | null> {
      const own = entries.get(configuration)?.held
      const held = own?.id === id ? own : await fromOthers(configuration)
      return held?.id === id ? held.read : null
    },
  }
}

/** Characters of its JSON, of which the streams' are collected; null if it is longer. */
function* measure(
  { id, read: { streams, ...rest } }: Held,
  maxLength: number,
  texts: string[] | null,
): Work<number | null> {
  let length = JSON.stringify({ id, read: rest }).length
  yield* workInChunks(streams, (chunk) => {
    if (length > maxLength) return
    for (const stream of chunk) {
      const text = JSON.stringify(stream)
      length += text.length + 1
      texts?.push(text)
    }
  })
  return length > maxLength ? null : length
}

function textOf({ id, read }: Held, texts: readonly string[]): string {
  const whole = JSON.stringify({ id, read: { ...read, streams: [] } })
  return whole.replace('"streams":[]', () => `"streams":[${texts.join(',')}]`)
}
