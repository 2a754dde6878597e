import {
  getNamedType,
  getNullableType,
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLInt,
  isEnumType,
  isInputObjectType,
  isListType,
  isScalarType,
} from 'graphql'
import type { GraphQLInputType } from 'graphql'
import { parseJson } from '../../core/json.ts'

const numberScalars: ReadonlySet<string> = new Set([GraphQLInt.name, GraphQLFloat.name, 'SafeInt'])
const flags: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  false: false,
  '0': false,
  no: false,
}

/** Arguments that are JSON in a query string: objects, and scalars that are objects. */
export function isJsonArgument(type: GraphQLInputType): boolean {
  const named = getNamedType(type)
  return (
    isInputObjectType(named) || (isScalarType(named) && named.extensions.objectSchema !== undefined)
  )
}

function refused(name: string, problem: string): GraphQLError {
  return new GraphQLError(`Argument "${name}" ${problem}`)
}

function readJson(name: string, text: string): unknown {
  const json = parseJson(text)
  if (json !== undefined) return json
  throw refused(name, `must be JSON, such as ${name}={"key":"value"}, percent-encoded.`)
}

function readOne(name: string, text: string, type: GraphQLInputType): unknown {
  const named = getNamedType(type)
  if (named === GraphQLBoolean) {
    const flag = flags[text.toLowerCase()]
    if (flag === undefined) throw refused(name, `must be true or false, not "${text}".`)
    return flag
  }
  if (isScalarType(named) && numberScalars.has(named.name)) {
    const number = text.trim() === '' ? Number.NaN : Number(text)
    if (Number.isNaN(number)) throw refused(name, `must be a number, not "${text}".`)
    return number
  }
  if (isEnumType(named) && !named.getValue(text)) {
    const known = named.getValues().map((value) => value.name)
    throw refused(name, `must be one of ${known.join(', ')}, not "${text}".`)
  }
  return text
}

/** Reads objects and lists of objects as JSON, other lists as repeated parameters. Throws a GraphQLError naming the argument. */
export function readQueryArgument(
  query: URLSearchParams,
  name: string,
  type: GraphQLInputType,
): unknown {
  const texts = query.getAll(name).filter((text) => text !== '')
  const [first] = texts
  if (first === undefined) return undefined
  const isList = isListType(getNullableType(type))
  if (isJsonArgument(type)) {
    const values = texts.map((text) => readJson(name, text))
    return isList && values.length > 1 ? values.flat() : values[0]
  }
  if (isList) return texts.map((text) => readOne(name, text, type))
  if (texts.length > 1) throw refused(name, 'may stand there once only.')
  return readOne(name, first, type)
}
