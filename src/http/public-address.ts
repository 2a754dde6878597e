import type { FastifyRequest } from 'fastify'

/** The address under which the client reaches this service, without a trailing slash. */
export type PublicAddress = (request: Asked) => string

/** What says it of a request, or of the handshake of a web socket. */
type Asked = Pick<FastifyRequest, 'headers' | 'socket' | 'protocol' | 'ips'> & {
  readonly host: string | null
}

const hostForm = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** `baseUrl` wins; otherwise the address that was asked. */
export function createPublicAddress(baseUrl: string | null): PublicAddress {
  return baseUrl === null ? askedAddress : () => baseUrl
}

/** What a trusted proxy or the client says, if it is a valid address. */
export function askedAddress(request: Asked): string {
  return `${protocolOf(request)}://${hostOf(request)}`
}

function protocolOf(request: Asked): string {
  const asked = forwarded(request, 'x-forwarded-proto') ?? request.protocol
  const protocol = asked.toLowerCase()
  // The service itself has no TLS; without a proxy it is always http.
  return protocol === 'https' ? 'https' : 'http'
}

function hostOf(request: Asked): string {
  const { socket, headers } = request
  const known = [forwarded(request, 'x-forwarded-host'), request.host, headers.host].find(isHost)
  return known ?? `${urlHost(socket.localAddress ?? 'localhost')}:${socket.localPort ?? 80}`
}

/**
 * The value of the outermost trusted proxy: each proxy appends one, so count from the right. Null for fewer than two
 * proxies, where the framework's value is right.
 */
function forwarded({ ips, headers }: Asked, name: string): string | null {
  const proxies = (ips?.length ?? 0) - 1
  const value = headers[name]
  if (proxies < 2 || value === undefined) return null
  const values = String(value).split(',')
  return values[Math.max(0, values.length - proxies)]!.trim()
}

function isHost(text: string | null | undefined): text is string {
  return typeof text === 'string' && hostForm.test(text) && URL.canParse(`http://${text}`)
}

/** IPv6 addresses need brackets. */
function urlHost(address: string): string {
  return address.includes(':') ? `[${address.replace(/%.*$/, '')}]` : address
}
