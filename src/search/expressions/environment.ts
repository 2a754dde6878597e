import { linearMatch } from './bounds.ts'
import { createLanguage, type Environment } from './cel.ts'
import { queryTypes, QueryView, streamTypes } from './views.ts'

type Arithmetic = (left: number, right: number) => number

const arithmetic: Readonly<Record<string, Arithmetic>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
}

const units = { KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40 } as const

/** CEL over the fields of a stream. Numbers are doubles; whole numbers in the text mix with them freely. */
export function createEnvironment(
  matches: (text: string, pattern: string) => boolean,
): Environment {
  const environment = base.clone()
  environment.registerFunction(`string.${linearMatch}(string): bool`, matches, { async: false })
  return environment
}

const base = createBase()

function createBase(): Environment {
  const environment = createLanguage()
  environment.registerType('Query', { ctor: QueryView, fields: queryTypes })
  environment.registerVariable('query', 'Query')
  for (const [name, type] of Object.entries(streamTypes)) environment.registerVariable(name, type)
  for (const [name, bytes] of Object.entries(units)) {
    environment.registerConstant(name, 'double', bytes)
  }
  for (const [operator, apply] of Object.entries(arithmetic)) {
    environment.registerOperator(`double ${operator} int: double`, (left: number, right: bigint) =>
      apply(left, Number(right)),
    )
    environment.registerOperator(`int ${operator} double: double`, (left: bigint, right: number) =>
      apply(Number(left), right),
    )
  }
  return environment
    .registerOperator('double == int', (left: number, right: bigint) => left === Number(right))
    .registerOperator('int in list<double>', (one: bigint, list: readonly number[]) =>
      list.includes(Number(one)),
    )
    .registerOperator('double in list<int>', (one: number, list: readonly bigint[]) =>
      list.some((other) => Number(other) === one),
    )
}
