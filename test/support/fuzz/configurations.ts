import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { hostileJson, hostileNumber, hostileText } from './values.ts'

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

const schema = JSON.parse(
  readFileSync(new URL('../../../schema/user-data.schema.json', import.meta.url), 'utf8'),
) as Schema

/** Configurations that are often valid, and mostly at their edges. */
export const hostileConfiguration: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: valueOf(schema, 0) },
  { weight: 1, arbitrary: hostileJson(Object.keys(schema.properties ?? {})) },
)

function valueOf(own: Schema, depth: number): Arbitrary<unknown> {
  const right = { weight: 60, arbitrary: rightValueOf(own, depth) }
  return depth === 0
    ? right.arbitrary
    : fc.oneof(right, { weight: 1, arbitrary: hostileJson([], 1) })
}

function rightValueOf(own: Schema, depth: number): Arbitrary<unknown> {
  const choices = own.anyOf ?? own.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, depth + 1)))
  if (own.enum) return fc.constantFrom(...own.enum)
  if (own.const !== undefined) return fc.constant(own.const)
  if (own.type === 'object' || own.properties) return objectOf(own, depth)
  if (own.type === 'array') {
    return fc.array(own.items ? valueOf(own.items, depth + 1) : hostileText, { maxLength: 3 })
  }
  if (own.type === 'number') return hostileNumber
  if (own.type === 'integer') return fc.oneof(fc.nat({ max: 1_000 }), hostileNumber)
  if (own.type === 'boolean') return fc.boolean()
  return own.type === 'string' ? hostileText : hostileJson([], 1)
}

/** A few of its properties at most: a configuration with one wrong value is refused as a whole. */
function objectOf({ properties = {} }: Schema, depth: number): Arbitrary<unknown> {
  const names = Object.keys(properties)
  if (names.length === 0) return fc.dictionary(hostileText, hostileText, { maxKeys: 2 })
  const few = fc.subarray(names, { maxLength: depth === 0 ? 3 : names.length })
  return few.chain((chosen) =>
    fc.record(
      Object.fromEntries(chosen.map((name) => [name, valueOf(properties[name]!, depth + 1)])),
    ),
  )
}
