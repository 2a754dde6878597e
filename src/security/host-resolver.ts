import { lookup, type LookupAddress } from 'node:dns'
import { LRUCache } from 'lru-cache'
import { atMost } from '../core/entries.ts'

export type HostResolver = {
  (host: string): Promise<readonly LookupAddress[]>
  knows?(host: string): boolean
}

const freshForMs = 60_000

/**
 * Uses the system's resolver, which knows hosts files. Recent names are answered at once and renewed in the background, so
 * that slow names cannot block known ones.
 */
export function createHostResolver(): HostResolver {
  const names = new LRUCache<string, readonly LookupAddress[]>({
    ...atMost(1_000),
    ttl: freshForMs,
    allowStale: true,
    fetchMethod: askSystem,
  })
  const resolve = async (host: string) => (await names.fetch(host)) ?? askSystem(host)
  return Object.assign(resolve, { knows: (host: string) => names.peek(host) !== undefined })
}

function askSystem(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, addresses) => {
      if (error) reject(error)
      else resolve(addresses)
    })
  })
}
