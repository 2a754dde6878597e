import { getNamedType, isObjectType } from 'graphql'
import type { GraphQLNamedType, GraphQLObjectType } from 'graphql'

/** A selection of every field below a type that needs no argument; a type within itself is left out. */
export function allFields(type: GraphQLNamedType, within: readonly string[] = []): string {
  if (!isObjectType(type)) return ''
  const fields = Object.values((type as GraphQLObjectType).getFields())
    .filter(({ args, type: own }) => args.length === 0 && !within.includes(getNamedType(own).name))
    .map(({ name, type: own }) => `${name} ${allFields(getNamedType(own), [...within, type.name])}`)
  return `{ ${fields.join(' ')} }`
}
