import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import type { FoundNode } from '../services/nodes.ts'
import AccessPlugin from './access-plugin.ts'
import type { RequestContext } from './context.ts'
import { listCost } from './cost.ts'
import { dateTime } from './date-time.ts'
import { objectScalars } from './object-scalars.ts'
import type { ObjectValues } from './object-scalars.ts'
import { GraphQLSafeInt, GraphQLUUID } from './scalars.ts'
import { scopesOf } from './scopes.ts'
import type { Scopes } from './scopes.ts'

export const builder = new SchemaBuilder<{
  Context: RequestContext
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  AuthScopes: Scopes
  Scalars: {
    /** Epoch milliseconds in the code, ISO 8601 in GraphQL. */
    DateTime: { Input: number; Output: number }
    UUID: { Input: string; Output: string }
    SafeInt: { Input: number; Output: number }
  } & { [Name in keyof ObjectValues]: { Input: ObjectValues[Name]; Output: ObjectValues[Name] } }
}>({
  defaultFieldNullability: false,
  // Outermost first: count the call, then check access. Batch loading uses `ctx.loaders`, since the plugin's own loaders
  // would keep each request in memory until the next full garbage collection.
  plugins: [AccessPlugin, ScopeAuthPlugin, RelayPlugin, ComplexityPlugin],
  // Errors thrown by a scope are the answer; subscriptions are authorised at the start.
  scopeAuth: { authScopes: scopesOf, authorizeOnSubscribe: true },
  relay: {
    cursorType: 'String',
    // An id already says what it names, so there is no second id that repeats the type.
    encodeGlobalID: (_type, id) => String(id),
    decodeGlobalID: (id) => ({ typename: '', id }),
    nodeTypeOptions: { description: 'What `node` finds by its id alone.' },
    idFieldOptions: { description: '32 hexadecimal digits, as the media server shows them.' },
    nodeQueryOptions: {
      description: 'What an id names; null for anything that the caller may not read.',
      authScopes: { user: true },
      args: { id: { description: 'id of an item, a version or a user' } },
      resolve: async (_root, { id }, ctx) =>
        nodeOf(await ctx.services.nodes.find(ctx.user, id.id, ctx)),
    },
    nodesQueryOptions: {
      description: 'Like `node` for many ids, in their order.',
      authScopes: { user: true },
      complexity: ({ ids }) => listCost(ids.length),
      args: { ids: { description: 'at most 100' } },
      resolve: async (_root, { ids }, ctx) =>
        (
          await ctx.services.nodes.findMany(
            ctx.user,
            ids.map(({ id }) => id),
            ctx,
          )
        ).map(nodeOf),
    },
    pageInfoTypeOptions: { description: 'The position of a page in its list.' },
    hasNextPageFieldOptions: { description: 'Whether more nodes follow.' },
    hasPreviousPageFieldOptions: { description: 'Whether nodes precede the page.' },
    startCursorFieldOptions: {
      description: 'Cursor of the first node; null if the page is empty.',
    },
    endCursorFieldOptions: { description: 'Cursor of the last node; null if the page is empty.' },
    cursorFieldOptions: {
      description: 'For `after`, to get the page that starts after this node.',
    },
    nodeFieldOptions: { description: 'The node.' },
  },
  // `/graphql` checks the cost itself (src/http/graphql/query-cost.ts); the adapters' own documents need no check.
  complexity: { disabled: true, defaultComplexity: 1, defaultListMultiplier: 10 },
})

/** The plugin asks each node for its type. */
function nodeOf(found: FoundNode | null) {
  return found && { ...found.value, __typename: found.type }
}

builder.addScalarType('DateTime', dateTime)
builder.addScalarType('UUID', GraphQLUUID)
builder.addScalarType('SafeInt', GraphQLSafeInt)
for (const scalar of objectScalars) builder.addScalarType(scalar.name as keyof ObjectValues, scalar)

builder.queryType({ description: 'Reading operations.' })
builder.mutationType({ description: 'Changes, and reports of devices.' })
builder.subscriptionType({
  description: 'Updates for as long as the caller has access.',
})
