import type { FastifyRequest } from 'fastify'

type Asked = Pick<FastifyRequest, 'headers' | 'socket'> & {
  readonly raw: Pick<FastifyRequest['raw'], 'httpVersion'>
}

const forwarding =
  /^(x-)?forwarded(-|$)|^(x-real-ip|via|x-original-.*|.*-client-ip|.*-connecting-ip)$/

const loopbackHost =
  /^(?:(?:.+\.)?localhost|localhost\.localdomain|ip6-(?:localhost|loopback)|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])$/

/**
 * Whether a program on this machine asks. A proxy on it adds forwarding headers or passes the name on that was asked for; one
 * that asks at localhost passes the page's origin on, and without settings speaks an old HTTP (nginx).
 */
export function isFromSameMachine({ headers, socket, raw }: Asked): boolean {
  const asked = `http://${headers.host ?? ''}`
  return (
    /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '') &&
    !Object.keys(headers).some((name) => forwarding.test(name)) &&
    raw.httpVersion !== '1.0' &&
    [asked, headers.origin ?? asked].every(isLoopback)
  )
}

/** The port that a program on this machine asks at an address that is good on this machine alone; null for other callers. */
export function localPortOf(request: Asked, publicAddress: string): number | null {
  const isLocal = isFromSameMachine(request) && isLoopback(publicAddress)
  return (isLocal && request.socket.localPort) || null
}

function isLoopback(address: string): boolean {
  return loopbackHost.test(URL.parse(address)?.hostname ?? '')
}
