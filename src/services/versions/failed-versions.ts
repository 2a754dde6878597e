import type { Cache } from '../../cache/cache.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { ItemRef } from '../../model/item-ref.ts'

const keptMs = 1_800_000
const maxMarks = 100

export type FailedVersions = ReturnType<typeof createFailedVersions>

export function createFailedVersions(cache: Cache) {
  async function marksOf(key: string): Promise<readonly number[]> {
    const kept = await cache.get(key)
    return kept ? (fromJsonBytes(kept) as number[]) : []
  }

  async function addTo(key: string, mark: number): Promise<boolean> {
    const marks = await marksOf(key)
    if (marks.includes(mark)) return false
    await cache.set(key, jsonBytes([...marks, mark].slice(-maxMarks)), keptMs)
    return true
  }

  return {
    async of(item: ItemRef): Promise<ReadonlySet<number>> {
      return new Set(await marksOf(keyOf(item)))
    },

    async add(version: ItemRef): Promise<void> {
      await addTo(keyOf(version), version.version)
    },

    /** Notes that this service found the link dead. Returns false if that was known. */
    confirm: (version: ItemRef): Promise<boolean> =>
      addTo(`confirmed:${keyOf(version)}`, version.version),
  }
}

function keyOf({ configuration, space, number, season, episode }: ItemRef): string {
  return `failed-versions:${configuration}:${space}:${number}:${season}:${episode}`
}
