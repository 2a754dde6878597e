import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import type { HTTPMethod } from 'find-my-way'
import { AppError } from '../../../core/errors.ts'
import { parseJson } from '../../../core/json.ts'
import type { Logger } from '../../../core/logger.ts'
import type { User } from '../../../model/household.ts'
import { readBody } from '../../body.ts'
import { toAppError } from '../../failures.ts'
import type { KnownPaths } from '../../known-paths.ts'
import { choosePage } from '../../pages/not-found.ts'
import { refusalOfPath } from '../../path-refusals.ts'
import type { PublicAddress } from '../../public-address.ts'
import type { ContextFactory } from '../../request-context.ts'
import { nameRoute } from '../../route-name.ts'
import type { App } from '../../server.ts'
import { readAddress } from './address.ts'
import type { MediaAddress } from './address.ts'
import { sendFailure, sendJson } from './answer.ts'
import { readAuthorization } from './authorization.ts'
import { bodyFields, noFields, queryFields } from './fields.ts'
import type { Fields } from './fields.ts'
import { requireSelf } from './require-self.ts'
import type { MediaRequest, MediaRoute } from './route.ts'

export type MountOptions = {
  readonly prefix: string
  readonly addressOf: PublicAddress
  readonly paths: Pick<KnownPaths, 'addTable' | 'allowed'>
  readonly contexts: ContextFactory
  readonly log: Logger
}

type Caller = Pick<MediaRequest, 'query' | 'token' | 'device' | 'context'>

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Serves the standard's paths, in any case, wherever no other part of the service has one of its own. */
export function mountMediaServer(
  app: App,
  routes: readonly MediaRoute[],
  { prefix, addressOf, paths, contexts, log }: MountOptions,
): void {
  const router = findMyWay({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    maxParamLength: 500,
  })
  for (const route of routes) router.on(route.method, route.path, () => {}, route)

  function find(method: HTTPMethod, path: string) {
    const found = router.find(method === 'HEAD' ? 'GET' : method, path)
    return found && { route: found.store as MediaRoute, params: found.params }
  }

  paths.addTable({
    paths: routes,
    methodsOf(url) {
      const { path } = readAddress(url, prefix)
      return methods.filter((method) => find(method, path) !== null)
    },
  })

  /** Below the prefix nothing else lies, so there even this is the standard's. */
  function refuse(request: FastifyRequest, reply: FastifyReply, { base }: MediaAddress) {
    if (base !== '' && !choosePage(request, reply)) {
      return sendFailure(reply, refusalOfPath(paths.allowed(request.url)))
    }
    reply.callNotFound()
    return reply
  }

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = readAddress(request.url, prefix)
    const found = find(request.method as HTTPMethod, address.path)
    nameRoute(request, found?.route.path ?? 'unknown')
    const caller = readCaller(request, reply, address)
    try {
      // What is no path of the standard is answered as it would be without it.
      await requireServed(address, caller)
      if (!found) return refuse(request, reply, address)
      const media = readRequest(request, reply, address, caller, found)
      await requireAccess(found.route.access, media)
      const answer = await found.route.handle(media)
      // A reply that is awaited gives nothing, once its answer has ended or the client has left within it.
      if (answer === reply || reply.raw.headersSent) return reply
      return answer === undefined ? reply.code(204).send() : sendJson(request, reply, answer)
    } catch (error) {
      return sendFailure(reply, toAppError(error, log, request.id))
    }
  }

  function readCaller(request: FastifyRequest, reply: FastifyReply, address: MediaAddress) {
    const query = queryFields(address.query)
    const { token, device } = readAuthorization(request.headers, query)
    const credentials =
      token === null ? ({ kind: 'none' } as const) : ({ kind: 'token', token } as const)
    return { query, token, device, context: contexts.create(request, reply, null, credentials) }
  }

  /** Comes before everything else that an address may be asked, sign-in included. */
  async function requireServed({ scope }: MediaAddress, { token, context }: Caller): Promise<void> {
    if (scope === null) return
    const user = token === null ? null : await context.findUser().catch(() => null)
    if (await context.services.users.isServed(scope, user, context.client)) return
    throw new AppError('NOT_FOUND', 'There is no media server at this address.')
  }

  function readRequest(
    request: FastifyRequest,
    reply: FastifyReply,
    address: MediaAddress,
    caller: Caller,
    { route, params }: NonNullable<ReturnType<typeof find>>,
  ): MediaRequest {
    return {
      ...caller,
      params: params as Readonly<Record<string, string>>,
      body: route.body === undefined ? readFields(request.body) : noFields,
      scope: address.scope,
      get address() {
        return addressOf(request) + address.base
      },
      async findUser(): Promise<User> {
        if (caller.token !== null) return caller.context.findUser()
        throw new AppError('UNAUTHORIZED', 'Sign in and send the access token.')
      },
      request,
      reply,
    }
  }

  void app.register(async (media) => {
    media.removeAllContentTypeParsers()
    // Whatever a body calls itself: apps name it text, or nothing at all.
    media.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      const { path } = readAddress(request.url, prefix)
      const found = find(request.method as HTTPMethod, path)
      return found?.route.body === 'stream' ? undefined : readBody(payload)
    })
    media.route({ method: [...methods, 'PATCH'], url: '/*', handler: serve })
  })
}

async function requireAccess(access: MediaRoute['access'], request: MediaRequest): Promise<void> {
  if (access === 'signedIn') await request.findUser()
  else if (access === 'self') await requireSelf(request)
}

function readFields(body: unknown): Fields {
  if (!Buffer.isBuffer(body) || body.length === 0) return noFields
  const text = body.toString('utf8').trim()
  if (text === '') return noFields
  const json = parseJson(text)
  if (json !== undefined) return bodyFields(json)
  // Some apps send the names and values of a form.
  if (/^[\w.]+=/.test(text)) return queryFields(text)
  throw new AppError('BAD_REQUEST', 'The body is not valid JSON.')
}
