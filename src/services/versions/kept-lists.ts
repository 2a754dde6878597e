import { compactBytes } from '../../core/compact-bytes.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { Cache } from '../../cache/cache.ts'
import { LRUCache } from 'lru-cache'
import type { Stream } from '../../model/search-result.ts'

export type KeptVersion = {
  /** 32 bits, unique among an item's versions. */
  readonly mark: number
  readonly link: string
  readonly name: string
  readonly description: string
  readonly result: Stream
}

export type KeptList = {
  readonly lookedUpAt: number
  /** Of the configuration used for the look-up. */
  readonly cacheKey: string
  readonly versions: readonly KeptVersion[]
}

export type KeptLists = ReturnType<typeof createKeptLists>

/** Older lists stay for devices that still play from them. */
const listsPerItem = 3
/** Bytes of decoded lists in memory over all households, with memoryShare 1. */
const maxRead = 16 * 2 ** 20
/** What an entry takes without its versions. */
const bytesOfOne = 1_000

/** The newest lists of each item, shared between nodes. */
export function createKeptLists(cache: Cache, keepMs: number, memoryShare = 1) {
  const read = new LRUCache<string, { bytes: Uint8Array; lists: readonly KeptList[] }>({
    maxSize: Math.floor(maxRead * memoryShare),
    sizeCalculation: ({ bytes }) => bytesOfOne + bytes.byteLength,
  })
  const keyOf = (configuration: number, itemKey: string): string =>
    `versions:1:${configuration}:${itemKey}`

  async function get(configuration: number, itemKey: string): Promise<readonly KeptList[]> {
    const key = keyOf(configuration, itemKey)
    const bytes = await cache.get(key)
    if (!bytes) return []
    const known = read.get(key)
    if (known && isSame(known.bytes, bytes)) return current(known.lists)
    const lists = fromJsonBytes(bytes) as readonly KeptList[]
    read.set(key, { bytes: compactBytes(bytes), lists })
    return current(lists)
  }

  function current(lists: readonly KeptList[]): readonly KeptList[] {
    return lists.filter(({ lookedUpAt }) => lookedUpAt + keepMs > Date.now())
  }

  return {
    get,

    async add(configuration: number, itemKey: string, list: KeptList): Promise<void> {
      const lists = [list, ...(await get(configuration, itemKey))].slice(0, listsPerItem)
      const key = keyOf(configuration, itemKey)
      const bytes = compactBytes(jsonBytes(lists))
      read.set(key, { bytes, lists })
      await cache.set(key, bytes, keepMs)
    },
  }
}

export function findVersion(
  lists: readonly Pick<KeptList, 'versions'>[],
  mark: number,
): KeptVersion | undefined {
  for (const { versions } of lists) {
    const found = versions.find((version) => version.mark === mark)
    if (found) return found
  }
  return undefined
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.byteLength === b.byteLength && Buffer.compare(a, b) === 0)
}
