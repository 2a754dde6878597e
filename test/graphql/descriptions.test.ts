import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'

const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
)
const undescribed = (things: readonly { name: string; description?: string | null }[]) =>
  things.filter(({ description }) => !description?.trim()).map(({ name }) => name)

describe('a description stands', () => {
  it('at every type', () => {
    expect(undescribed(types)).toEqual([])
  })

  it('at every field and argument', () => {
    const silent = types.flatMap((type) => {
      if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return []
      const fields = Object.values(type.getFields())
      const args = fields.flatMap((field) => ('args' in field ? field.args : []))
      return [...undescribed(fields), ...undescribed(args)].map((name) => `${type.name}.${name}`)
    })
    expect(silent).toEqual([])
  })

  it('at every value of an enum', () => {
    const silent = types.flatMap((type) =>
      isEnumType(type) ? undescribed(type.getValues()).map((name) => `${type.name}.${name}`) : [],
    )
    expect(silent).toEqual([])
  })
})
