import type { Cache } from '../../cache/cache.ts'
import { fromJsonBytes, jsonBytes } from '../../core/json.ts'
import type { Version } from '../../model/version.ts'

export type ShownLayouts = ReturnType<typeof createShownLayouts>

const keptMs = 60 * 86_400_000

/**
 * Where the tracks beside a version's file began when it was last played; null: as its name made expect. Apps refer to
 * tracks by index, during the play and when they go on another day, and the file may have been read in between.
 */
export function createShownLayouts({ stored }: { readonly stored: Pick<Cache, 'get' | 'set'> }) {
  const keyOf = ({ id }: Pick<Version, 'id'>): string => `layout:1:${id}`

  return {
    async of(version: Pick<Version, 'id'>): Promise<number | null> {
      const bytes = await stored.get(keyOf(version))
      return bytes === null ? null : (fromJsonBytes(bytes) as number | null)
    },

    async note(version: Pick<Version, 'id' | 'ref'>, externalFrom: number | null): Promise<void> {
      const { configuration } = version.ref
      await stored.set(keyOf(version), jsonBytes(externalFrom), keptMs, configuration)
    },
  }
}
