import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Logger } from '../../core/logger.ts'
import { AddonDocument } from '../documents/documents.ts'
import { compileDocument } from '../documents/runner.ts'
import { toAppError } from '../failures.ts'
import { sendPage } from '../pages/page.ts'
import type { PublicAddress } from '../public-address.ts'
import type { App } from '../server.ts'
import { createCallers } from './caller.ts'
import type { CallerOptions } from './caller.ts'
import { configurePage } from './configure.ts'
import { manifestOf, unconfiguredManifest } from './manifest.ts'
import { addonResources } from './resources.ts'
import type { AddonResource } from './resources.ts'

export type StremioOptions = CallerOptions & {
  readonly schema: GraphQLSchema
  readonly addressOf: PublicAddress
  readonly version: string
  readonly configureUrl: string | null
  readonly log: Logger
}

type ResourceParams = { type: string; file: string }

const manifestControl = 'private, max-age=60'
const prefixes = ['/stremio/:uuid/:secret', '/stremio/u/:alias'].flatMap((prefix) => [
  prefix,
  `${prefix}/u/:user`,
])

/** Mounts the addon protocol at `/stremio/<uuid>/<encryptedPassword>` and `/stremio/u/<alias>`, and below both for each user. */
export function mountStremio(app: App, options: StremioOptions): void {
  const { schema, addressOf, version, configureUrl, log } = options
  const callerOf = createCallers(options)
  const describe = compileDocument(schema, AddonDocument)

  async function manifest(request: FastifyRequest, reply: FastifyReply) {
    const { context, user } = await callerOf(request, reply)
    const { addon } = await describe(context, {})
    const { uuid } = await context.findAccount()
    reply.header('cache-control', manifestControl)
    return manifestOf(addon, {
      id: user ? `service.${uuid}.${user.profile.id}` : `service.${uuid}`,
      version,
      userName: user && user.profile.name,
      baseUrl: addressOf(request),
    })
  }

  async function configure(request: FastifyRequest, reply: FastifyReply) {
    const { context } = await callerOf(request, reply)
    const { addon } = await describe(context, {})
    const baseUrl = addressOf(request)
    const [path = ''] = request.url.split('?', 1)
    const address = `${baseUrl}${path.replace(/\/configure\/*$/, '/manifest.json')}`
    const page = configurePage({ name: addon.name, manifest: address, configureUrl, baseUrl })
    return sendPage(reply.header('cache-control', 'no-store'), page)
  }

  /** Once the address is right, a failure is an answer that players can show. */
  function resourceHandler(resource: AddonResource) {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const { context, user } = await callerOf(request, reply)
      const { type, file } = request.params as ResourceParams
      const baseUrl = addressOf(request)
      const id = file.replace(/\.json$/, '')
      try {
        return await resource.answer({ context, user, type, id, baseUrl }, request, reply)
      } catch (error) {
        return resource.fail(reply, toAppError(error, log, request.id), baseUrl)
      }
    }
  }

  app.get('/stremio/manifest.json', (request, reply) =>
    reply
      .header('cache-control', manifestControl)
      .send(unconfiguredManifest(version, addressOf(request))),
  )
  app.get('/stremio/configure', (request, reply) => {
    const baseUrl = addressOf(request)
    const name = 'Stream Aggregation Service'
    return sendPage(reply, configurePage({ name, manifest: null, configureUrl, baseUrl }))
  })
  const handlers = addonResources(schema).map(
    (resource) => [resource.name, resourceHandler(resource)] as const,
  )
  for (const prefix of prefixes) {
    app.get(`${prefix}/manifest.json`, manifest)
    app.get(`${prefix}/configure`, configure)
    for (const [name, handler] of handlers) {
      app.get(`${prefix}/${name}/:type/:file`, handler)
      // Parameters: of catalogs, or facts about the file such as its hash.
      app.get(`${prefix}/${name}/:type/:file/:extra`, handler)
    }
  }
}
