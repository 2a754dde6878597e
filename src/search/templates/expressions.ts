import { templateFilters } from './filters.ts'
import {
  filtersOf,
  operandOf,
  operatorOf,
  postfixOf,
  textOf,
  type Token,
  type Value,
} from './liquid.ts'
import { type Root, roots } from './roots.ts'
import { checked, type Loop, maxItems, type RenderState, type View } from './state.ts'
import {
  blank,
  contains,
  empty,
  isAtMost,
  isBelow,
  isEqual,
  isTruthy,
  readProperty,
  toNumber,
} from './values.ts'

export type Read = (state: RenderState) => unknown

export type Scope = {
  readonly loops: readonly string[]
  readonly assigned: ReadonlySet<string>
}

const literals: Readonly<Record<string, unknown>> = {
  true: true,
  false: false,
  nil: null,
  null: null,
  empty,
  blank,
}

const operators: Readonly<Record<string, (left: Read, right: Read) => Read>> = {
  '==': (left, right) => (state) => isEqual(left(state), right(state)),
  '!=': (left, right) => (state) => !isEqual(left(state), right(state)),
  '<': (left, right) => (state) => isBelow(left(state), right(state)),
  '>': (left, right) => (state) => isBelow(right(state), left(state)),
  '<=': (left, right) => (state) => isAtMost(left(state), right(state)),
  '>=': (left, right) => (state) => isAtMost(right(state), left(state)),
  contains: (left, right) => (state) => contains(left(state), right(state)),
  and: (left, right) => (state) => isTruthy(left(state)) && isTruthy(right(state)),
  or: (left, right) => (state) => isTruthy(left(state)) || isTruthy(right(state)),
}

export function compileValue(value: Value, scope: Scope): Read {
  return filtersOf(value).reduce(
    (input, { name, parameters }) => compileFilter(input, name, parameters, scope),
    compilePostfix(postfixOf(value), scope),
  )
}

function compilePostfix(postfix: readonly Token[], scope: Scope): Read {
  const operands: Read[] = []
  for (const token of postfix) {
    const operator = operatorOf(token)
    if (operator === null) {
      operands.push(compileToken(token, scope))
    } else if (operator === 'not') {
      const operand = popOperand(operands)
      operands.push((state) => !isTruthy(operand(state)))
    } else {
      const right = popOperand(operands)
      operands.push(operators[operator]!(popOperand(operands), right))
    }
  }
  return popOperand(operands)
}

function popOperand(operands: Read[]): Read {
  const operand = operands.pop()
  if (!operand) throw new SyntaxError('an operator lacks a value')
  return operand
}

export function compileToken(token: Token, scope: Scope): Read {
  const operand = operandOf(token)
  switch (operand.kind) {
    case 'literal':
      return constant(literals[operand.name])
    case 'constant':
      return constant(operand.value)
    case 'range':
      return compileRange(compileToken(operand.low, scope), compileToken(operand.high, scope))
    case 'access': {
      const [name, ...keys] = operand.keys.map((key) => compileKey(key, scope))
      if (typeof name === 'string') return compileAccess(name, keys, scope)
    }
  }
  throw new SyntaxError(`${textOf(token)} is not something that templates can use`)
}

function constant(value: unknown): Read {
  return () => value
}

function compileRange(low: Read, high: Read): Read {
  return (state) => {
    const first = toNumber(low(state))
    const length = Math.max(0, Math.floor(toNumber(high(state)) - first) + 1)
    state.spend(length / 4)
    return checked(
      Array.from({ length: Math.min(length, maxItems + 1) }, (_, index) => first + index),
    )
  }
}

function compileKey(token: Token, scope: Scope): string | number | Read {
  const operand = operandOf(token)
  if (operand.kind === 'word') return operand.word
  return operand.kind === 'constant' ? operand.value : compileToken(token, scope)
}

function compileAccess(
  name: string,
  keys: readonly (string | number | Read)[],
  scope: Scope,
): Read {
  const variable = compileVariable(name, scope)
  if (variable) return keys.reduce(compileProperty, variable)
  const root = roots.get(name)
  if (!root) throw new SyntaxError(`there is no ${name}; there are ${[...roots.keys()].join(', ')}`)
  const [field, ...rest] = keys
  return typeof field === 'string'
    ? rest.reduce(compileProperty, compileField(name, root, field))
    : keys.reduce(compileProperty, root.read)
}

/** The innermost loop's variable wins. */
function compileVariable(name: string, { loops, assigned }: Scope): Read | null {
  const depth = loops.lastIndexOf(name)
  if (depth >= 0) return ({ items }) => items[depth]
  if (name === 'forloop' && loops.length > 0) {
    return ({ loops: running }) => loopView(running[loops.length - 1]!)
  }
  if (!assigned.has(name)) return null
  const root = roots.get(name)?.read
  return (state) => (state.assigned.has(name) ? state.assigned.get(name) : root?.(state))
}

function compileField(name: string, { fields }: Root, field: string): Read {
  const read = fields.get(field)
  if (!read) {
    const known = fields.size > 0 ? `it has ${[...fields.keys()].join(', ')}` : 'it is plain text'
    throw new SyntaxError(`${name} has no ${field}; ${known}`)
  }
  return read
}

function compileProperty(of: Read, key: string | number | Read): Read {
  return typeof key === 'function'
    ? (state) => readProperty(of(state), key(state))
    : (state) => readProperty(of(state), key)
}

function compileFilter(
  input: Read,
  name: string,
  tokens: readonly (Token | null)[],
  scope: Scope,
): Read {
  const filter = templateFilters[name]!
  const parameters = tokens.map((token) => {
    if (token === null) throw new SyntaxError(`${name} takes no named parameters`)
    return compileToken(token, scope)
  })
  return (state) => {
    const value = input(state)
    state.spend(typeof value === 'string' || Array.isArray(value) ? 1 + (value.length >> 4) : 1)
    return checked(filter(value, ...parameters.map((read) => read(state))))
  }
}

const loopFields: Readonly<Record<string, (loop: Loop) => unknown>> = {
  index: ({ index }) => index + 1,
  index0: ({ index }) => index,
  rindex: ({ index, length }) => length - index,
  rindex0: ({ index, length }) => length - index - 1,
  first: ({ index }) => index === 0,
  last: ({ index, length }) => index === length - 1,
  length: ({ length }) => length,
}

function loopView(loop: Loop): View {
  return {
    field: (name) => (Object.hasOwn(loopFields, name) ? loopFields[name]!(loop) : undefined),
  }
}
