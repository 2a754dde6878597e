import { capitalised } from '../../core/capitalised.ts'
import {
  astFromValue,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  OperationTypeNode,
  valueFromASTUntyped,
} from 'graphql'
import type {
  GraphQLArgument,
  GraphQLField,
  GraphQLInputField,
  GraphQLNamedType,
  GraphQLType,
  GraphQLSchema,
} from 'graphql'
import { credentialSchemes, userDataComponents } from '../openapi-parts.ts'
import type { JsonSchema } from '../openapi-parts.ts'
import { csvParts, csvQueries, partPath } from './csv.ts'
import { scopeOf } from './hidden-fields.ts'
import { kebab } from './kebab.ts'
import { nestedArguments } from './nested-arguments.ts'
import { isJsonArgument } from './sofa-arguments.ts'

type AnyType = GraphQLType

const scalars: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  ID: { type: 'string' },
  DateTime: { type: 'string', format: 'date-time' },
  UUID: { type: 'string', format: 'uuid' },
  SafeInt: { type: 'integer', format: 'int64' },
}

const refusals = {
  '4XX': { $ref: '#/components/responses/Refused' },
  '5XX': { $ref: '#/components/responses/Refused' },
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

function notNull(type: AnyType): JsonSchema {
  if (isNonNullType(type)) return notNull(type.ofType)
  if (isListType(type)) return { type: 'array', items: schemaOf(type.ofType) }
  return scalars[type.name] ?? ref(type.name)
}

function schemaOf(type: AnyType): JsonSchema {
  if (isNonNullType(type)) return notNull(type)
  const schema = notNull(type)
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
}

/** Null also where a dashboard's token may not read it. */
function answered(field: GraphQLField<unknown, unknown>): JsonSchema {
  const { type } = field
  return schemaOf(scopeOf(field) !== undefined && isNonNullType(type) ? type.ofType : type)
}

function described(schema: JsonSchema, description: string | null | undefined): JsonSchema {
  return description ? { ...schema, description } : schema
}

/** Only fields without subfields are always present; recursion ends at types that contain themselves. */
function isRequired({ type, args }: GraphQLField<unknown, unknown>): boolean {
  return !isObjectType(getNamedType(type)) && !args.some((arg) => isNonNullType(arg.type))
}

function defaultOf({ defaultValue, type }: GraphQLArgument | GraphQLInputField): JsonSchema {
  if (defaultValue === undefined) return {}
  return { default: valueFromASTUntyped(astFromValue(defaultValue, type)!) }
}

function objectSchema(
  fields: readonly (readonly [name: string, schema: JsonSchema, required: boolean])[],
  description: string | null | undefined,
): JsonSchema {
  const required = fields.filter(([, , needed]) => needed).map(([name]) => name)
  return described(
    {
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(fields.map(([name, schema]) => [name, schema])),
    },
    description,
  )
}

function component(schema: GraphQLSchema, type: GraphQLNamedType): JsonSchema | null {
  if (isScalarType(type)) {
    const { objectSchema } = type.extensions
    return objectSchema ? described(objectSchema, type.description) : null
  }
  if (isEnumType(type)) {
    const values = type.getValues()
    return described({ type: 'string', enum: values.map(({ name }) => name) }, type.description)
  }
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).map((field) => {
      const schema = { ...schemaOf(field.type), ...defaultOf(field) }
      const needed = isNonNullType(field.type) && field.defaultValue === undefined
      return [field.name, described(schema, field.description), needed] as const
    })
    return objectSchema(fields, type.description)
  }
  if (isInterfaceType(type)) {
    const kinds = schema.getPossibleTypes(type).map(({ name }) => ref(name))
    return described({ anyOf: kinds }, type.description)
  }
  if (!isObjectType(type)) return null
  const fields = Object.values(type.getFields()).map((field) => {
    const schema = described(answered(field), field.description)
    return [field.name, schema, isRequired(field)] as const
  })
  return objectSchema(fields, type.description)
}

function isNeeded({ type, defaultValue }: GraphQLArgument): boolean {
  return isNonNullType(type) && defaultValue === undefined
}

function parameter(argument: GraphQLArgument, path: string): JsonSchema {
  const inPath = path.includes(`{${argument.name}}`)
  const schema = { ...notNull(argument.type), ...defaultOf(argument) }
  return {
    name: argument.name,
    in: inPath ? 'path' : 'query',
    required: inPath || isNeeded(argument),
    ...(argument.description ? { description: argument.description } : {}),
    ...(isJsonArgument(argument.type)
      ? { content: { 'application/json': { schema } } }
      : { schema }),
  }
}

