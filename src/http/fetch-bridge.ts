import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { AppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { readBody } from './body.ts'
import { jsonType } from './envelope.ts'
import { toAppError } from './failures.ts'
import { extensionsOf } from './graphql/extensions.ts'
import { releaseOnce } from './open-ended.ts'
import type { App } from './server.ts'

/** Undefined if nothing is at this address. */
export type FetchHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  input: Request,
) => Promise<Response | undefined> | Response | undefined

function toFetchRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of [value].flat()) if (item !== undefined) headers.append(name, item)
  }
  // Only the path matters, and a hostile Host header would make the URL invalid.
  return new Request(`http://localhost${request.url}`, {
    method: request.method,
    headers,
    body: (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null,
  })
}

/** Pages of other sites can send forms and untyped bodies in the name of a browser's user. */
function requireJson({ method, headers }: FastifyRequest, bare: readonly string[]): void {
  if (bare.includes(method) || headers['content-type'] !== undefined) return
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send Content-Type: application/json.')
}

const openEnded = /^(text\/event-stream|multipart\/mixed)/

/** The library's event streams fail when they are cancelled before the first read. */
async function endUnread({ body }: Response): Promise<void> {
  const reader = body?.getReader()
  await reader?.read()
  await reader?.cancel()
}

/** Mounts a library with a Fetch API, loaded on first use. Bodies are limited as everywhere; errors have GraphQL's form. */
export function mountFetchHandler(
  app: App,
  {
    url,
    methods,
    bare = ['GET', 'HEAD'],
    log,
  }: { url: string; methods: HTTPMethods[]; bare?: readonly string[]; log: Logger },
  load: () => Promise<FetchHandler>,
): void {
  let loaded: Promise<FetchHandler> | undefined
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      (_request: FastifyRequest, payload: IncomingMessage) => readBody(payload),
    )
    scope.setErrorHandler((error, request, reply) => {
      const failure = toAppError(error, log, request.id)
      const { message } = failure
      return reply
        .code(failure.status)
        .headers(failure.headers)
        .type(jsonType)
        .send(JSON.stringify({ errors: [{ message, extensions: extensionsOf(failure) }] }))
    })
    scope.route({
      method: methods,
      url,
      async handler(request, reply) {
        requireJson(request, bare)
        loaded ??= load()
        const handle = await loaded.catch((error: unknown) => {
          // Lets the next request try again.
          loaded = undefined
          throw error
        })
        const response = await handle(request, reply, toFetchRequest(request))
        if (!response) return reply.callNotFound()
        if (reply.raw.destroyed) {
          await endUnread(response)
          return reply.send()
        }
        reply.code(response.status)
        response.headers.forEach((value, name) => reply.header(name, value))
        const type = response.headers.get('content-type') ?? ''
        if (openEnded.test(type)) releaseOnce(request)
        return reply.send(response.body)
      },
    })
  })
}
