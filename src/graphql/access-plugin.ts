import SchemaBuilder, { BasePlugin, isThenable, PothosSchemaError } from '@pothos/core'
import type {
  FieldNullability,
  InputFieldMap,
  InputShapeFromFields,
  PothosOutputFieldConfig,
  SchemaTypes,
  TypeParam,
} from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import { isRecord } from '../core/json.ts'
import type { AccessScope } from '../model/access-token.ts'
import type { LimitedOperation } from '../model/limited-operation.ts'
import type { RequestContext } from './context.ts'

const pluginName = 'access'

/** Every field of these must say who may call it. */
const rootKinds: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription'])

declare global {
  // The library is extended through its namespace.
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      access: AccessPlugin<Types>
    }

    // Merged interface declarations must repeat the library's type parameters.
    export interface FieldOptions<
      Types extends SchemaTypes,
      ParentShape,
      Type extends TypeParam<Types>,
      Nullable extends FieldNullability<Type>,
      Args extends InputFieldMap,
      ResolveShape,
      ResolveReturnShape,
    > {
      /** The operation to count before anything else; throws RATE_LIMIT_EXCEEDED. */
      rate?: LimitedOperation | ((args: InputShapeFromFields<Args>) => LimitedOperation | null)
      /** Of a field below others: what a dashboard's token must be allowed to read for it; null: closed to all of them. */
      dashboards?: AccessScope | null
    }
  }
}

type Resolve = GraphQLFieldResolver<unknown, RequestContext, Record<string, unknown>>
type Rate = LimitedOperation | ((args: Record<string, unknown>) => LimitedOperation | null)

/** Requires `authScopes` on every root field when the schema is built, and counts calls of fields with a `rate`. */
export class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    const { authScopes, rate } = field.pothosOptions as { authScopes?: unknown; rate?: unknown }
    const isRoot = rootKinds.has(field.kind)
    if (isRoot && authScopes === undefined) {
      throw new PothosSchemaError(
        `${field.parentType}.${field.name} has no authScopes; say who may call it: public, configuration or user.`,
      )
    }
    if (!isRoot && rate !== undefined) {
      throw new PothosSchemaError(
        `${field.parentType}.${field.name} has a rate; only fields of Query, Mutation and Subscription are counted.`,
      )
    }
    return isPublic(authScopes) ? withoutScopes(field) : field
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    return field.kind === 'Subscription' ? resolve : counted(scoped(resolve, field), field)
  }

  override wrapSubscribe(
    subscribe: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    return field.kind === 'Subscription' ? counted(subscribe, field) : subscribe
  }
}

function isPublic(authScopes: unknown): boolean {
  return isRecord(authScopes) && Object.keys(authScopes).join() === 'public'
}

/** Public fields skip the check, which would cost more than an anime look-up. */
function withoutScopes<Types extends SchemaTypes>(
  field: PothosOutputFieldConfig<Types>,
): PothosOutputFieldConfig<Types> {
  return { ...field, pothosOptions: { ...field.pothosOptions, authScopes: undefined } as never }
}

/** Synchronous, and without a promise: these fields are read for each item of a list. */
function scoped<Types extends SchemaTypes>(
  resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
  field: PothosOutputFieldConfig<Types>,
): GraphQLFieldResolver<unknown, Types['Context'], object> {
  const { dashboards: scope } = field.pothosOptions as { dashboards?: AccessScope | null }
  if (scope === undefined) return resolve
  const run = resolve as Resolve
  const checked: Resolve = (parent, args, context, info) => {
    context.requireScope(scope)
    return run(parent, args, context, info)
  }
  return checked as GraphQLFieldResolver<unknown, Types['Context'], object>
}

/** Synchronous if nothing is counted: awaiting costs more than an anime look-up. */
function counted<Types extends SchemaTypes>(
  resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
  field: PothosOutputFieldConfig<Types>,
): GraphQLFieldResolver<unknown, Types['Context'], object> {
  const { rate } = field.pothosOptions as { rate?: Rate }
  if (rate === undefined) return resolve
  const run = resolve as Resolve
  const limited: Resolve = (parent, args, context, info) => {
    const operation = typeof rate === 'function' ? rate(args) : rate
    const turn = operation === null ? undefined : context.take(operation)
    return isThenable(turn)
      ? turn.then(() => run(parent, args, context, info))
      : run(parent, args, context, info)
  }
  return limited as GraphQLFieldResolver<unknown, Types['Context'], object>
}

SchemaBuilder.registerPlugin(pluginName, AccessPlugin)

export default pluginName
