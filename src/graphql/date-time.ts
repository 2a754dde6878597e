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

let last = { at: 0, text: new Date(0).toISOString() }

/** Lists often have the same instant in a row, thousands of them in statistics. */
function textOf(at: number): string {
  if (last.at !== at) last = { at, text: new Date(at).toISOString() }
  return last.text
}
