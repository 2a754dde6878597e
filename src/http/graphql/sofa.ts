import type { GraphQLSchema } from 'graphql'
import type { Logger } from '../../core/logger.ts'
import { mountFetchHandler } from '../fetch-bridge.ts'
import { jsonType } from '../envelope.ts'
import { readAnyCredentials } from '../credentials.ts'
import type { ContextFactory } from '../request-context.ts'
import type { App } from '../server.ts'

const prefix = '/rest'
export const restDocumentPath = `${prefix}/openapi.json`

export function mountSofa(
  app: App,
  schema: GraphQLSchema,
  contexts: ContextFactory,
  log: Logger,
): void {
  let document: Promise<string> | undefined
  app.get(restDocumentPath, async (_request, reply) => {
    document ??= import('./sofa-openapi.ts').then(({ restDocument }) =>
      JSON.stringify(restDocument(schema, prefix)),
    )
    return reply.type(jsonType).send(await document)
  })
  const methods = ['GET', 'POST', 'PUT', 'DELETE']
  mountFetchHandler(app, { url: `${prefix}/*`, methods, log }, async () => {
    const { createSofaRouter } = await import('./sofa-router.ts')
    const sofa = createSofaRouter(schema, prefix, log)
    return async (request, reply, input) => {
      // The library's webhooks would post to any address that a caller names.
      if (/\/webhook(\/|$)/i.test(decodeURIComponent(new URL(input.url).pathname))) return undefined
      reply.headers(await contexts.take(request, 'graphql'))
      const caller = contexts.create(request, reply, null, readAnyCredentials(request.headers))
      return sofa.fetch(input, (request.body as Uint8Array | undefined) ?? null, caller)
    }
  })
}
