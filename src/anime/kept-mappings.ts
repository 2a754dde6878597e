import type { AnimeMapping } from '../model/anime.ts'
import type { AnimeIndex } from './index.ts'
import { mappingOf } from './mapping.ts'

/** A power of two. */
const slots = 8_192

/** A few thousand recently repeated mappings, one per slot. */
export function createKeptMappings(index: AnimeIndex): (entry: number) => AnimeMapping {
  const kept: (AnimeMapping | undefined)[] = Array.from({ length: slots })
  const keptEntries = new Int32Array(slots).fill(-1)
  const lastEntries = new Int32Array(slots).fill(-1)

  return (entry) => {
    const slot = entry & (slots - 1)
    if (keptEntries[slot] === entry) return kept[slot]!
    const made = mappingOf(index, entry)
    // Keeps only what is asked for twice in a row, so that a walk through all entries replaces nothing.
    if (lastEntries[slot] === entry) {
      kept[slot] = made
      keptEntries[slot] = entry
    } else lastEntries[slot] = entry
    return made
  }
}
