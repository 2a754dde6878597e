import type { Pattern } from '../regex/program.ts'
import { type Node, renameMethod } from './cel.ts'

const functionCost: Readonly<Record<string, number>> = {
  size: 2,
  contains: 3,
  startsWith: 2,
  endsWith: 2,
  indexOf: 3,
  lowerAscii: 5,
  upperAscii: 5,
  trim: 3,
  matches: 20,
}

/** Macros that look at each element and build nothing larger than the list. */
const macros: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter'])

const listLength = 40

/** Replaces the library's `matches`, which uses a backtracking engine. */
export const linearMatch = 'matchesLinear'

export type Reading = {
  readonly cost: number
  readonly patterns: readonly Pattern[]
}

/** Throws a `SyntaxError` with a readable message where an expression uses something unavailable. */
export function readExpression(root: Node, path: string): Reading {
  const patterns: Pattern[] = []

  function costOf(node: Node): number {
    switch (node.op) {
      case 'value':
      case 'id':
        return 1
      case '.':
        return 1 + costOf(node.args[0])
      case '!_':
      case '-_':
        return 1 + costOf(node.args)
      case 'list':
        return 1 + sum(node.args)
      case 'call':
        return costOfFunction(node.args[0]) + sum(node.args[1])
      case 'rcall':
        return costOfMethod(node)
      case '.?':
      case '[]':
      case '[?]':
      case 'map':
        throw new SyntaxError(`cannot use ${node.op === 'map' ? '{…}' : node.op}`)
      default:
        return 1 + sum(node.args)
    }
  }

  function sum(nodes: readonly Node[]): number {
    return nodes.reduce((total, node) => total + costOf(node), 0)
  }

  function costOfMethod(call: Extract<Node, { op: 'rcall' }>): number {
    const [name, receiver, parameters] = call.args
    if (macros.has(name)) {
      const [, body] = parameters
      return costOf(receiver) + lengthOf(receiver) * (1 + (body ? costOf(body) : 0))
    }
    const cost = costOfFunction(name) + costOf(receiver) + sum(parameters)
    if (name === 'matches') {
      const [pattern] = parameters
      if (pattern?.op !== 'value' || typeof pattern.args !== 'string') {
        throw new SyntaxError('needs a text in quotes as the pattern of matches()')
      }
      patterns.push({ pattern: pattern.args, path })
      renameMethod(call, linearMatch)
    }
    return cost
  }

  return { cost: costOf(root), patterns }
}

function costOfFunction(name: string): number {
  const cost = Object.hasOwn(functionCost, name) ? functionCost[name] : undefined
  if (cost === undefined) {
    const available = [...Object.keys(functionCost), ...macros].join(', ')
    throw new SyntaxError(`cannot use ${name}(); there are ${available}`)
  }
  return cost
}

function lengthOf(node: Node): number {
  switch (node.op) {
    case 'list':
      return node.args.length
    case '+':
      return lengthOf(node.args[0]) + lengthOf(node.args[1])
    case '?:':
      return Math.max(lengthOf(node.args[1]), lengthOf(node.args[2]))
    case 'rcall':
      return lengthOf(node.args[1])
    default:
      return listLength
  }
}
