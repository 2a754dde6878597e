import { Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import type { DocumentNode, GraphQLField, GraphQLSchema } from 'graphql'
import { isRecord } from '../../core/json.ts'
import type { AccessScope } from '../../model/access-token.ts'

/** A document without what a dashboard's token may not read, and where in its answer that would have been. */
export type Trimmed = {
  readonly document: DocumentNode
  readonly hidden: readonly (readonly string[])[]
}

/** What a token's scopes must have of a field; undefined: nothing beyond what its parent needs. */
export function scopeOf(field: GraphQLField<unknown, unknown>): AccessScope | null | undefined {
  return field.extensions['dashboards'] as AccessScope | null | undefined
}

/** Callers of a path cannot choose fields, so hidden fields are left out of the answer. */
export function withoutHidden(
  schema: GraphQLSchema,
  document: DocumentNode,
  scopes: readonly AccessScope[],
): Trimmed {
  const types = new TypeInfo(schema)
  const path: string[] = []
  const hidden: (readonly string[])[] = []
  const trimmed = visit(
    document,
    visitWithTypeInfo(types, {
      [Kind.FIELD]: {
        enter({ name, alias }) {
          path.push(alias?.value ?? name.value)
          const field = types.getFieldDef()
          const scope = field ? scopeOf(field) : undefined
          if (scope === undefined || (scope !== null && scopes.includes(scope))) return undefined
          hidden.push([...path])
          path.pop()
          return null
        },
        leave(node) {
          path.pop()
          // The caller may read no field of this object.
          if (node.selectionSet?.selections.length !== 0) return undefined
          return { ...node, selectionSet: { ...node.selectionSet, selections: [typeName] } }
        },
      },
    }),
  )
  return { document: trimmed, hidden }
}

const typeName = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const

/** Sets the fields that were left out to null. */
export function markHidden(data: unknown, path: readonly string[]): void {
  if (Array.isArray(data)) for (const one of data) markHidden(one, path)
  else if (isRecord(data)) {
    const [name, ...rest] = path
    if (rest.length === 0) (data as Record<string, unknown>)[name!] = null
    else markHidden(data[name!], rest)
  }
}
