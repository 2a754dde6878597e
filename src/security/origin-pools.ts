import type { LookupFunction } from 'node:net'
import type { Pool } from 'undici'
import { UpstreamError } from '../core/upstream-error.ts'

export type OriginPools = {
  /** Call before the first `of`, which is synchronous so that no pool is closed before its caller uses it. */
  load(): Promise<void>
  /** Throws `busy` when too many other origins are in use. */
  of(origin: string): Pool
  close(): Promise<void>
}

export type OriginPoolLimits = {
  maxOrigins: number
  maxConnections: number
}

type PoolClass = new (origin: string, options: Pool.Options) => Pool

let loaded: PoolClass | null = null

const connectTimeoutMs = 10_000
/** Longer than users take to pick the next episode, shorter than most servers keep a connection. */
const keepAliveMs = 20_000

/** The pool unused for longest makes room for a new origin. */
export function createOriginPools(
  lookup: LookupFunction,
  { maxOrigins, maxConnections }: OriginPoolLimits,
): OriginPools {
  const pools = new Map<string, Pool>()

  function open(origin: string): Pool {
    if (loaded === null) throw new Error('the pools are not loaded')
    const pool = new loaded(origin, {
      connections: maxConnections,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      headersTimeout: 0,
      bodyTimeout: 0,
      connectTimeout: connectTimeoutMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 500,
      connect: { lookup },
    })
    pool.on('disconnect', () => {
      if (isIdle(pool) && pool.stats.connected === 0) forget(origin, pool)
    })
    return pool
  }

  function forget(origin: string, pool: Pool): void {
    if (pools.get(origin) !== pool) return
    pools.delete(origin)
    pool.close().catch(() => {})
  }

  function makeRoom(): void {
    if (pools.size < maxOrigins) return
    for (const [origin, pool] of pools) {
      if (isIdle(pool)) return forget(origin, pool)
    }
    throw new UpstreamError('busy', 'too many servers are being asked at once; try again shortly')
  }

  return {
    async load() {
      if (loaded === null) loaded = (await import('undici')).Pool
    },
    of(origin) {
      const known = pools.get(origin)
      if (known) pools.delete(origin)
      else makeRoom()
      const pool = known ?? open(origin)
      pools.set(origin, pool)
      return pool
    },
    async close() {
      const open = [...pools.values()]
      pools.clear()
      await Promise.all(open.map((pool) => pool.destroy()))
    },
  }
}

function isIdle(pool: Pool): boolean {
  return pool.stats.size === 0
}
