import { buildOperationNodeForField } from '@graphql-tools/utils'
import { Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql'
import type { GraphQLArgument, GraphQLSchema, OperationTypeNode } from 'graphql'
import { createSofa } from 'sofa-api'

/** Arguments of the fields below an operation, by the names that the library gives them. */
export function nestedArguments(schema: GraphQLSchema) {
  const { models, ignore, depthLimit } = createSofa({ basePath: '', schema })
  return (kind: OperationTypeNode, field: string): readonly GraphQLArgument[] => {
    const operation = buildOperationNodeForField({
      kind,
      schema,
      field,
      models,
      ignore,
      circularReferenceDepth: depthLimit,
    })
    const operations = schema.getRootType(kind)!.getFields()
    const own = new Set(operations[field]!.args.map(({ name }) => name))
    const found = new Map<string, GraphQLArgument>()
    const types = new TypeInfo(schema)
    visit(
      operation,
      visitWithTypeInfo(types, {
        Argument({ value }) {
          if (value.kind !== Kind.VARIABLE || own.has(value.name.value)) return
          found.set(value.name.value, { ...types.getArgument()!, name: value.name.value })
        },
      }),
    )
    return [...found.values()]
  }
}
