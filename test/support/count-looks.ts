import type { Places } from '../../src/storage/repositories/plays/cells.ts'

/** How often places have looked at their numbers since. */
export function countLooks(places: Places): () => number {
  let looks = 0
  let { indexes } = places
  Object.defineProperty(places, 'indexes', {
    get() {
      looks += 1
      return indexes
    },
    set(longer: typeof indexes) {
      indexes = longer
    },
  })
  return () => looks
}
