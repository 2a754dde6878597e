import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import {
  GraphQLJSON,
  GraphQLJSONObject,
  GraphQLNonNegativeInt,
  GraphQLSafeInt,
  GraphQLUUID,
} from 'graphql-scalars'
import type { RequestContext } from './context.ts'

type JsonObject = Record<string, unknown>

export const builder = new SchemaBuilder<{
  Context: RequestContext
  DefaultFieldNullability: false
  Scalars: {
    UUID: { Input: string; Output: string }
    JSON: { Input: unknown; Output: unknown }
    JSONObject: { Input: JsonObject; Output: JsonObject }
    NonNegativeInt: { Input: number; Output: number }
    SafeInt: { Input: number; Output: number }
  }
}>({
  defaultFieldNullability: false,
  plugins: [ComplexityPlugin],
  // `/graphql` counts the cost before it runs anything (src/http/graphql/query-cost.ts); the adapters' own documents need no check.
  complexity: { disabled: true, defaultComplexity: 1, defaultListMultiplier: 10 },
})

builder.addScalarType('UUID', GraphQLUUID)
builder.addScalarType('JSON', GraphQLJSON)
builder.addScalarType('JSONObject', GraphQLJSONObject)
builder.addScalarType('NonNegativeInt', GraphQLNonNegativeInt)
builder.addScalarType('SafeInt', GraphQLSafeInt)

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})
