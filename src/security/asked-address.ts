import { isIP } from 'node:net'
import { unescape } from 'node:querystring'
import { UpstreamError } from '../core/upstream-error.ts'
import type { AddressGuard } from './address-guard.ts'

/** Names are checked when looked up; an address in place of a name never is. */
export function checkLiteral(guard: AddressGuard, { hostname }: URL): void {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal)) guard.check(hostname, literal)
}

/** Throws `refused-address` unless it is http or https. */
export function readUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (!url) throw new UpstreamError('refused-address', 'the address is not a URL')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UpstreamError('refused-address', 'only http and https addresses are supported')
  }
  return url
}

/** A refused address to which the answer of a server led has the status of that answer. */
export function ledTo(error: unknown, status: number | null): unknown {
  const isRefused = error instanceof UpstreamError && error.kind === 'refused-address'
  return isRefused ? new UpstreamError(error.kind, error.message, status) : error
}

/** As a header, because they are not part of a request's path. */
export function credentialsOf({ username, password }: URL): Record<string, string> {
  if (!username && !password) return {}
  const pair = `${unescape(username)}:${unescape(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

export function isRedirect(status: number, headers: Readonly<Record<string, string>>): boolean {
  return [301, 302, 303, 307, 308].includes(status) && Boolean(headers['location'])
}

/** Null where the answer is not a redirect. */
export function redirectTarget(
  status: number,
  headers: Readonly<Record<string, string>>,
  from: URL,
): URL | null {
  return isRedirect(status, headers) ? readUrl(headers['location']!, from) : null
}
