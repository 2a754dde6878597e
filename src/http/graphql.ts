import type { GraphQLSchema } from 'graphql'
import type { Logger } from '../core/logger.ts'
import { mountFetchHandler } from './fetch-bridge.ts'
import { readAnyCredentials } from './credentials.ts'
import type { ContextFactory } from './request-context.ts'
import type { App } from './server.ts'

const path = '/graphql'

/** Adds `/graphql`. */
export function mountGraphql(
  app: App,
  schema: GraphQLSchema,
  contexts: ContextFactory,
  log: Logger,
): void {
  mountFetchHandler(app, { url: path, methods: ['GET', 'POST'], log }, async () => {
    const { createGraphqlServer } = await import('./graphql-server.ts')
    const yoga = createGraphqlServer(schema, path, log)
    return async (request, reply, input) => {
      reply.headers(await contexts.take(request, 'graphql'))
      return yoga.fetch(
        input,
        contexts.create(request, reply, null, readAnyCredentials(request.headers)),
      )
    }
  })
}
