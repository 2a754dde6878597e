import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

export type ClientAddresses = ReturnType<typeof createClientAddresses>

/** One rule for the framework and for web sockets. */
export function createClientAddresses(trustedProxies: readonly string[]) {
  const trusts = trustedProxies.length > 0 ? proxyAddr.compile([...trustedProxies]) : null
  return {
    trusts: trusts ?? (false as const),
    /** The client's address as trusted proxies forward it; empty once the connection is closed. */
    of: (request: IncomingMessage): string =>
      (trusts ? proxyAddr(request, trusts) : request.socket.remoteAddress) ?? '',

    /** How the client reached this service, by the handshake of a web socket: what the framework says of its own requests. */
    handshake({ headers, socket, httpVersion }: IncomingMessage) {
      const isForwarded = trusts?.(socket.remoteAddress ?? '', 0) ?? false
      const forwarded = (name: string): string | null => {
        const value = isForwarded ? headers[name] : undefined
        return value === undefined ? null : String(value).split(',').at(-1)!.trim()
      }
      const ips = trusts ? proxyAddr.all({ headers, socket } as IncomingMessage, trusts) : undefined
      return {
        headers,
        socket,
        raw: { httpVersion },
        ...(ips && { ips }),
        protocol:
          forwarded('x-forwarded-proto') === 'https' ? ('https' as const) : ('http' as const),
        host: forwarded('x-forwarded-host') ?? headers.host ?? null,
      }
    },
  }
}
