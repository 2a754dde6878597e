import type { GraphQLSchema } from 'graphql'
import type { Logger } from '../core/logger.ts'
import { mountFetchHandler } from './fetch-bridge.ts'
import { readAnyCredentials } from './credentials.ts'
import type { ContextFactory } from './request-context.ts'
import type { App } from './server.ts'

const prefix = '/rest'
export const restDocumentPath = `${prefix}/openapi.json`

/** Adds every GraphQL operation as a path of its own under `/rest`, with the document that describes them. */
export function mountSofa(
  app: App,
  schema: GraphQLSchema,
  contexts: ContextFactory,
  log: Logger,
): void {
  const methods = ['GET', 'POST', 'PUT', 'DELETE']
  mountFetchHandler(app, { url: `${prefix}/*`, methods, log }, async () => {
    const { createSofaRouter } = await import('./sofa-router.ts')
    const sofa = createSofaRouter(schema, prefix, log)
    return async (request, reply, input) => {
      // Its webhooks would post to any address that a caller names.
      if (/\/webhook(\/|$)/i.test(decodeURIComponent(new URL(input.url).pathname))) return undefined
      reply.headers(await contexts.take(request, 'graphql'))
      return sofa.fetch(input, {
        caller: contexts.create(request, reply, null, readAnyCredentials(request.headers)),
      })
    }
  })
}
