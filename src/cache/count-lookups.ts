import type { Cache } from './cache.ts'

/** The same cache, telling of each look-up whether it found something. */
export function countLookups(cache: Cache, onLookup: (found: boolean) => void): Cache {
  return {
    ...cache,
    async get(key) {
      const value = await cache.get(key)
      onLookup(value !== null)
      return value
    },
  }
}
