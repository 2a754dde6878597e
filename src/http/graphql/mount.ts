import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import type { Logger } from '../../core/logger.ts'
import type { Credentials } from '../../model/credentials.ts'
import { mountFetchHandler } from '../fetch-bridge.ts'
import { readAnyCredentials } from '../credentials.ts'
import { graphiqlPage, mountGraphiql } from '../pages/graphiql.ts'
import { choosePage } from '../pages/not-found.ts'
import type { SessionCookies } from '../pages/session-cookie.ts'
import type { ContextFactory } from '../request-context.ts'
import type { App } from '../server.ts'
import { createPersistedQueries, createTrustedQueries } from './documents.ts'
import { createGraphqlSocket } from './socket.ts'
import type { TrustedDocument } from './trusted-documents.ts'

const path = '/graphql'
const notAcceptable = 406

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

export type GraphqlOptions = {
  readonly schema: GraphQLSchema
  readonly contexts: ContextFactory
  readonly cookies: Pick<SessionCookies, 'credentials'>
  readonly addressOf: (request: IncomingMessage) => string
  /** Null: any document is answered. */
  readonly documents: readonly TrustedDocument[] | null
  readonly log: Logger
}

type Doors = Awaited<ReturnType<typeof loadDoors>>

/** Every way to `/graphql`, loaded on first use. Returns the door of web sockets. */
export function mountGraphql(app: App, options: GraphqlOptions) {
  const { contexts, log, documents } = options
  let loading: Promise<Doors> | undefined
  const doors = (): Promise<Doors> => (loading ??= loadDoors(options))
  if (documents === null) mountGraphiql(app, path)
  mountFetchHandler(
    app,
    { url: path, methods: ['GET', 'POST', 'PUT', 'DELETE'], bare: ['GET', 'PUT', 'DELETE'], log },
    async () => {
      const { yoga, streams, credentialsOf } = await doors()
      return async (request, reply, input) => {
        if (documents === null && choosePage(request, reply)) return graphiqlPage()
        requireJsonParameters(request.query as Query)
        reply.headers(await contexts.take(request, 'graphql'))
        const inStream = await streams.handle(request, reply)
        if (inStream) return inStream
        const context = contexts.create(request, reply, null, credentialsOf(request))
        const response = await yoga.fetch(input, context)
        return response.status === notAcceptable ? refuseTypes() : response
      }
    },
  )
  return createGraphqlSocket({
    ...options,
    path,
    operations: async () => (await doors()).operations,
  })
}

async function loadDoors(options: GraphqlOptions) {
  const { schema, contexts, documents, log } = options
  const [{ createGraphqlServer }, { createOperations }, { createSingleConnection }] =
    await Promise.all([
      import('./server.ts'),
      import('./operations.ts'),
      import('./single-connection.ts'),
    ])
  const find = documents === null ? createPersistedQueries() : createTrustedQueries(documents)
  const credentialsOf = createCredentials(options)
  const yoga = createGraphqlServer({ schema, path, find, log })
  const operations = createOperations({ yoga, find, log })
  return {
    yoga,
    operations,
    streams: createSingleConnection({ operations, contexts, credentialsOf }),
    credentialsOf,
  }
}

/** A browser's session counts where nothing else is sent. */
function createCredentials({ cookies }: Pick<GraphqlOptions, 'cookies'>) {
  return (request: FastifyRequest): Credentials => {
    const sent = readAnyCredentials(request.headers)
    return sent.kind === 'none' ? cookies.credentials(request) : sent
  }
}

/** The library's own answer has no message. */
function refuseTypes(): Response {
  const message =
    'Accept application/graphql-response+json or application/json; for subscriptions text/event-stream or multipart/mixed;subscriptionSpec=1.0.'
  return Response.json(
    { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
    { status: notAcceptable },
  )
}

/** The library would report invalid JSON as its own failure. */
function requireJsonParameters(query: Query): void {
  for (const name of ['variables', 'extensions']) {
    const [text] = [query[name]].flat()
    if (text && parseJson(text) === undefined) {
      throw new AppError('BAD_REQUEST', `${name} is not valid JSON.`)
    }
  }
}
