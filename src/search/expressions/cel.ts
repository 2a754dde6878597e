import { type ASTNode, Environment, type ParseResult } from '@marcbachmann/cel-js'

/** The only file that imports cel-js: `test/search/cel.test.ts` fails when the internals used here change. */

export type Node = ASTNode
export type { Environment, ParseResult }

export function createLanguage(): Environment {
  return new Environment({
    limits: { maxAstNodes: 1_000, maxDepth: 60, maxListElements: 200, maxCallArguments: 4 },
  })
}

export function renameMethod({ args }: Extract<Node, { op: 'rcall' }>, name: string): void {
  args[0] = name
}

export function summaryOf(error: unknown): string {
  const summary = (error as { readonly summary?: unknown } | null)?.summary
  return typeof summary === 'string' ? summary : String(error)
}
