import { GraphQLScalarType } from 'graphql'
import { GraphQLDateTime } from './scalars.ts'

const { extensions } = GraphQLDateTime

/** Epoch milliseconds in the code, ISO 8601 in GraphQL. */
export const dateTime = new GraphQLScalarType<number, string>({
  name: 'DateTime',
  description: 'An instant as ISO 8601, such as 2026-03-01T19:30:00.000Z.',
  extensions,
  serialize: (value) => textOf(value as number),
  parseValue: (value) => GraphQLDateTime.parseValue(value).getTime(),
  parseLiteral: (node, variables) => GraphQLDateTime.parseLiteral(node, variables).getTime(),
})

const texts = new Map<number, string>()
const textsKept = 1_024

/** Lists often have the same instants again and again, thousands of them in statistics. */
function textOf(at: number): string {
  const known = texts.get(at)
  if (known !== undefined) return known
  const text = new Date(at).toISOString()
  if (texts.size >= textsKept) texts.clear()
  texts.set(at, text)
  return text
}
