import type { AnimeIndex } from './index.ts'
import { mappingOf } from './mapping.ts'

/** The JSON text of entries, kept for as long as the data is: all of them take some 25 MB. */
export function createAnswers(index: AnimeIndex) {
  const kept: (string | undefined)[] = Array.from({ length: index.entries })
  return (entry: number): string => (kept[entry] ??= JSON.stringify(mappingOf(index, entry)))
}
