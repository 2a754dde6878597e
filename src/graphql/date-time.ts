import { GraphQLScalarType } from 'graphql'
import { GraphQLDateTime } from './scalars.ts'

const { extensions } = GraphQLDateTime

/** Epoch milliseconds in the code, ISO 8601 in GraphQL. */
export const dateTime = new GraphQLScalarType<number, string>({
  name: 'DateTime',
  description: 'An instant as ISO 8601, such as 2026-03-01T19:30:00.000Z.',
  extensions,
  serialize: (value) => new Date(value as number).toISOString(),
  parseValue: (value) => GraphQLDateTime.parseValue(value).getTime(),
  parseLiteral: (node, variables) => GraphQLDateTime.parseLiteral(node, variables).getTime(),
})
