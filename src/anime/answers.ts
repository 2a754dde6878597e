import type { AnimeMapping } from '../model/anime.ts'
import type { AnimeIndex } from './index.ts'
import { mappingOf } from './mapping.ts'

/** A power of two. */
const slots = 8_192

/**
 * Entries in the forms they are sent in. Objects are kept for a few thousand of those that are asked
 * for again, one per slot; JSON texts are smaller and kept for as long as the data is: some 25 MB in all.
 */
export function createAnswers(index: AnimeIndex) {
  const kept: (AnimeMapping | undefined)[] = Array.from({ length: slots })
  const keptEntries = new Int32Array(slots).fill(-1)
  const lastEntries = new Int32Array(slots).fill(-1)
  const texts: (string | undefined)[] = Array.from({ length: index.entries })

  function mapping(entry: number): AnimeMapping {
    const slot = entry & (slots - 1)
    if (keptEntries[slot] === entry) return kept[slot]!
    const made = mappingOf(index, entry)
    // Only what comes twice in a row is worth keeping: otherwise a walk through all entries would do nothing but replace.
    if (lastEntries[slot] === entry) {
      kept[slot] = made
      keptEntries[slot] = entry
    } else lastEntries[slot] = entry
    return made
  }

  return {
    mapping,
    json: (entry: number): string => (texts[entry] ??= JSON.stringify(mappingOf(index, entry))),
  }
}
