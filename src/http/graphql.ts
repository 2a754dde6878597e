import type { GraphQLSchema } from 'graphql'
import type { Logger } from '../core/logger.ts'
import { mountFetchHandler } from './fetch-bridge.ts'
import { readAnyCredentials } from './credentials.ts'
import { readsPages } from './pages/not-found.ts'
import type { ContextFactory } from './request-context.ts'
import type { App } from './server.ts'

const path = '/graphql'
const scriptPath = `${path}/graphiql.js`

/** Adds `/graphql`, which shows GraphiQL to people. */
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
      if (readsPages(request)) return graphiqlPage()
      reply.headers(await contexts.take(request, 'graphql'))
      return yoga.fetch(
        input,
        contexts.create(request, reply, null, readAnyCredentials(request.headers)),
      )
    }
  })
  app.get(scriptPath, async (_request, reply) => {
    const { renderParts } = await loadGraphiql()
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(renderParts(scriptPath).script)
  })
}

/** Large and seldom asked for: loaded at its first use, and from here, not from a CDN. */
const loadGraphiql = () => import('./pages/graphiql.ts')

async function graphiqlPage(): Promise<Response> {
  const { graphiqlPolicy, renderParts } = await loadGraphiql()
  return new Response(renderParts(scriptPath).page, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': graphiqlPolicy,
    },
  })
}
