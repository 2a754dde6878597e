import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PlayableIds } from '../../../services/streaming/playable.ts'
import type { ProxiedStream } from '../../../services/streaming/proxy.ts'
import type { StreamingService } from '../../../services/streaming/service.ts'
import { redirect, repeatable } from '../../headers.ts'
import { pipeBody } from './pipe-body.ts'

/** Exposed to pages, beyond the headers of every answer. */
const exposed = 'Accept-Ranges, Content-Length, Content-Range'

/** Redirects the player to the version's address, or proxies the bytes if it cannot go there. Answers GET and HEAD. */
export function createStreamHandler({
  streaming,
}: {
  readonly streaming: Pick<StreamingService, 'find' | 'isProxied' | 'proxyStream'>
}) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    ids: PlayableIds,
  ): Promise<FastifyReply> => {
    const { headers } = request
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
    const signal = untilClosed(reply)
    const playable = await streaming.find(ids, signal)
    const reads = readsAsPage(headers) ? 'asPage' : 'asPlayer'
    reply.header('cache-control', 'no-store')
    if (!streaming.isProxied(playable, { reads })) {
      return redirect(reply, playable.version.link)
    }
    const proxied = await streaming.proxyStream(playable, {
      method,
      range: headers.range ?? null,
      ifRange: textOf(headers['if-range']),
      signal,
    })
    return send(reply, proxied, method)
  }
}

/** A page may be unable to read another site's bytes, so they are proxied. Only browsers send a destination. */
function readsAsPage(headers: IncomingHttpHeaders): boolean {
  const isBrowser = headers['sec-fetch-site'] !== undefined
  return headers.origin !== undefined || (isBrowser && headers['sec-fetch-mode'] === 'cors')
}

/** Writes to the raw response: the framework would guess lengths and drop them for HEAD. */
function send(reply: FastifyReply, { status, headers, body }: ProxiedStream, method: string) {
  const { raw } = reply
  const known = reply.getHeader('access-control-expose-headers')
  reply.header('access-control-expose-headers', known ? `${String(known)}, ${exposed}` : exposed)
  reply.headers(repeatable(headers))
  reply.hijack()
  raw.writeHead(status, reply.getHeaders() as Record<string, string>)
  if (method === 'HEAD') {
    body.destroy()
    raw.end()
  } else {
    void pipeBody(body, raw)
  }
  return reply
}

function untilClosed({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => controller.abort())
  if (raw.destroyed) controller.abort()
  return controller.signal
}

function textOf(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}
