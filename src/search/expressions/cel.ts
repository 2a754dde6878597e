import { type ASTNode, Environment, type ParseResult } from '@marcbachmann/cel-js'

/**
 * The only file that imports cel-js, which parses, checks and evaluates expressions. That a parsed expression can be changed before it is
 * checked is no promise of its own: `test/search/cel.test.ts` fails when this or the tree of an expression changes.
 */

/** A part of a parsed expression. */
export type Node = ASTNode
export type { Environment, ParseResult }

/** A language without variables or functions of ours. */
export function createLanguage(): Environment {
  return new Environment({
    limits: { maxAstNodes: 1_000, maxDepth: 60, maxListElements: 200, maxCallArguments: 4 },
  })
}

/** Has another method called. Only what was not checked or evaluated yet follows. */
export function renameMethod({ args }: Extract<Node, { op: 'rcall' }>, name: string): void {
  args[0] = name
}

/** What is wrong, in one line without the place. */
export function summaryOf(error: unknown): string {
  const summary = (error as { readonly summary?: unknown } | null)?.summary
  return typeof summary === 'string' ? summary : String(error)
}
