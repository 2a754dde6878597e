import { z } from 'zod'
import { statusOf } from '../../core/errors.ts'
import type { Route } from './route.ts'
import { restRoutes } from './routes.ts'

type JsonSchema = Record<string, unknown>

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _version, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function parameters(query: z.ZodType) {
  const { properties = {}, required = [] } = jsonSchema(query, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema,
  }))
}

function envelope(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['success', 'detail', 'error', 'data'],
    properties: {
      success: { const: true },
      detail: { type: ['string', 'null'] },
      error: { type: 'null' },
      data,
    },
  }
}

function success({ data, bare }: Route): JsonSchema {
  const usual = envelope(jsonSchema(data, 'output'))
  return bare ? { anyOf: [usual, jsonSchema(bare, 'output')] } : usual
}

const failure: JsonSchema = {
  type: 'object',
  required: ['success', 'detail', 'error', 'data'],
  properties: {
    success: { const: false },
    detail: { type: 'null' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { enum: Object.keys(statusOf) }, message: { type: 'string' } },
    },
    data: { type: 'null' },
  },
}

const security = {
  none: [],
  basic: [{ basic: [] }],
  search: [{ basic: [] }, { userData: [] }],
}

function operation(route: Route) {
  const json = (schema: JsonSchema) => ({ 'application/json': { schema } })
  const answers = (schema: JsonSchema) => (route.method === 'HEAD' ? {} : { content: json(schema) })
  return {
    summary: route.summary,
    tags: [route.path.split('/')[3]],
    security: security[route.access],
    parameters: parameters(route.query),
    ...(route.body
      ? { requestBody: { required: true, content: json(jsonSchema(route.body, 'input')) } }
      : {}),
    responses: {
      [route.successStatus ?? 200]: {
        description: 'success',
        ...answers(success(route)),
      },
      default: { description: 'failure', ...answers({ $ref: '#/components/schemas/Failure' }) },
    },
  }
}

/** OpenAPI 3.1 of the paths under `/api/v1`, made from the routes. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of restRoutes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stream Aggregation Service',
      version: '1',
      description: 'User configurations and stream search.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      schemas: { Failure: failure },
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: '<uuid or alias>:<password or encryptedPassword>',
        },
        userData: {
          type: 'apiKey',
          in: 'header',
          name: 'x-service-user-data',
          description: 'base64 of a UserData object',
        },
      },
    },
  }
}
