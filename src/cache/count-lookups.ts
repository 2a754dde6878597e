import type { Cache } from './cache.ts'

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
