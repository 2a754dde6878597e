import { lookup, type LookupAddress } from 'node:dns'
import { LRUCache } from 'lru-cache'
import { atMost } from '../core/entries.ts'

/** All addresses of a host; rejects with the system's error code where there is none. */
export type HostResolver = (host: string) => Promise<readonly LookupAddress[]>

const freshForMs = 60_000

/** Asks the system's resolver, which knows hosts files and local names. Names asked lately are answered at once and renewed behind, so that slow names cannot hold up known ones. */
export function createHostResolver(): HostResolver {
  const names = new LRUCache<string, readonly LookupAddress[]>({
    ...atMost(1_000),
    ttl: freshForMs,
    allowStale: true,
    fetchMethod: askSystem,
  })
  return async (host) => (await names.fetch(host)) ?? askSystem(host)
}

function askSystem(host: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, addresses) => {
      if (error) reject(error)
      else resolve(addresses)
    })
  })
}
