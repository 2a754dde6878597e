import SchemaBuilder from '@pothos/core'
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
}>({ defaultFieldNullability: false })

builder.addScalarType('UUID', GraphQLUUID)
builder.addScalarType('JSON', GraphQLJSON)
builder.addScalarType('JSONObject', GraphQLJSONObject)
builder.addScalarType('NonNegativeInt', GraphQLNonNegativeInt)
builder.addScalarType('SafeInt', GraphQLSafeInt)

builder.queryType({})
builder.mutationType({})
builder.subscriptionType({})
