import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { User } from '../../../model/household.ts'
import type { Delivery } from '../../../model/play.ts'
import type { BytesReader } from '../../../services/streaming/deliveries.ts'
import { withDirectives } from '../../../services/streaming/hls/directives.ts'
import type { Playable, PlayableIds } from '../../../services/streaming/playable.ts'
import type { ProxiedStream } from '../../../services/streaming/proxied-stream.ts'
import type { StreamingService } from '../../../services/streaming/service.ts'
import { viewingOf } from '../../../services/streaming/viewings.ts'
import { redirect, repeatable } from '../../headers.ts'
import type { ReplyEnd } from './end-reply.ts'
import { pipeBody } from './pipe-body.ts'

const exposed = 'Accept-Ranges, Content-Length, Content-Range'

/** Hears how a player gets its bytes, of GET alone. */
export type DeliveryWatch = {
  /** What shows no position: a redirect, or a playlist, whose parts are asked for elsewhere. */
  opened(range: string | null, delivery: Delivery): void
  /** `taken`: bytes of the answer until now; `closed` resolves once it is over. */
  proxied(
    range: string | null,
    stream: ProxiedStream,
    taken: () => number,
    closed: Promise<void>,
  ): void
}

type Asked = {
  readonly playable: Playable
  readonly reader: BytesReader
  /** The user who reads a playlist; null for anyone who knows the id. */
  readonly profileId: string | null
  /** Null if the link does not end with it. */
  readonly credentialVersion: number | null
  readonly client: string
  readonly watch: DeliveryWatch | null
}

type Exchange = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly ending: ReplyEnd
}

type CallersExchange = Exchange & { readonly caller: User | null }

type Delivering = Pick<StreamingService, 'isProxied' | 'noteDelivery' | 'choose' | 'proxyStream'>

export function createStreamHandler({
  streaming,
}: {
  readonly streaming: Delivering & Pick<StreamingService, 'find'>
}) {
  const deliver = createDelivery({ streaming })
  return async (
    { caller, ...exchange }: CallersExchange,
    ids: PlayableIds,
    client: string,
  ): Promise<FastifyReply> =>
    deliver(exchange, async (signal) => {
      const playable = await streaming.find(ids, { signal, caller })
      // Whoever knows the id may read it with the token of another household.
      const isOwn = caller?.configuration === playable.household.configuration
      return {
        playable,
        reader: {
          playSessionId: ids.playSessionId ?? null,
          device: caller?.device?.rowId ?? null,
        },
        profileId: isOwn ? caller.profile.id : null,
        credentialVersion: null,
        client,
        watch: null,
      }
    })
}

/** Redirects the player to the version's address, or proxies the bytes if it cannot go there. */
export function createDelivery({ streaming }: { readonly streaming: Delivering }) {
  return async (
    { request, reply, ending }: Exchange,
    find: (signal: AbortSignal) => Promise<Asked>,
  ): Promise<FastifyReply> => {
    const { headers } = request
    const asked = questionOf(request, ending)
    const { method, signal } = asked
    const found = await ending.before(find(signal))
    const { playable, reader, client, watch: watching, ...bound } = found
    const watch = method === 'GET' ? watching : null
    const reads = readsAsPage(headers) ? 'asPage' : 'asPlayer'
    reply.header('cache-control', 'no-store')
    if (!streaming.isProxied(playable, { reads })) {
      // The player sends there what it has sent here.
      const range = headers.range ?? null
      const chosen = await ending.before(streaming.choose(playable, { ...asked, range }))
      if (!streaming.isProxied(chosen, { reads })) {
        streaming.noteDelivery(playable, 'redirect', reader)
        watch?.opened(range, 'redirect')
        return redirect(reply, withDirectives(chosen.version.link, asked.directives))
      }
    }
    streaming.noteDelivery(playable, 'proxied', reader)
    const opening = streaming.proxyStream(playable, asked, {
      ...bound,
      viewing: viewingOf({ ...reader, client, versionId: playable.version.id }),
      toVideos: toVideos(request.url),
    })
    const proxied = await ending.before(opening)
    if (proxied.isPlaylist) watch?.opened(asked.range, 'proxied')
    else if (watch)
      watchBytes(reply, (taken, closed) => watch.proxied(asked.range, proxied, taken, closed))
    return send(reply, proxied, method)
  }
}

export function createTargetHandler({
  streaming,
}: {
  readonly streaming: Pick<StreamingService, 'proxyTarget'>
}) {
  return async (
    { request, reply, ending, caller }: CallersExchange,
    target: { readonly versionId: string; readonly sealed: string },
  ): Promise<FastifyReply> => {
    const asked = questionOf(request, ending)
    reply.header('cache-control', 'no-store')
    const place = { caller, toVideos: toVideos(request.url) }
    const proxied = await ending.before(streaming.proxyTarget({ ...target, ...place }, asked))
    return send(reply, proxied, asked.method)
  }
}

function questionOf({ method, headers, url }: FastifyRequest, { signal }: ReplyEnd) {
  const parameters = [...new URLSearchParams(url.replace(/^[^?]*/, ''))]
  return {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    range: oneRange(headers.range),
    ifRange: textOf(headers['if-range']),
    directives: Object.fromEntries(parameters.filter(([name]) => name.startsWith('_HLS_'))),
    signal,
  } as const
}

/** Null for several ranges and for what is none: servers may send the whole file then, and many answer nonsense with an error. */
function oneRange(range: string | undefined): string | null {
  const [text, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(range?.trim() ?? '') ?? []
  if (text === undefined || (from === '' && to === '')) return null
  return from !== '' && to !== '' && Number(to) < Number(from) ? null : text.toLowerCase()
}

/** From a request's address to the folder `Videos/`, in it or at the root: relative, so that it holds behind any reverse proxy. */
function toVideos(url: string): string {
  const [path = ''] = url.split('?', 1)
  const at = path.toLowerCase().lastIndexOf('/videos/')
  const below = at < 0 ? path.slice(1) : path.slice(at + '/videos/'.length)
  return '../'.repeat(below.split('/').length - 1) + (at < 0 ? 'Videos/' : '')
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
    pipeBody(body, raw).catch(() => {})
  }
  return reply
}

/** Counts on the socket, which costs the bytes nothing; its answers follow one another. */
function watchBytes(
  { raw }: FastifyReply,
  begin: (taken: () => number, closed: Promise<void>) => void,
): void {
  const { socket } = raw
  if (socket === null || raw.destroyed) return
  const before = socket.bytesWritten
  let all: number | null = null
  const { promise, resolve } = Promise.withResolvers<void>()
  raw.once('close', () => {
    all = socket.bytesWritten - before
    resolve()
  })
  begin(() => all ?? socket.bytesWritten - before, promise)
}

function textOf(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}
