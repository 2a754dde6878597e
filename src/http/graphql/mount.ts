import type { GraphQLSchema } from 'graphql'
import { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import type { Logger } from '../../core/logger.ts'
import { mountFetchHandler } from '../fetch-bridge.ts'
import { readAnyCredentials } from '../credentials.ts'
import { graphiqlPage, mountGraphiql } from '../pages/graphiql.ts'
import { choosePage } from '../pages/not-found.ts'
import type { SessionCookies } from '../pages/session-cookie.ts'
import type { ContextFactory } from '../request-context.ts'
import type { App } from '../server.ts'

const path = '/graphql'
const notAcceptable = 406

export type GraphqlOptions = {
  readonly contexts: ContextFactory
  readonly cookies: Pick<SessionCookies, 'credentials'>
  readonly log: Logger
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

export function mountGraphql(
  app: App,
  schema: GraphQLSchema,
  { contexts, cookies, log }: GraphqlOptions,
): void {
  mountGraphiql(app, path)
  mountFetchHandler(app, { url: path, methods: ['GET', 'POST'], log }, async () => {
    const { createGraphqlServer } = await import('./server.ts')
    const yoga = createGraphqlServer(schema, path, log)
    return async (request, reply, input) => {
      if (choosePage(request, reply)) return graphiqlPage()
      requireJsonParameters(request.query as Query)
      reply.headers(await contexts.take(request, 'graphql'))
      const sent = readAnyCredentials(request.headers)
      const credentials = sent.kind === 'none' ? cookies.credentials(request) : sent
      const context = contexts.create(request, reply, null, credentials)
      const response = await yoga.fetch(input, context)
      return response.status === notAcceptable ? refuseTypes() : response
    }
  })
}

/** The library's own answer has no message. */
function refuseTypes(): Response {
  const message = 'Accept application/graphql-response+json or application/json.'
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
