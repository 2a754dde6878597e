import { parseSync } from '@swc/core'

export type FunctionLength = {
  readonly name: string
  /** Where it begins, from 1. */
  readonly line: number
  readonly lines: number
  /** Whether it makes functions and returns them together, as a class does. */
  readonly isFactory: boolean
}

type Node = { readonly type: string; readonly [key: string]: unknown }

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'MethodProperty',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'GetterProperty',
  'SetterProperty',
])

const classTypes = new Set(['ClassDeclaration', 'ClassExpression'])

/** Every function and class of a file with the lines from its first to its last, whatever is nested in it. `tsx`: it holds JSX. */
export function functionsOf(source: string, tsx = false): FunctionLength[] {
  const lineAt = lineFinder(source)
  const found: FunctionLength[] = []

  function visit(value: unknown, name: string | null): void {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const part of value) visit(part, null)
      return
    }
    const node = value as Node
    if ((functionTypes.has(node.type) && bodyOf(node) !== null) || classTypes.has(node.type)) {
      const { start, end } = node['span'] as { start: number; end: number }
      const line = lineAt(start)
      found.push({
        name: nameOf(node['identifier']) ?? nameOf(node['key']) ?? name ?? 'anonymous',
        line,
        lines: lineAt(end) - line + 1,
        isFactory: classTypes.has(node.type) || isFactory(node),
      })
    }
    const declared = nameOf(node['id']) ?? nameOf(node['key'])
    for (const [key, part] of Object.entries(node)) {
      if (key !== 'span') visit(part, key === 'init' || key === 'value' ? declared : null)
    }
  }

  visit(parseSync(source, { syntax: 'typescript', tsx }).body, null)
  return found
}

/** Null for a method that is only declared. */
function bodyOf(node: Node): unknown {
  const method = node['function'] as Node | undefined
  return (method ?? node)['body'] ?? null
}

function nameOf(value: unknown): string | null {
  const text = (value as { value?: unknown } | null | undefined)?.value
  return typeof text === 'string' ? text : null
}

/**
 * Its last statement returns an object or a list, and at least two functions are made directly in it; or it is nothing
 * but an object, such as the fields of a GraphQL type.
 */
function isFactory(node: Node): boolean {
  const body = node['body'] as Node | null
  if (body?.type === 'ParenthesisExpression') {
    return (body['expression'] as Node).type === 'ObjectExpression'
  }
  const statements = (body?.['stmts'] as Node[] | undefined) ?? []
  const last = statements.at(-1)
  if (last?.type !== 'ReturnStatement') return false
  const returned = last['argument'] as Node | null
  if (returned?.type !== 'ObjectExpression' && returned?.type !== 'ArrayExpression') return false
  const declared = statements.flatMap((statement) =>
    statement.type === 'VariableDeclaration'
      ? (statement['declarations'] as Node[]).map(({ init }) => init as Node | null)
      : [statement],
  )
  const methods = ((returned['properties'] ?? []) as Node[]).map((property) =>
    property.type === 'KeyValueProperty' ? (property['value'] as Node) : property,
  )
  return [...declared, ...methods].filter((part) => functionTypes.has(part?.type ?? '')).length >= 2
}

/** The parser counts bytes, from 1. */
function lineFinder(source: string): (position: number) => number {
  const bytes = Buffer.from(source)
  const ends: number[] = []
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) ends.push(at)
  return (position) => {
    const index = ends.findIndex((end) => end >= position - 1)
    return index < 0 ? ends.length + 1 : index + 1
  }
}
