import { buildSchema, execute, parse } from 'graphql'
import type { ExecutionResult, GraphQLScalarType } from 'graphql'
import { expect, it } from 'vitest'
import { compileQuery, isCompiledQuery } from '../../src/http/compile-query.ts'

const schema = buildSchema(`
  scalar Shout
  enum Size { SMALL LARGE }
  type Part { count: Int! name: String loud: Shout sizes: [Size!] }
  type Query { part: Part parts: [Part] }
`)
const shout = schema.getType('Shout') as GraphQLScalarType<string, string>
shout.serialize = (value) => `${String(value)}!`
const document = parse('{ part { count name loud } parts { count name loud sizes } }')

type Compiled = { readonly __DO_NOT_USE_THIS_OR_YOU_WILL_BE_FIRED_compilation: string }

function answerOf(rootValue: object): ExecutionResult {
  const compiled = compileQuery(schema, document)
  if (!isCompiledQuery(compiled)) throw new Error('not compiled', { cause: compiled })
  return compiled.query(rootValue, {}, {}) as ExecutionResult
}

const whole = { count: 1, name: 'one', loud: 'hey', sizes: ['SMALL', 'LARGE'] }

it.each([
  ['whole', whole],
  ['without what may be absent', { count: 0, name: null }],
  ['empty', { ...whole, name: '', loud: '', sizes: [] }],
  ['without what must be there', { ...whole, count: null }],
  ['an error where something must be', { ...whole, count: new Error('no count') }],
  ['an error where something may be', { ...whole, name: new Error('no name') }],
  ['no number where one must be', { ...whole, count: 'many' }],
  ['a word that is none of its kind', { ...whole, sizes: ['SMALL', 'HUGE'] }],
])('a compiled document answers as one that is not compiled: %s', (_name, part) => {
  const rootValue = { part, parts: [whole, part, null] }
  const plain = execute({ schema, document, rootValue }) as ExecutionResult
  const { data, errors } = answerOf(rootValue)
  const placesOf = (result: ExecutionResult) =>
    result.errors?.map(({ locations, path, originalError }) => ({
      locations,
      path,
      // Faults of the library have words of their own; those of a resolver are told by what it threw.
      thrown: String(originalError).startsWith('Error: no ') ? originalError : null,
    }))
  expect(JSON.parse(JSON.stringify(data))).toEqual(JSON.parse(JSON.stringify(plain.data)))
  expect(placesOf({ errors })).toEqual(placesOf(plain))
})

it('makes what an error needs for absent values and errors alone', () => {
  const compiled = compileQuery(schema, document, '', { debug: true } as object)
  const { __DO_NOT_USE_THIS_OR_YOU_WILL_BE_FIRED_compilation: code } =
    compiled as unknown as Compiled
  const checks = code.match(/^.*\.check(NonNull|Nullable)Leaf\(/gm)!
  expect(checks).toHaveLength(7)
  for (const check of checks) expect(check).toMatch(/\(\S+ == null .+ instanceof Error \? \S+\($/)
})
