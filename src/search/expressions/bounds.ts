import { PlanProblem } from '../plan-problem.ts'
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

/** Throws a PlanProblem where an expression uses something unavailable. */
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
        return costOfFunction(node.args[0], path) + sum(node.args[1])
      case 'rcall':
        return costOfMethod(node)
      case '.?':
      case '[]':
      case '[?]':
      case 'map':
        throw new PlanProblem(path, 'EXPRESSION_CANNOT_USE', {
          used: node.op === 'map' ? '{…}' : node.op,
        })
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
    const cost = costOfFunction(name, path) + costOf(receiver) + sum(parameters)
    if (name === 'matches') {
      const [pattern] = parameters
      if (pattern?.op !== 'value' || typeof pattern.args !== 'string') {
        throw new PlanProblem(path, 'EXPRESSION_PATTERN')
      }
      patterns.push({ pattern: pattern.args, path })
      renameMethod(call, linearMatch)
    }
    return cost
  }

  return { cost: costOf(root), patterns }
}

function costOfFunction(name: string, path: string): number {
  const cost = Object.hasOwn(functionCost, name) ? functionCost[name] : undefined
  if (cost === undefined) {
    const known = [...Object.keys(functionCost), ...macros].join(', ')
    throw new PlanProblem(path, 'EXPRESSION_FUNCTION', { name, known })
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
