import type { Cache } from '../../cache/cache.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { Household } from '../../model/household.ts'
import type { ItemRef } from '../../model/item-ref.ts'

const keptMs = 1_800_000
const maxMarks = 100

export function createFailedVersions(cache: Cache) {
  async function marksOf(key: string): Promise<readonly number[]> {
    const kept = await cache.get(key)
    return kept ? (fromJsonBytes(kept) as number[]) : []
  }

  return {
    async of(item: ItemRef): Promise<ReadonlySet<number>> {
      return new Set(await marksOf(keyOf(item.configuration, item)))
    },

    async add({ configuration }: Pick<Household, 'configuration'>, version: ItemRef) {
      const key = keyOf(configuration, version)
      const marks = new Set([...(await marksOf(key)), version.version])
      await cache.set(key, jsonBytes([...marks].slice(-maxMarks)), keptMs)
    },
  }
}

function keyOf(configuration: number, { space, number, season, episode }: ItemRef): string {
  return `failed-versions:${configuration}:${space}:${number}:${season}:${episode}`
}
