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

export type OpenRequest = {
  readonly method: 'GET' | 'HEAD'
  /** Sent to the first origin only, except those that say which part is wanted. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Milliseconds until the answer begins: connecting, redirects, headers. */
  readonly connectTimeoutMs: number
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
  maxRedirects,
  headers: ownHeaders,
  idleMs = usualIdleMs,
}: GuardedOpenOptions): GuardedOpen {
  const everyHeader = { ...usualHeaders, ...ownHeaders }

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
  async function answerOf(url: URL, request: Hop): Promise<Dispatcher.ResponseData> {
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

  return async (
    address,
    { method, headers: givenHeaders = {}, signal: outer, connectTimeoutMs },
  ) => {
    let url = readUrl(address)
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
        const answer = await answerOf(url, { method, headers, signal: deadline.signal })
        answered = answer.statusCode
        const answerHeaders = flatten(answer.headers)
        // The error is reported elsewhere; unhandled it would end the process.
        answer.body.on('error', () => {})
        if (!isRedirect(answer.statusCode, answerHeaders)) {
          endWith(answer.body, outer)
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
        if (target.origin !== url.origin) headers = withoutSecrets(headers)
        url = target
      }
    } catch (error) {
      throw ledTo(error, answered)
    } finally {
      deadline.clear()
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

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => keptHeaders.has(name)))
}
