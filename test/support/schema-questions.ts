import {
  Kind,
  TypeInfo,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  print,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type {
  GraphQLField,
  GraphQLInputType,
  GraphQLOutputType,
  OperationDefinitionNode,
} from 'graphql'
import { objectScalars } from '../../src/graphql/object-scalars.ts'
import { schema } from '../../src/graphql/schema.ts'

/** Every field below a type that needs no argument, down to a depth. */
export function selectionOf(type: GraphQLOutputType, depth: number): string {
  const own = getNamedType(type)
  if (own.name === 'Node') return `{ ... on Item ${selectionOf(itemType, depth)} }`
  if (!isObjectType(own)) return ''
  if (depth === 0) return '{ __typename }'
  const fields = Object.values(own.getFields())
    .filter(({ args }) => !args.some((arg) => isNonNullType(arg.type)))
    .map(({ name, type: inner }) => `${name} ${selectionOf(inner, depth - 1)}`)
  return `{ __typename ${fields.join(' ')} }`
}

const itemType = schema.getType('Item') as GraphQLOutputType

/** A value of an argument for a question about this id; undefined: left out. */
export function valueOf({ name, type }: Argument, id: string): string | undefined {
  const isNeeded = isNonNullType(type)
  const own = getNamedType(type)
  if (id === '' && own.name === 'ID') return undefined
  if (own.name === 'ID') return isList(type) ? `["${id}"]` : `"${id}"`
  if (name === 'type') return id.startsWith('tt2') ? '"series"' : '"movie"'
  if (own.name === 'String' && name === 'id') return `"${id}"`
  if (name === 'first' || name === 'limit') return '20'
  if (name === 'filter' && own.name === 'ItemFilter') return '{ recursive: true }'
  if (own.name === 'ActivityFilter') return id === '' ? undefined : `{ item: "${id}" }`
  if (!isNeeded) return undefined
  if (isEnumType(own)) return own.getValues()[0]!.name
  if (isInputObjectType(own)) return `{ ${valuesOf(Object.values(own.getFields()), id)} }`
  if (objectScalars.some(({ name: object }) => object === own.name)) return '{}'
  if (own.name === 'DateTime') return '"2026-01-01T00:00:00Z"'
  if (own.name === 'String') return name === 'timeZone' ? '"UTC"' : `"${id}"`
  if (own.name === 'Boolean') return 'true'
  return own.name === 'Int' || own.name === 'SafeInt' ? '2026' : undefined
}

function isList(type: GraphQLInputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type)
}

type Argument = { readonly name: string; readonly type: GraphQLInputType }

function valuesOf(list: readonly Argument[], id: string): string {
  return list
    .flatMap((one) => {
      const value = valueOf(one, id)
      return value === undefined ? [] : `${one.name}: ${value}`
    })
    .join(', ')
}

/** A field with arguments for a question about this id. */
export function callOf({ name, args }: GraphQLField<unknown, unknown>, id: string): string {
  const values = valuesOf(args, id)
  return values === '' ? name : `${name}(${values})`
}

/**
 * A call with its id in variables: the service prepares such a question once for all ids, which takes longer than to
 * answer it.
 */
export function questionOf(
  operation: 'query' | 'mutation',
  call: string,
  selection: string,
  id: string,
) {
  if (id === '') return { query: `${operation} { ${call} ${selection} }` }
  const types = new TypeInfo(schema)
  const declared: string[] = []
  const { definitions } = visit(
    parse(`${operation} { ${call} }`),
    visitWithTypeInfo(types, {
      StringValue({ value }) {
        if (value !== id) return undefined
        const name = `id${declared.length}`
        declared.push(`$${name}: ${String(types.getInputType())}`)
        return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } }
      },
    }),
  )
  const [asked] = (definitions[0] as OperationDefinitionNode).selectionSet.selections
  const head = declared.length === 0 ? operation : `${operation} (${declared.join(', ')})`
  const variables = Object.fromEntries(declared.map((_, index) => [`id${index}`, id]))
  return { query: `${head} { ${print(asked!)} ${selection} }`, variables }
}

const takingIds: ReadonlySet<string> = new Set(['ID', 'ActivityFilter'])

/**
 * Calls with all ids and, where several may be left out, with each of those alone; a filter of plays names an item, and
 * then a title.
 */
export function callsOf(field: GraphQLField<unknown, unknown>, id: string): readonly string[] {
  const { args } = field
  const free = args.filter(
    ({ type }) => !isNonNullType(type) && takingIds.has(getNamedType(type).name),
  )
  const alone = free.map((one) => args.filter((arg) => arg === one || !free.includes(arg)))
  const some = free.length < 2 ? [args] : [args, ...alone]
  const calls = some.map((chosen) => callOf({ ...field, args: chosen }, id))
  const byItem = `filter: { item: "${id}" }`
  const byTitle = calls.map((call) => call.replace(byItem, `filter: { title: "${id}" }`))
  return [...new Set([...calls, ...byTitle])]
}

/** Whether it takes an id at all. */
export function takesIds({ args }: GraphQLField<unknown, unknown>): boolean {
  return args.some((arg) => valueOf(arg, 'x')?.includes('x'))
}

export const isTooMuch = (answer: string): boolean =>
  /complex|deep|depth|too large|cost/i.test(answer)
