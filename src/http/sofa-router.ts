import { execute } from 'graphql'
import type { ExecutionArgs, GraphQLSchema } from 'graphql'
import { useSofa } from 'sofa-api'
import { statusOf } from '../core/errors.ts'
import type { ErrorCode } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { codedError } from './graphql-errors.ts'

type ErrorHandler = NonNullable<Parameters<typeof useSofa>[0]['errorHandler']>

/** How scalars look in the OpenAPI document. */
const customScalars = {
  UUID: { type: 'string', format: 'uuid' },
  JSON: {},
  JSONObject: { type: 'object' },
  NonNegativeInt: { type: 'integer', minimum: 0 },
  SafeInt: { type: 'integer', format: 'int64' },
}

/** Answers each GraphQL operation at a path of its own. */
export function createSofaRouter(schema: GraphQLSchema, basePath: string, log: Logger) {
  return useSofa({
    basePath,
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
}
