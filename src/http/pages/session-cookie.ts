import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseCookie, stringifySetCookie } from 'cookie'
import { AppError } from '../../core/errors.ts'
import type { Credentials } from '../../model/credentials.ts'
import { askedAddress } from '../public-address.ts'

const kinds = {
  browser: { name: 'session', csrfHeader: 'x-csrf-token' },
  operator: { name: 'operator', csrfHeader: 'x-operator-token' },
} as const
export type SessionKind = keyof typeof kinds

export type SessionCookies = ReturnType<typeof createSessionCookies>

type Place = {
  readonly baseUrl: string | null
  readonly instance: string
}

export function createSessionCookies({ baseUrl, instance }: Place, kind: SessionKind) {
  const { csrfHeader } = kinds[kind]
  const http = `${kinds[kind].name}-${instance.slice(0, 8)}`
  /** Cookies are sent to all ports of a host; `__Host-` ones cannot be set by other hosts of the domain or without TLS. */
  const names = { http, https: `__Host-${http}` }

  function reachedAt(request: FastifyRequest): string {
    const asked = askedAddress(request)
    return baseUrl !== null && isAt(baseUrl, asked) ? baseUrl : asked
  }

  /** A browser knows best how it reached the page; proxies may keep quiet about TLS, and GET has no origin. */
  function isSecure(request: FastifyRequest): boolean {
    const reached = originOf(request) ?? reachedAt(request)
    return cookiesOf(request)[names.https] !== undefined || reached.startsWith('https:')
  }

  function cookieOf(request: FastifyRequest, value: string, maxAge: number | null): string {
    const secure = isSecure(request)
    return stringifySetCookie({
      name: secure ? names.https : names.http,
      value,
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      ...(maxAge !== null && { maxAge }),
    })
  }

  function read(request: FastifyRequest): string | null {
    return cookiesOf(request)[isSecure(request) ? names.https : names.http] ?? null
  }

  /** Whether a page of this service sends the request, or no page at all. */
  function isOwn(request: FastifyRequest): boolean {
    const site = request.headers['sec-fetch-site']
    // Browsers send it to https and loopback alone; it holds even if a proxy changes the host.
    if (site !== undefined) return site === 'same-origin' || site === 'none'
    const origin = originOf(request)
    if (origin === null || isAt(origin, askedAddress(request))) return true
    return baseUrl !== null && isAt(origin, baseUrl)
  }

  return {
    isOwn,
    read,

    /** `keepMs` null: until the browser ends. */
    write: (request: FastifyRequest, token: string, keepMs: number | null): string =>
      cookieOf(request, token, keepMs === null ? null : Math.floor(keepMs / 1_000)),

    clear: (request: FastifyRequest): string => cookieOf(request, '', 0),

    /** What the cookie opens: for pages of this service that send its CSRF token, and for nobody else. */
    credentials(request: FastifyRequest): Credentials {
      const csrfToken = request.headers[csrfHeader]
      if (typeof csrfToken !== 'string' || !isOwn(request)) return { kind: 'none' }
      return { kind, token: read(request) ?? '', csrfToken }
    },
  }
}

/** Throws FORBIDDEN for pages of other sites, which are not let read the answer either. */
export function requireOwnPage(
  cookies: Pick<SessionCookies, 'isOwn'>,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.removeHeader('access-control-allow-origin').header('cache-control', 'no-store')
  if (cookies.isOwn(request)) return
  throw new AppError('FORBIDDEN', 'Only pages of this service may sign a browser in or out.')
}

function cookiesOf({ headers }: FastifyRequest) {
  return parseCookie(headers.cookie ?? '')
}

function originOf({ headers }: FastifyRequest): string | null {
  return headers.origin ?? null
}

/** Whether both have the same host and port. The scheme of `asked` may be a proxy's, so it counts for nothing. */
function isAt(address: string, asked: string): boolean {
  const { protocol, host } = URL.parse(address) ?? {}
  return host !== undefined && URL.parse(asked.replace(/^\w+:/, protocol!))?.host === host
}
