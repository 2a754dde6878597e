import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { ContextFactory } from '../request-context.ts'
import { compileDocument } from '../documents/runner.ts'
import { jsonType } from '../envelope.ts'
import { jsonBody } from '../json-body.ts'
import { openApiDocument } from './openapi.ts'
import { parseInput, withoutBrackets } from './parameters.ts'
import type { Route, RouteAnswer } from './route.ts'
import { createRestRoutes } from './routes.ts'

function bodyOf(answer: RouteAnswer): string | Buffer {
  if ('envelope' in answer) return answer.envelope
  if ('body' in answer) return jsonBody(answer.body)
  return jsonBody({ success: true, detail: answer.detail, error: null, data: answer.data })
}

/** Answers for a signed-in caller must not stay in a shared cache. */
const personal = { 'cache-control': 'no-store', vary: 'authorization, x-service-user-data' }

/** Whether the client's copy is current; applies only to answers that may be cached. */
function isKnown(
  { method, headers }: FastifyRequest,
  { etag, 'cache-control': cacheable }: NonNullable<RouteAnswer['headers']>,
): boolean {
  const known = headers['if-none-match']
  if (method !== 'GET' || known === undefined || etag === undefined || !cacheable) return false
  return known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

function send(request: FastifyRequest, reply: FastifyReply, answer: RouteAnswer): void {
  if (answer.headers) {
    reply.headers(answer.headers)
    if (isKnown(request, answer.headers)) {
      reply.code(304).send()
      return
    }
  }
  reply
    .code(answer.status ?? 200)
    .type(jsonType)
    .send(bodyOf(answer))
}

function handlerOf(route: Route, schema: GraphQLSchema, contexts: ContextFactory) {
  const { kept } = route
  const run = compileDocument(schema, route.document)
  const keeper = kept && { run: compileDocument(schema, kept.document), answer: kept.answer }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (route.limit !== null) reply.headers(await contexts.take(request, route.limit))
    const context = contexts.create(request, reply, route.limit)
    if (route.access !== 'none') reply.headers(personal)
    // Authenticate before validating, so that strangers learn nothing about the input.
    if (route.access === 'basic') await context.findAccount()
    const input = {
      query: parseInput(route.query, withoutBrackets(request.query), 'query'),
      body:
        route.body &&
        parseInput(route.body, request.body === undefined ? {} : request.body, 'body'),
      headers: request.headers,
    }
    const variables = route.variables(input)
    if (keeper) {
      const asking = keeper.run(context, variables)
      const known = keeper.answer(asking instanceof Promise ? await asking : asking, input)
      if (known) return send(request, reply, known)
    }
    const running = run(context, variables)
    const result = running instanceof Promise ? await running : running
    send(request, reply, route.answer(result, input))
  }
}

export function mountRest(
  app: FastifyInstance,
  schema: GraphQLSchema,
  contexts: ContextFactory,
  memoryShare: number,
): void {
  const routes = createRestRoutes(memoryShare)
  let document: string | null = null
  app.get('/api/v1/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(routes))
    return reply.type(jsonType).send(document)
  })
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: handlerOf(route, schema, contexts),
    })
  }
}
