import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

export type ClientAddresses = ReturnType<typeof createClientAddresses>

/** One rule for the framework and for web sockets. */
export function createClientAddresses(trustedProxies: readonly string[]) {
  const trusts = trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : null
  return {
    /** Fastify's `trustProxy`. */
    trusts: trusts ?? (false as const),
    /** The client's address as trusted proxies forward it; empty once the connection is closed. */
    of: (request: IncomingMessage): string =>
      (trusts ? proxyAddr(request, trusts) : request.socket.remoteAddress) ?? '',
  }
}
