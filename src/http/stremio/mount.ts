import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { AppError } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import { OutsideAccessTimes } from '../../model/access-times.ts'
import { AddonDocument } from '../documents/documents.ts'
import type { AddonQuery, AddonQueryVariables } from '../documents/documents.ts'
import { compileDocument } from '../documents/runner.ts'
import type { RunDocument } from '../documents/runner.ts'
import { jsonType } from '../envelope.ts'
import { toAppError } from '../failures.ts'
import { sendPage } from '../pages/page.ts'
import type { PictureLinks } from '../../model/picture-links.ts'
import type { PublicAddress } from '../public-address.ts'
import type { App } from '../server.ts'
import { createCallers, FormerAddress } from './caller.ts'
import type { CallerOptions } from './caller.ts'
import type { ConfigureUrl } from '../pages/configure-url.ts'
import { configurePage, failedPage } from './configure.ts'
import { manifestText } from './manifest-text.ts'
import { manifestOf, unconfiguredManifest } from './manifest.ts'
import { pictureAddresses } from './pictures.ts'
import { addonResources } from './resources.ts'
import type { AddonResource } from './resources.ts'

export type StremioOptions = CallerOptions & {
  readonly schema: GraphQLSchema
  readonly addressOf: PublicAddress
  readonly version: string
  /** Null: players load pictures from their hosts. */
  readonly pictureLinks: PictureLinks | null
  readonly configureUrl: ConfigureUrl
  readonly log: Logger
}

type ResourceDeps = Pick<StremioOptions, 'addressOf' | 'log' | 'pictureLinks'> & {
  readonly callerOf: ReturnType<typeof createCallers>
}
type ResourceParams = { type: string; file: string }

const manifestControl = 'private, max-age=60'
const householdPrefixes = ['/stremio/:uuid/:secret', '/stremio/u/:alias']
const prefixes = [
  ...householdPrefixes.flatMap((prefix) => [prefix, `${prefix}/u/:user`]),
  '/stremio/p/:code',
]

/** Mounts the addon protocol at `/stremio/<uuid>/<encryptedPassword>` and `/stremio/u/<alias>`, below both for each user, and at `/stremio/p/<code>`. */
export function mountStremio(app: App, options: StremioOptions): void {
  const { schema, addressOf, version, configureUrl } = options
  const callerOf = createCallers(options)
  const describe = compileDocument(schema, AddonDocument)

  async function manifest(request: FastifyRequest, reply: FastifyReply) {
    const { context, user, isPersonal } = await callerOf(request, reply)
    const { addon } = await describe(context, {})
    const home = isPersonal ? 'service' : `service.${(await context.findAccount()).uuid}`
    const whole = manifestOf(addon, {
      id: user ? `${home}.${user.profile.id}` : home,
      version,
      userName: user && user.profile.name,
      baseUrl: addressOf(request),
    })
    return reply.header('cache-control', manifestControl).type(jsonType).send(manifestText(whole))
  }

  app.get('/stremio/manifest.json', (request, reply) =>
    reply
      .header('cache-control', manifestControl)
      .send(unconfiguredManifest(version, addressOf(request))),
  )
  app.get('/stremio/configure', (request, reply) => {
    const baseUrl = addressOf(request)
    const name = 'Stream Aggregation Service'
    return sendPage(
      reply,
      configurePage({
        name,
        manifest: null,
        isPersonal: false,
        configureUrl: configureUrl(baseUrl),
        baseUrl,
      }),
    )
  })
  const deps = { ...options, callerOf }
  const configure = configureRoute({ ...deps, describe })
  const routes = addonResources(schema).map(
    (resource) => [resource.name, resourceRoute(resource, deps)] as const,
  )
  for (const prefix of prefixes) {
    app.get(`${prefix}/manifest.json`, manifest)
    app.get(`${prefix}/configure`, { errorHandler: configure.errorHandler }, configure.handler)
    for (const [name, { handler, errorHandler }] of routes) {
      app.get(`${prefix}/${name}/:type/:file`, { errorHandler }, handler)
      // Parameters: of catalogs, or facts about the file such as its hash.
      app.get(`${prefix}/${name}/:type/:file/:extra`, { errorHandler }, handler)
    }
  }
}

type ConfigureDeps = Pick<StremioOptions, 'addressOf' | 'configureUrl' | 'log'> & {
  readonly callerOf: ReturnType<typeof createCallers>
  readonly describe: RunDocument<AddonQuery, AddonQueryVariables>
}

/** People open it, also where the address opens nothing any more. */
function configureRoute({ callerOf, describe, addressOf, configureUrl, log }: ConfigureDeps) {
  async function handler(request: FastifyRequest, reply: FastifyReply) {
    const { context, isPersonal } = await callerOf(request, reply)
    const { addon } = await describe(context, {})
    const baseUrl = addressOf(request)
    const [path = ''] = request.url.split('?', 1)
    const address = `${baseUrl}${path.replace(/\/configure\/*$/, '/manifest.json')}`
    const page = configurePage({
      name: addon.name,
      manifest: address,
      isPersonal,
      configureUrl: configureUrl(baseUrl),
      baseUrl,
    })
    return sendPage(reply.header('cache-control', 'no-store'), page)
  }

  function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const failure = toAppError(error, log, request.id)
    reply.code(failure.status).headers(failure.headers).header('cache-control', 'no-store')
    return sendPage(reply, failedPage(failure.message, addressOf(request)))
  }
  return { handler, errorHandler }
}

/** Every failure is an answer that players can show. Those of what was asked for have status 200, so that players do. */
function resourceRoute(
  resource: AddonResource,
  { callerOf, addressOf, log, pictureLinks }: ResourceDeps,
) {
  async function handler(request: FastifyRequest, reply: FastifyReply) {
    const baseUrl = addressOf(request)
    const fail = (failure: AppError) => resource.fail(reply, failure, baseUrl)
    const asked = await callerOf(request, reply).catch(shownFailure)
    if (asked instanceof AppError) return fail(asked)
    const { context, user } = asked
    const { type, file } = request.params as ResourceParams
    const id = file.replace(/\.json$/, '')
    try {
      const { rowId: configuration } = await context.findAccount()
      const pictureAddress = pictureAddresses(pictureLinks, request, { baseUrl, configuration })
      const question = { context, user, type, id, baseUrl, pictureAddress }
      return await resource.answer(question, request, reply)
    } catch (error) {
      return fail(toAppError(error, log, request.id))
    }
  }

  function errorHandler(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const failure = toAppError(error, log, request.id)
    reply.code(failure.status).headers(failure.headers)
    return resource.fail(reply, failure, addressOf(request))
  }
  return { handler, errorHandler }
}

function shownFailure(error: unknown): AppError {
  if (error instanceof OutsideAccessTimes || error instanceof FormerAddress) return error
  throw error
}