function requestBody(args: readonly GraphQLArgument[]): JsonSchema {
  const fields = args.map((argument) => {
    const schema = { ...schemaOf(argument.type), ...defaultOf(argument) }
    return [argument.name, described(schema, argument.description), isNeeded(argument)] as const
  })
  const schema = objectSchema(fields, null)
  return { required: args.some(isNeeded), content: { 'application/json': { schema } } }
}

function pathOf({ name, type, args }: GraphQLField<unknown, unknown>): string {
  const single = isObjectType(isNonNullType(type) ? type.ofType : type)
  return `/${kebab(name)}${single && args.some((arg) => arg.name === 'id') ? '/{id}' : ''}`
}

function isCsv(name: string): boolean {
  return csvQueries.some((query) => query === name)
}

function csvPaths(field: GraphQLField<unknown, unknown>): Record<string, JsonSchema> {
  const parts = Object.entries(csvParts).flatMap(([query, names]) =>
    query === field.name ? names : [],
  )
  return Object.fromEntries(
    parts.map((part) => {
      const summary = `${part} of ${field.name} as a table.`
      const get = {
        operationId: `${field.name}${capitalised(part)}`,
        summary,
        tags: ['queries'],
        parameters: field.args.map((argument) => parameter(argument, '')),
        responses: {
          '200': {
            description: 'A row for each value.',
            content: { 'text/csv': { schema: { type: 'string' } } },
          },
          ...refusals,
        },
      }
      return [partPath(field.name, part), { get }]
    }),
  )
}

function operation(
  field: GraphQLField<unknown, unknown>,
  method: 'get' | 'post',
  path: string,
  nested: readonly GraphQLArgument[],
): JsonSchema {
  const args = [...field.args, ...nested]
  const summary = (field.description ?? field.name).split(/[.;:\n]/)[0]!.trim()
  return {
    operationId: field.name,
    summary,
    ...(field.description ? { description: field.description } : {}),
    tags: [method === 'get' ? 'queries' : 'mutations'],
    ...(method === 'get'
      ? { parameters: args.map((argument) => parameter(argument, path)) }
      : { requestBody: requestBody(args) }),
    responses: {
      '200': {
        description: 'The value of the field.',
        content: {
          'application/json': { schema: schemaOf(field.type) },
          ...(method === 'get' && isCsv(field.name)
            ? { 'text/csv': { schema: { type: 'string' } } }
            : {}),
        },
      },
      ...refusals,
    },
  }
}

const failure: JsonSchema = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          message: { type: 'string' },
          extensions: {
            type: 'object',
            properties: { code: { type: 'string', examples: ['BAD_REQUEST'] } },
          },
        },
      },
    },
  },
}

/** What the paths name, and what that names in turn. */
function namedSchemas(
  paths: Readonly<Record<string, JsonSchema>>,
  all: ReadonlyMap<string, JsonSchema>,
): Record<string, JsonSchema> {
  const named: Record<string, JsonSchema> = {}
  const add = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = all.get(name)
      if (schema === undefined || name in named) continue
      named[name] = schema
      add(schema)
    }
  }
  add(paths)
  return Object.fromEntries([...all].filter(([name]) => name in named))
}

/** OpenAPI 3.1 of the paths under `/rest`: queries are GET, mutations POST. */
export function restDocument(schema: GraphQLSchema, basePath: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  const nestedOf = nestedArguments(schema)
  for (const [kind, method] of [
    [OperationTypeNode.QUERY, 'get'],
    [OperationTypeNode.MUTATION, 'post'],
  ] as const) {
    for (const field of Object.values(schema.getRootType(kind)?.getFields() ?? {})) {
      const path = pathOf(field)
      paths[path] = { [method]: operation(field, method, path, nestedOf(kind, field.name)) }
      Object.assign(paths, csvPaths(field))
    }
  }
  const roots = new Set<GraphQLNamedType | null | undefined>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ])
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !roots.has(type),
  )
  const schemas = types.flatMap((type) => {
    const own = component(schema, type)
    return own ? [[type.name, own] as const] : []
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'GraphQL operations as REST',
      version: '1',
      description:
        'Every query of /graphql as a GET and every mutation as a POST. In a query string, objects and lists of objects are JSON; other lists repeat the parameter.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: basePath }],
    security: [{}, ...Object.keys(credentialSchemes).map((name) => ({ [name]: [] }))],
    tags: [
      { name: 'queries', description: 'Reading operations.' },
      { name: 'mutations', description: 'What can be changed.' },
    ],
    paths,
    components: {
      schemas: {
        ...namedSchemas(paths, new Map(schemas)),
        ...userDataComponents(),
        Failure: failure,
      },
      responses: {
        Refused: {
          description: 'What is wrong, with a code.',
          content: { 'application/json': { schema: ref('Failure') } },
        },
      },
      securitySchemes: credentialSchemes,
    },
  }
}
