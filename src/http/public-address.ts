import type { FastifyRequest } from 'fastify'

/** The address that a client reaches this service under, without a slash at its end. */
export type PublicAddress = (request: FastifyRequest) => string

const hostForm = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** `baseUrl` wins; null: what a trusted proxy or else the client itself says, where it has the form of an address. */
export function createPublicAddress(baseUrl: string | null): PublicAddress {
  if (baseUrl !== null) return () => baseUrl
  return (request) => `${protocolOf(request)}://${hostOf(request)}`
}

function protocolOf(request: FastifyRequest): string {
  const asked = forwarded(request, 'x-forwarded-proto') ?? request.protocol
  const protocol = asked.toLowerCase()
  // No certificate is kept here: without a proxy it is always http.
  return protocol === 'https' ? 'https' : 'http'
}

function hostOf(request: FastifyRequest): string {
  const { socket, headers } = request
  const known = [forwarded(request, 'x-forwarded-host'), request.host, headers.host].find(isHost)
  return known ?? `${urlHost(socket.localAddress ?? 'localhost')}:${socket.localPort ?? 80}`
}

/**
 * What the outermost trusted proxy wrote: each appends its own value, so there are as many to trust, from the right, as
 * proxies on the way. Null where fewer than two are known of; the framework reads the last value then.
 */
function forwarded({ ips, headers }: FastifyRequest, name: string): string | null {
  const proxies = (ips?.length ?? 0) - 1
  const value = headers[name]
  if (proxies < 2 || value === undefined) return null
  const values = String(value).split(',')
  return values[Math.max(0, values.length - proxies)]!.trim()
}

function isHost(text: string | null | undefined): text is string {
  return typeof text === 'string' && hostForm.test(text) && URL.canParse(`http://${text}`)
}

/** IPv6 addresses stand in brackets. */
function urlHost(address: string): string {
  return address.includes(':') ? `[${address.replace(/%.*$/, '')}]` : address
}
