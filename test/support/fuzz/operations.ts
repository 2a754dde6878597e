import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import {
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { GraphQLField, GraphQLInputType, GraphQLOutputType, GraphQLSchema } from 'graphql'
import { objectScalars } from '../../../src/graphql/object-scalars.ts'
import { hostileJson, hostileNumber, hostileText } from './values.ts'

/** Every operation of a schema, with variables that mostly have the right type and are hostile otherwise. */
export function fuzzOperations(schema: GraphQLSchema, own: Arbitrary<string>): Arbitrary<object> {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const
  const operations = roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => operationOf(kind, field, own)),
  )
  return fc.oneof(...operations)
}

function operationOf(
  kind: 'query' | 'mutation',
  field: GraphQLField<unknown, unknown>,
  own: Arbitrary<string>,
): Arbitrary<object> {
  const variables = field.args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')
  const given = field.args.map(({ name }) => `${name}: $${name}`).join(', ')
  const call = field.args.length > 0 ? `${field.name}(${given})` : field.name
  const head = field.args.length > 0 ? `${kind} Fuzz(${variables})` : kind
  const query = `${head} { ${call} ${selectionOf(field.type, 3)} }`
  return fc
    .record(Object.fromEntries(field.args.map(({ name, type }) => [name, valueOf(type, own, 3)])))
    .map((values) => ({ query, variables: values }))
}

/** Fields without arguments of their own, some levels deep. */
function selectionOf(output: GraphQLOutputType, depth: number): string {
  const type = getNamedType(output)
  if (!isCompositeType(type)) return ''
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  const chosen = fields
    .filter(
      ({ args, type: own }) => args.length === 0 && (isLeafType(getNamedType(own)) || depth > 1),
    )
    .map(({ name, type: own }) => `${name} ${selectionOf(own, depth - 1)}`)
  return `{ __typename ${chosen.join(' ')} }`
}

function valueOf(
  type: GraphQLInputType,
  own: Arbitrary<string>,
  depth: number,
): Arbitrary<unknown> {
  if (isNonNullType(type)) {
    const right = valueOf(type.ofType, own, depth)
    return fc.oneof({ weight: 20, arbitrary: right }, { weight: 1, arbitrary: hostileJson([], 1) })
  }
  const nothing = fc.constantFrom(null, undefined)
  const right = fc.oneof(
    { weight: 3, arbitrary: ofKind(type, own, depth) },
    { weight: 1, arbitrary: nothing },
  )
  return fc.oneof({ weight: 20, arbitrary: right }, { weight: 1, arbitrary: hostileJson([], 1) })
}

function ofKind(type: GraphQLInputType, own: Arbitrary<string>, depth: number): Arbitrary<unknown> {
  if (isListType(type)) {
    return depth > 0
      ? fc.array(valueOf(type.ofType, own, depth - 1), { maxLength: 4 })
      : fc.constant([])
  }
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name))
  if (isInputObjectType(type)) {
    if (depth <= 0) return fc.constant({})
    const fields = Object.values(type.getFields())
    return fc.record(
      Object.fromEntries(
        fields.map(({ name, type: inner }) => [name, valueOf(inner, own, depth - 1)]),
      ),
      { requiredKeys: [] },
    )
  }
  return scalarOf(String(type), own)
}

function scalarOf(name: string, own: Arbitrary<string>): Arbitrary<unknown> {
  if (name === 'Int') return fc.oneof(fc.integer(), fc.nat({ max: 600 }))
  if (name === 'DateTime')
    return fc.oneof(
      fc.date().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    )
  if (name === 'Float' || name === 'SafeInt') return fc.oneof(hostileNumber, fc.maxSafeInteger())
  if (name === 'Boolean') return fc.boolean()
  if (objectScalars.some((scalar) => scalar.name === name))
    return hostileJson(['sources', 'url', 'type', 'filters', 'mediaServer'])
  return fc.oneof(own, hostileText)
}
