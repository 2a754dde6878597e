import type { GraphQLSchema } from 'graphql'
import { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import type { Logger } from '../../core/logger.ts'
import type { ClientAddresses } from '../client-address.ts'
import { mountFetchHandler } from '../fetch-bridge.ts'
import { graphiqlPage, mountGraphiql } from '../pages/graphiql.ts'
import { choosePage } from '../pages/not-found.ts'
import type { ContextFactory } from '../request-context.ts'
import type { App } from '../server.ts'
import { createPersistedQueries, createTrustedQueries } from './documents.ts'
import { credentialsReader } from './request-credentials.ts'
import type { PageCookies } from './request-credentials.ts'
import { createGraphqlSocket } from './socket.ts'
import type { TrustedDocument } from './trusted-documents.ts'

const path = '/graphql'
const notAcceptable = 406

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

export type GraphqlOptions = {
  readonly schema: GraphQLSchema
  readonly contexts: ContextFactory
  readonly cookies: PageCookies
  readonly addresses: Pick<ClientAddresses, 'of' | 'handshake'>
  /** Null: any document is answered. */
  readonly documents: readonly TrustedDocument[] | null
  readonly memoryShare: number
  /** The folder of built files that GraphiQL loads. */
  readonly builtLibraries: string
  readonly log: Logger
}

type Handlers = Awaited<ReturnType<typeof loadHandlers>>

/** Mounts `/graphql`, loaded on first use. Returns the handler of web sockets. */
export function mountGraphql(app: App, options: GraphqlOptions) {
  const { contexts, log, documents } = options
  let loading: Promise<Handlers> | undefined
  const handlers = (): Promise<Handlers> => (loading ??= loadHandlers(options))
  const hasPage = documents === null && mountGraphiql(app, path, options.builtLibraries)
  mountFetchHandler(
    app,
    { url: path, methods: ['GET', 'POST', 'PUT', 'DELETE'], bare: ['GET', 'PUT', 'DELETE'], log },
    async () => {
      const { yoga, streams, credentialsOf } = await handlers()
      return async (request, reply, input) => {
        if (hasPage && choosePage(request, reply)) return graphiqlPage(request.url)
        requireJsonParameters(request.query as Query)
        reply.headers(await contexts.take(request, 'graphql'))
        const inStream = await streams.handle(request, reply)
        if (inStream) return inStream
        const context = contexts.create(request, reply, null, credentialsOf(request))
        const response = await yoga.fetch(input, context)
        return response.status === notAcceptable ? refuseTypes() : withoutStream(response)
      }
    },
  )
  return createGraphqlSocket({
    ...options,
    path,
    operations: async () => (await handlers()).operations,
  })
}

async function loadHandlers(options: GraphqlOptions) {
  const { schema, contexts, documents, memoryShare, log } = options
  const [{ createGraphqlServer }, { createOperations }, { createSingleConnection }] =
    await Promise.all([
      import('./server.ts'),
      import('./operations.ts'),
      import('./single-connection.ts'),
    ])
  const find =
    documents === null ? createPersistedQueries(memoryShare) : createTrustedQueries(documents)
  const credentialsOf = credentialsReader(options.cookies)
  const yoga = createGraphqlServer({ schema, path, find, log })
  const operations = createOperations({ yoga, find, log })
  return {
    yoga,
    operations,
    streams: createSingleConnection({ operations, contexts, credentialsOf }),
    credentialsOf,
  }
}

/** A request that is refused before it is run has an answer of its own, not the event of a stream. */
async function withoutStream(response: Response): Promise<Response> {
  const { status, headers, ok } = response
  if (ok || !headers.get('content-type')?.startsWith('text/event-stream')) return response
  const [, event = '{}'] = /^data: (.+)$/m.exec(await response.text()) ?? []
  return new Response(event, { status, headers: { 'content-type': 'application/json' } })
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
