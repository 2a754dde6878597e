import { capitalised } from '../../core/capitalised.ts'
import type { z } from 'zod'
import { statusOf } from '../../core/errors.ts'
import { credentialSchemes, jsonSchema, userDataComponents } from '../openapi-parts.ts'
import type { JsonSchema } from '../openapi-parts.ts'
import { extensionComponents, extensionPaths } from './openapi-extensions.ts'
import type { Route } from './route.ts'

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

const json = (schema: JsonSchema) => ({ 'application/json': { schema } })

/** `GET /api/v1/user` becomes `getUser`. */
function operationId({ method, path }: Route): string {
  const name = path.split('/')[3]!
  return `${method.toLowerCase()}${capitalised(name)}`
}

function operation(route: Route) {
  const answers = (schema: JsonSchema) => (route.method === 'HEAD' ? {} : { content: json(schema) })
  const refused = {
    description: 'Refused; the code and the message say why.',
    ...answers({ $ref: '#/components/schemas/Failure' }),
  }
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.path.split('/')[3]],
    security: security[route.access],
    parameters: parameters(route.query),
    ...(route.body
      ? { requestBody: { required: true, content: json(jsonSchema(route.body, 'input')) } }
      : {}),
    responses: {
      [route.successStatus ?? 200]: { description: 'Success.', ...answers(success(route)) },
      '4XX': refused,
      '5XX': refused,
    },
  }
}

/** OpenAPI 3.1 of `/api/v1`, from the routes, and of the media server's extensions. */
export function openApiDocument(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stream Aggregation Service',
      version: '1',
      description:
        'User configurations, stream search, anime identifiers, and what the media server has beyond the standard API.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'user', description: 'Stored configurations.' },
      { name: 'search', description: 'Streams from all sources of a configuration.' },
      { name: 'anime', description: 'One identifier to those of all other databases.' },
      {
        name: 'media server',
        description: 'Users, activity and history of a household; API keys are refused.',
      },
    ],
    paths: { ...paths, ...extensionPaths() },
    components: {
      schemas: { Failure: failure, ...userDataComponents(), ...extensionComponents() },
      securitySchemes: credentialSchemes,
    },
  }
}
