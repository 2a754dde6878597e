import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '../../../core/logger.ts'
import { readBody } from '../../body.ts'
import { toAppError } from '../../failures.ts'
import type { RoutePaths } from '../../route-paths.ts'
import { choosePage } from '../../pages/not-found.ts'
import { refusalOfPath } from '../../path-refusals.ts'
import { nameRoute } from '../../route-name.ts'
import type { App } from '../../server.ts'
import type { Access } from './access.ts'
import { readAddress } from './address.ts'
import type { MediaAddress } from './address.ts'
import { sendFailure, sendJson } from './answer.ts'
import { readCaller, readRequest } from './read-request.ts'
import type { ReadOptions } from './read-request.ts'
import type { ServiceRoute } from './route.ts'
import { createRouter, methods } from './router.ts'
import type { Router } from './router.ts'

export type MountOptions = ReadOptions & {
  readonly prefix: string
  readonly paths: Pick<RoutePaths, 'addTable' | 'allowed'>
  readonly access: Access
  readonly log: Logger
}

/** Serves the standard's paths, in any case, wherever no other part of the service has one of its own. */
export function mountMediaServer(
  app: App,
  routes: readonly ServiceRoute[],
  options: MountOptions,
): void {
  const { prefix, paths } = options
  const router = createRouter(routes)
  paths.addTable({
    paths: routes,
    methodsOf: (url) => router.methodsOf(readAddress(url, prefix).path),
  })
  void app.register(async (media) => {
    media.removeAllContentTypeParsers()
    // Apps send JSON with any content type or none.
    media.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      const found = router.find(request.method, readAddress(request.url, prefix).path)
      return found?.route.body === 'stream' ? undefined : readBody(payload)
    })
    media.route({
      method: [...methods, 'PATCH'],
      url: '/*',
      handler: (request, reply) => serve(options, router, request, reply),
    })
  })
}

async function serve(
  options: MountOptions,
  router: Router,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { access, log } = options
  const address = readAddress(request.url, options.prefix)
  const found = router.find(request.method, address.path)
  nameRoute(request, found?.route.path ?? 'unknown')
  const caller = readCaller(options, request, reply, address)
  try {
    // What is no path of the standard is answered as it would be without it.
    await access.requireServed(address, caller)
    if (!found) return refuse(options, request, reply, address)
    const media = readRequest(options, request, reply, address, caller, found)
    await access.requireAccess(found.route, media)
    const answer = await found.route.handle(media)
    // A reply that is awaited gives nothing, once its answer has ended or the client has left within it.
    if (answer === reply || reply.raw.headersSent) return reply
    return answer === undefined ? reply.code(204).send() : sendJson(request, reply, answer)
  } catch (error) {
    return sendFailure(reply, toAppError(error, log, request.id))
  }
}

/** Below the prefix nothing else lies, so there even this is the standard's. */
function refuse(
  { paths }: MountOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { base }: MediaAddress,
): FastifyReply {
  if (base !== '' && !choosePage(request, reply)) {
    return sendFailure(reply, refusalOfPath(paths.allowed(request.url)))
  }
  reply.callNotFound()
  return reply
}
