import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { spellTime, startDeadline } from '../core/deadline.ts'
import { untilAborted } from '../core/until-aborted.ts'
import { UpstreamError } from '../core/upstream-error.ts'
import { createAddressGuard } from './address-guard.ts'
import { checkLiteral, credentialsOf, ledTo, readUrl, redirectTarget } from './asked-address.ts'
import { acceptedEncodings, decodeBody } from './decode-body.ts'
import { exchange } from './exchange.ts'
import type { Method } from './exchange.ts'
import { createGuardedOpen, type GuardedOpen } from './guarded-stream.ts'
import { createHostResolver, type HostResolver } from './host-resolver.ts'
import { createOriginPools } from './origin-pools.ts'
import { createPayerLookUp, createPayerSlots } from './payer-slots.ts'
import type { Payer } from './shares.ts'

export type GuardedFetchOptions = {
  allowPrivate: boolean | readonly string[]
  maxRedirects?: number
  maxOrigins?: number
  maxConnections?: number
  /** Sent with every request, after redirects too. */
  headers?: Readonly<Record<string, string>>
  resolve?: HostResolver
}

export type FetchRequest = {
  method?: Method
  body?: string | null
  /** Sent to the first origin only: a redirect elsewhere drops them. */
  headers?: Readonly<Record<string, string>>
  /** Milliseconds for everything: connecting, redirects, the whole body. */
  timeoutMs: number
  /** Bytes of the body, both as sent and as unpacked. */
  maxBytes?: number
  /** An UpstreamError as reason becomes the failure. */
  signal?: AbortSignal
  /** Who uses connections for it; missing: the service itself. */
  payer?: Payer
  /** Called once, when what else the payer asks leaves it a place. */
  onPlace?: () => void
}

export type FetchedAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Buffer
  url: string
}

/**
 * Fails only with an UpstreamError; any status is an answer. A body follows a redirect only within its host, where the
 * redirect keeps the method.
 */
export type GuardedFetch = (address: string, request: FetchRequest) => Promise<FetchedAnswer>

export type GuardedFetchClient = {
  fetch: GuardedFetch
  open: GuardedOpen
  close(): Promise<void>
}

const defaultMaxBytes = 16 * 2 ** 20
const maxStreamsOfOrigin = 1_000

/** The one way to ask addresses that users write: guarded against private networks, bounded in time and size. */
export function createGuardedFetch({
  allowPrivate,
  maxRedirects = 3,
  maxOrigins = 256,
  maxConnections = 64,
  headers: ownHeaders = {},
  resolve = createHostResolver(),
}: GuardedFetchOptions): GuardedFetchClient {
  const guard = createAddressGuard(allowPrivate)
  const pools = createOriginPools(guardedLookup, { maxOrigins, maxConnections })
  // A film holds its connection for hours; short requests must not wait for one.
  const streamPools = createOriginPools(guardedLookup, {
    maxOrigins,
    maxConnections: maxStreamsOfOrigin,
  })
  const slots = createPayerSlots(maxOrigins, createPayerLookUp(resolve))
  const everyHeader = {
    'user-agent': 'stream-aggregation-service',
    accept: 'application/json, */*;q=0.5',
    'accept-encoding': acceptedEncodings,
    ...ownHeaders,
  }

  async function checkedAddresses(host: string) {
    const addresses = await resolve(host)
    if (addresses.length === 0) throw Object.assign(new Error(host), { code: 'ENOTFOUND' })
    for (const { address } of addresses) guard.check(host, address)
    return [...addresses]
  }

  /** The checked address is the one connected to, so a name cannot change its mind in between. */
  function guardedLookup(...[host, options, callback]: Parameters<LookupFunction>): void {
    callbackify(checkedAddresses)(host, (error, addresses) => {
      if (error) callback(error, [])
      else if (options.all) callback(null, addresses)
      else callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }

  const fetch: GuardedFetch = async (
    address,
    {
      method = 'GET',
      body: sent = null,
      headers: givenHeaders = {},
      timeoutMs,
      maxBytes = defaultMaxBytes,
      signal: outer,
      payer,
      onPlace,
    },
  ) => {
    let url = readUrl(address)
    let slot = await slots.holdFirst(url, { payer, timeoutMs, signal: outer })
    let answered: number | null = null
    const late = `${url.host} did not answer within ${spellTime(timeoutMs)}`
    const deadline = startDeadline(timeoutMs, () => new UpstreamError('timeout', late), outer)
    const { signal } = deadline
    try {
      onPlace?.()
      let headers = { ...givenHeaders }
      await pools.load()
      for (let redirects = 0; ; redirects += 1) {
        const { host } = url
        checkLiteral(guard, url)
        const answer = await exchange(() => pools.of(url.origin), {
          method,
          path: url.pathname + url.search,
          sent,
          headers: { ...everyHeader, ...credentialsOf(url), ...headers },
          host,
          maxBytes,
          signal,
          slot,
        })
        answered = answer.status
        const found = redirectTarget(answer.status, answer.headers, url)
        const target = found && mayFollow(method, answer.status, url, found) ? found : null
        if (!target) {
          const encoding = answer.headers['content-encoding']
          if (!encoding) return { ...answer, url: url.href }
          const decoding = decodeBody(answer.body, encoding, { maxBytes, host })
          return { ...answer, body: await untilAborted(decoding, signal), url: url.href }
        }
        if (redirects === maxRedirects) {
          throw new UpstreamError('redirects', `${host} redirected more than ${maxRedirects} times`)
        }
        if (target.origin !== url.origin) headers = {}
        url = target
        slot?.leave()
        slot = null
        slot = await slots.hold(url, payer, signal)
      }
    } catch (error) {
      if (error instanceof UpstreamError || !signal.aborted) throw ledTo(error, answered)
      throw new UpstreamError('aborted', 'the request was cancelled')
    } finally {
      slot?.leave()
      deadline.clear()
    }
  }

  return {
    fetch,
    open: createGuardedOpen({
      guard,
      pools: streamPools,
      slots: createPayerSlots(maxOrigins, createPayerLookUp(resolve)),
      maxRedirects,
      headers: ownHeaders,
    }),
    async close() {
      await Promise.all([pools.close(), streamPools.close()])
    },
  }
}

/** A 301 keeps the method only where the same host asks for https. */
function mayFollow(method: Method, status: number, from: URL, to: URL): boolean {
  if (method === 'GET') return true
  if (from.hostname !== to.hostname) return false
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:'
  return status === 307 || status === 308 || (status === 301 && isUpgrade)
}
