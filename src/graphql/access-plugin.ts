import SchemaBuilder, { BasePlugin, isThenable, PothosSchemaError } from '@pothos/core'
import type {
  FieldNullability,
  InputFieldMap,
  InputShapeFromFields,
  PothosOutputFieldConfig,
  SchemaTypes,
  TypeParam,
} from '@pothos/core'
import { getNamedType, isObjectType } from 'graphql'
import type { GraphQLField, GraphQLFieldResolver, GraphQLSchema } from 'graphql'
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
      /**
       * For a nested field: the scope that a dashboard's token needs to read it. `parent`: any scope that reads its parent;
       * null: closed to dashboards. Compulsory where dashboards can reach a field whose resolver reads the context.
       */
      dashboards?: DashboardAccess
    }
  }
}

type DashboardAccess = AccessScope | 'parent' | null
type Resolve = GraphQLFieldResolver<unknown, RequestContext, Record<string, unknown>>
type Rate = LimitedOperation | ((args: Record<string, unknown>) => LimitedOperation | null)

/** When the schema is built, requires every root field and every nested field that loads more to declare who may read it. Counts calls of fields with a `rate`. */
export class AccessPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>) {
    const { authScopes, rate } = field.pothosOptions as { authScopes?: unknown; rate?: unknown }
    const isRoot = rootKinds.has(field.kind)
    if (isRoot && authScopes === undefined) {
      throw new PothosSchemaError(
        `${field.parentType}.${field.name} has no authScopes; say who may call it: public, configuration, user or operator.`,
      )
    }
    if (!isRoot && rate !== undefined) {
      throw new PothosSchemaError(
        `${field.parentType}.${field.name} has a rate; only fields of Query, Mutation and Subscription are counted.`,
      )
    }
    return isPublic(authScopes) ? withoutScopes(field) : withDashboards(field)
  }

  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    const [open] = undeclaredFields(schema)
    if (open === undefined) return schema
    throw new PothosSchemaError(
      `${open} reads the context where dashboards can reach it; say which of them may: dashboards: a scope, 'parent' or null.`,
    )
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (field.kind === 'Subscription') return resolve
    const checked = counted(scoped(resolve, field), field)
    return field.kind === 'Mutation' ? afresh(checked) : checked
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

/** For interfaces that choose the fields themselves and leave out those that the token may not read. */
function withDashboards<Types extends SchemaTypes>(
  field: PothosOutputFieldConfig<Types>,
): PothosOutputFieldConfig<Types> {
  const { dashboards } = field.pothosOptions as { dashboards?: DashboardAccess }
  return dashboards === undefined || dashboards === 'parent'
    ? field
    : { ...field, extensions: { ...field.extensions, dashboards } }
}

/** Synchronous, and without a promise: these fields are read for each item of a list. */
function scoped<Types extends SchemaTypes>(
  resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
  field: PothosOutputFieldConfig<Types>,
): GraphQLFieldResolver<unknown, Types['Context'], object> {
  const { dashboards: scope } = field.pothosOptions as { dashboards?: DashboardAccess }
  if (scope === undefined || scope === 'parent') return resolve
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
    const taken = operation === null ? undefined : context.take(operation)
    return isThenable(taken)
      ? taken.then(() => run(parent, args, context, info))
      : run(parent, args, context, info)
  }
  return limited as GraphQLFieldResolver<unknown, Types['Context'], object>
}

function afresh<Types extends SchemaTypes>(
  resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
): GraphQLFieldResolver<unknown, Types['Context'], object> {
  const run = resolve as Resolve
  const renewed: Resolve = (parent, args, context, info) => {
    context.startMutation()
    return run(parent, args, context, info)
  }
  return renewed as GraphQLFieldResolver<unknown, Types['Context'], object>
}

type Options = {
  readonly authScopes?: unknown
  readonly dashboards?: DashboardAccess
  readonly resolve?: unknown
}

/** Nested fields that dashboards can reach, and whose resolver takes the context, without a word on who may read them. */
function undeclaredFields(schema: GraphQLSchema): readonly string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const waiting = roots
    .flatMap((root) => Object.values(root?.getFields() ?? {}))
    .filter(
      (field) =>
        isRecord(optionsOf(field).authScopes) && 'reads' in (optionsOf(field).authScopes as object),
    )
    .map(({ type }) => getNamedType(type))
  const reached = new Set(waiting)
  const found: string[] = []
  for (const type of reached) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const { dashboards, resolve } = optionsOf(field)
      const readsContext = typeof resolve === 'function' && resolve.length > 2
      if (dashboards === undefined && readsContext) found.push(`${type.name}.${field.name}`)
      if (dashboards !== null) reached.add(getNamedType(field.type))
    }
  }
  return found
}

function optionsOf({ extensions }: GraphQLField<unknown, unknown>): Options {
  return extensions['pothosOptions'] ?? {}
}

SchemaBuilder.registerPlugin(pluginName, AccessPlugin)

export default pluginName
