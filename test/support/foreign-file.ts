import type { ImportedEntry } from '../../src/model/tracker.ts'
import { readForeignFile } from '../../src/trackers/files/recognise.ts'
import type { ForeignFile } from '../../src/trackers/files/recognise.ts'
import { piecesOf } from './pieces.ts'

/** All that a file of another service holds; null for what is none. */
export function readForeign(
  text: string,
  size?: number,
): (ForeignFile & { entries: ImportedEntry[] }) | null {
  const entries: ImportedEntry[] = []
  const reading = readForeignFile(piecesOf(text, size))
  let next = reading.next()
  for (; !next.done; next = reading.next()) {
    if (next.value.kind === 'foreign') entries.push(...next.value.entries)
  }
  return next.value && { ...next.value, entries }
}
