import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { AppError } from '../../core/errors.ts'
import type { Caller } from '../caller.ts'
import type { Credentials } from '../../model/credentials.ts'
import { compileDocument } from '../documents/runner.ts'
import { AddonDocument, StremioStreamsDocument } from '../documents/documents.ts'
import type { PublicAddress } from '../public-address.ts'
import type { ContextFactory } from '../request-context.ts'
import type { App } from '../server.ts'
import { extraStreams, resultStreams } from './extra-streams.ts'

/** Aliases with a secret, whose addresses need no other. */
export type OpenAliases = ReadonlyMap<
  string,
  { readonly uuid: string; readonly secret: string | null }
>

/** Sent with every request to a source, so that a configuration which names itself as a source fails instead of recursing. */
export const instanceHeader = 'x-service-instance'

export type StremioOptions = {
  readonly schema: GraphQLSchema
  readonly contexts: ContextFactory
  readonly aliases: OpenAliases
  /** Our value of `instanceHeader`. */
  readonly instance: string
  readonly addressOf: PublicAddress
  readonly version: string
}

type AddressParams = { uuid?: string; secret?: string; alias?: string }
type StreamParams = AddressParams & { type: string; file: string }

/** Players repeat requests within minutes. */
const cacheControl = 'private, max-age=60'

/** Mounts the addon protocol at `/stremio/<uuid>/<encryptedPassword>` and `/stremio/u/<alias>`. */
export function mountStremio(
  app: App,
  { schema, contexts, aliases, instance, addressOf, version }: StremioOptions,
): void {
  const runAddon = compileDocument(schema, AddonDocument)
  const runStreams = compileDocument(schema, StremioStreamsDocument)

  function credentialsOf({ uuid, secret, alias }: AddressParams): Credentials {
    if (alias === undefined) return { kind: 'basic', id: uuid!, secret: secret! }
    const open = aliases.get(alias)
    if (!open || open.secret === null) {
      throw new AppError(
        'NOT_FOUND',
        'There is no such address; the alias is unknown or carries no password.',
      )
    }
    return { kind: 'basic', id: open.uuid, secret: open.secret }
  }

  async function contextOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    if (request.headers[instanceHeader] === instance) {
      throw new AppError(
        'BAD_REQUEST',
        'This source is the service itself; remove it from the configuration.',
      )
    }
    reply.headers(await contexts.take(request, 'search'))
    const credentials = credentialsOf(request.params as AddressParams)
    const context = contexts.create(request, reply, 'search', credentials)
    // A wrong address gets its own error, before the request is validated.
    await context.findAccount()
    return context
  }

  async function manifest(request: FastifyRequest, reply: FastifyReply) {
    const context = await contextOf(request, reply)
    const { addon } = await runAddon(context, {})
    const { uuid } = await context.findAccount()
    reply.header('cache-control', cacheControl)
    return {
      id: `service.${uuid}`,
      version,
      name: addon.name,
      description: addon.description,
      logo: addon.logo ?? `${addressOf(request)}/logo.svg`,
      types: addon.types,
      resources: [
        {
          name: 'stream',
          types: addon.types,
          ...(addon.idPrefixes === null ? {} : { idPrefixes: addon.idPrefixes }),
        },
      ],
      catalogs: [],
      behaviorHints: { configurable: false, configurationRequired: false },
    }
  }

  async function streams(request: FastifyRequest, reply: FastifyReply) {
    const { type, file } = request.params as StreamParams
    const context = await contextOf(request, reply)
    const id = file.replace(/\.json$/, '')
    const { search } = await runStreams(context, { type, id })
    reply.header('cache-control', search.errors.length > 0 ? 'no-cache' : cacheControl)
    const base = addressOf(request)
    const extra = extraStreams(search, base)
    const results = resultStreams(search.results, search, base)
    return { streams: [...extra.before, ...results, ...extra.after] }
  }

  for (const prefix of ['/stremio/:uuid/:secret', '/stremio/u/:alias']) {
    app.get(`${prefix}/manifest.json`, manifest)
    app.get(`${prefix}/stream/:type/:file`, streams)
    // Players append facts about the file, such as its hash, which the search does not use.
    app.get(`${prefix}/stream/:type/:file/:extra`, streams)
  }
}
