import { onlineManager } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { connection } from './connection.ts'
import { Failure } from './failure.ts'
import { untilAdmitted } from './until-answered.ts'

/** While the service cannot serve, queries wait: what they asked again would count against its limits. */
export function followConnection(client: QueryClient): void {
  let recovery = new AbortController()
  onlineManager.setEventListener((setOnline) =>
    connection.subscribe(() => {
      recovery.abort()
      recovery = new AbortController()
      if (connection.get() === 'ok') void recover(client, recovery.signal)
      else setOnline(false)
    }),
  )
}

const apartMs = 100

/** What waits or has failed, at once; then all else that is shown, one after another, each as the service admits its kind. */
async function recover(client: QueryClient, signal: AbortSignal): Promise<void> {
  const cache = client.getQueryCache()
  const first = new Set(cache.findAll({ predicate: isPausedOrFailed }))
  await client.cancelQueries({ predicate: (query) => first.has(query) })
  if (signal.aborted) return
  const since = Date.now()
  onlineManager.setOnline(true)
  await client.invalidateQueries({ refetchType: 'none' })
  void refetch(client, (query) => first.has(query))
  const others = new Set(cache.findAll({ type: 'active', predicate: (query) => !first.has(query) }))
  let waitMs = apartMs
  while (others.size > 0 && !signal.aborted) {
    await pause(waitMs, signal)
    if (signal.aborted) return
    const { query, restMs } = soonest([...others], cache.findAll({ type: 'active' }), since)
    waitMs = restMs > 0 ? restMs : apartMs
    if (restMs > 0) continue
    others.delete(query)
    if (query.state.isInvalidated) void refetch(client, (one) => one === query)
  }
}

function isPausedOrFailed({ state: { error, fetchFailureCount, fetchStatus } }: Query): boolean {
  return error !== null || fetchFailureCount > 0 || fetchStatus === 'paused'
}

function refetch(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  return client.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false })
}

/** The first that may be asked now, or else that need not wait as long as the others; by what was refused since then. */
function soonest(others: readonly Query[], shown: readonly Query[], since: number) {
  const refused = shown.filter(({ state }) => state.error && state.errorUpdatedAt >= since)
  const now = Date.now()
  const rests = others.map((query) => {
    const dues = refused
      .filter((one) => holdsBack(one, query))
      .map(({ state }) => state.errorUpdatedAt + Number(untilAdmitted(state.error)))
    return { query, restMs: Math.max(0, ...dues.map((due) => due - now)) }
  })
  return rests.reduce((best, one) => (one.restMs < best.restMs ? one : best))
}

/** A limit of one operation is no limit for questions of another kind. */
function holdsBack({ state: { error }, queryKey }: Query, other: Query): boolean {
  const isOfOperation = error instanceof Failure && error.isOfOperation
  return !isOfOperation || queryKey[0] === other.queryKey[0]
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
