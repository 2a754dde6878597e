import type { ExecutionArgs, GraphQLSchema } from 'graphql'
import { execute } from 'graphql'
import { useSofa } from 'sofa-api'

type ErrorHandler = NonNullable<Parameters<typeof useSofa>[0]['errorHandler']>
import { statusOf } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { codedError } from './graphql-errors.ts'
import { mountFetchHandler } from './fetch-bridge.ts'
import type { ContextFactory } from './request-context.ts'
import type { App } from './server.ts'

export const restPrefix = '/rest'
export const restDocumentPath = `${restPrefix}/openapi.json`

/** How scalars look in the OpenAPI document. */
const customScalars = {
  UUID: { type: 'string', format: 'uuid' },
  JSON: {},
  JSONObject: { type: 'object' },
  NonNegativeInt: { type: 'integer', minimum: 0 },
  SafeInt: { type: 'integer', format: 'int64' },
}

/** Adds every GraphQL operation as a path of its own under `/rest`, with the document that describes them. */
export function mountSofa(
  app: App,
  schema: GraphQLSchema,
  contexts: ContextFactory,
  log: Logger,
): void {
  const sofa = useSofa({
    basePath: restPrefix,
    schema,
    customScalars,
    openAPI: {
      endpoint: '/openapi.json',
      info: {
        title: 'GraphQL operations as REST',
        version: '1',
        description: 'Every operation of /graphql.',
      },
    },
    swaggerUI: { endpoint: false },
    context: (given: { caller: unknown }) => given.caller as Record<string, unknown>,
    execute: (args: ExecutionArgs) => execute(args),
    errorHandler(errors) {
      const coded = errors.map((error) => codedError(error, log))
      const status = Math.max(
        ...coded.map(({ extensions }) => statusOf[extensions['code'] as ErrorCode]),
      )
      const body = { errors: coded.map((error) => error.toJSON()) }
      // Its own type of answer is this one with a narrower idea of headers.
      return Response.json(body, { status }) as unknown as ReturnType<ErrorHandler>
    },
  })
  mountFetchHandler(
    app,
    { url: `${restPrefix}/*`, methods: ['GET', 'POST', 'PUT', 'DELETE'], log },
    async (request, reply, input) => {
      // Its webhooks would post to any address that a caller names.
      if (/^\/rest\/+webhook/i.test(request.url)) return undefined
      reply.headers(await contexts.take(request, 'graphql'))
      return sofa.fetch(input, { caller: contexts.create(request, reply, null) })
    },
  )
}
