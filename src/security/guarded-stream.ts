import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { spellTime, startDeadline } from '../core/deadline.ts'
import { UpstreamError } from '../core/upstream-error.ts'
import type { AddressGuard } from './address-guard.ts'
import {
  checkLiteral,
  credentialsOf,
  isRedirect,
  ledTo,
  readUrl,
  redirectTarget,
} from './asked-address.ts'
import { explain, flatten } from './exchange.ts'
import type { OriginPools } from './origin-pools.ts'
import type { PayerSlots } from './payer-slots.ts'
import type { Payer, Slot } from './shares.ts'

export type OpenRequest = {
  readonly method: 'GET' | 'HEAD'
  /** Sent to the first origin only, except those that say which part is wanted. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Milliseconds until the answer begins: waiting for the payer's share, connecting, redirects, headers. */
  readonly connectTimeoutMs: number
  /** Who uses the connection, which is until the body of a GET is closed. */
  readonly payer: Payer
}

export type OpenedAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The address that answered, after redirects. */
  readonly url: string
  /** As sent, with back-pressure; destroying it ends the request. Fails after long silence. */
  readonly body: Readable
}

/** For answers of any length. Fails only with an UpstreamError; any status is an answer. */
export type GuardedOpen = (address: string, request: OpenRequest) => Promise<OpenedAnswer>

export type GuardedOpenOptions = {
  readonly guard: AddressGuard
  readonly pools: Pick<OriginPools, 'load' | 'of'>
  readonly slots: PayerSlots
  readonly maxRedirects: number
  /** Sent with every request, after redirects too. */
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds without a byte while somebody waits for one. */
  readonly idleMs?: number
}

const usualIdleMs = 30_000
const usualHeaders = {
  'user-agent': 'stream-aggregation-service',
  accept: '*/*',
  'accept-encoding': 'identity',
}
/** They hold no secrets, and without them another part, or nothing, would come. */
const keptHeaders: ReadonlySet<string> = new Set(['range', 'if-range', 'user-agent'])

export function createGuardedOpen({
  guard,
  pools,
  slots,
  maxRedirects,
  headers: ownHeaders,
  idleMs = usualIdleMs,
}: GuardedOpenOptions): GuardedOpen {
  const answerOf = createAsker({ pools, headers: { ...usualHeaders, ...ownHeaders }, idleMs })

  return async (
    address,
    { method, headers: givenHeaders = {}, signal: outer, connectTimeoutMs, payer },
  ) => {
    let url = readUrl(address)
    let slot: Slot | null = null
    let answered: number | null = null
    let headers = lowerCase(givenHeaders)
    const late = `${url.host} did not begin to answer within ${spellTime(connectTimeoutMs)}`
    const deadline = startDeadline(
      connectTimeoutMs,
      () => new UpstreamError('timeout', late),
      outer,
    )
    try {
      for (let redirects = 0; ; redirects += 1) {
        checkLiteral(guard, url)
        slot ??= await slots.hold(url, payer, deadline.signal)
        const answer = await answerOf(url, { method, headers, signal: deadline.signal })
        answered = answer.statusCode
        const answerHeaders = flatten(answer.headers)
        // The error is reported elsewhere; unhandled it would end the process.
        answer.body.on('error', () => {})
        if (!isRedirect(answer.statusCode, answerHeaders)) {
          endWith(answer.body, outer)
          if (method === 'GET') {
            leaveAfter(answer.body, slot)
            slot = null
          }
          return opened(answer, answerHeaders, url)
        }
        answer.body.destroy()
        const target = redirectTarget(answer.statusCode, answerHeaders, url)!
        if (redirects === maxRedirects) {
          throw new UpstreamError(
            'redirects',
            `${url.host} redirected more than ${maxRedirects} times`,
          )
        }
        if (target.origin !== url.origin) {
          headers = withoutSecrets(headers)
          slot?.leave()
          slot = null
        }
        url = target
      }
    } catch (error) {
      if (error instanceof UpstreamError || !deadline.signal.aborted) throw ledTo(error, answered)
      throw new UpstreamError('aborted', 'the request was cancelled')
    } finally {
      slot?.leave()
      deadline.clear()
    }
  }
}

type Asker = Required<Pick<GuardedOpenOptions, 'pools' | 'headers' | 'idleMs'>>

function createAsker({ pools, headers: everyHeader, idleMs }: Asker) {
  async function ask(url: URL, request: Hop): Promise<Dispatcher.ResponseData> {
    await pools.load()
    return pools.of(url.origin).request({
      path: url.pathname + url.search,
      method: request.method,
      headers: { ...everyHeader, ...credentialsOf(url), ...request.headers },
      signal: request.signal,
      bodyTimeout: idleMs,
    })
  }

  /** Tries once more, because a closed kept connection shows only when used. */
  return async (url: URL, request: Hop): Promise<Dispatcher.ResponseData> => {
    const { host } = url
    try {
      return await ask(url, request)
    } catch (error) {
      const problem = reasonOf(error, host, request.signal)
      if (problem.kind !== 'reset') throw problem
    }
    try {
      return await ask(url, request)
    } catch (error) {
      throw reasonOf(error, host, request.signal)
    }
  }
}

function opened(
  { statusCode: status, body }: Dispatcher.ResponseData,
  headers: Readonly<Record<string, string>>,
  { href: url }: URL,
): OpenedAnswer {
  return { status, headers, url, body }
}

type Hop = Pick<OpenRequest, 'method' | 'signal'> & {
  readonly headers: Readonly<Record<string, string>>
}

function reasonOf(error: unknown, host: string, signal: AbortSignal): UpstreamError {
  if (signal.aborted) {
    return signal.reason instanceof UpstreamError
      ? signal.reason
      : new UpstreamError('aborted', 'the request was cancelled')
  }
  return explain(error instanceof Error ? error : new Error(String(error)), host, false)
}

function endWith(body: Readable, signal: AbortSignal): void {
  const end = (): void => void body.destroy()
  if (signal.aborted) return end()
  signal.addEventListener('abort', end, { once: true })
  body.once('close', () => signal.removeEventListener('abort', end))
}

function leaveAfter(body: Readable, slot: Slot | null): void {
  if (slot === null) return
  if (body.closed) slot.leave()
  else body.once('close', () => slot.leave())
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keptHeaders.has(name)))
}
