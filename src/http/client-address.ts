import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

export type ClientAddresses = ReturnType<typeof createClientAddresses>

/** Who is behind a request: the framework and web sockets ask the same rule. */
export function createClientAddresses(trustedProxies: readonly string[]) {
  const trusts = trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : null
  return {
    /** What the framework takes for its own setting; false: nobody is trusted. */
    trusts: trusts ?? (false as const),
    /** Address of the client, as trusted proxies forward it; empty once it has left. */
    of: (request: IncomingMessage): string =>
      (trusts ? proxyAddr(request, trusts) : request.socket.remoteAddress) ?? '',
  }
}
