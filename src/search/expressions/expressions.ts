import type { MediaQuery, Stream } from '../../model/search-result.ts'
import { PlanProblem } from '../plan-problem.ts'
import { firstCommon, maskOf } from '../regex/pattern-bits.ts'
import { makeAll } from '../problems.ts'
import { createPatternSet } from '../regex/pattern-set.ts'
import type { Pattern } from '../regex/program.ts'
import { readExpression, type Reading } from './bounds.ts'
import { type Environment, type ParseResult, summaryOf } from './cel.ts'
import { createEnvironment } from './environment.ts'
import { StreamView } from './views.ts'

export type ExpressionText = { readonly expression: string; readonly path: string }

export type Expression = (stream: Stream, query: MediaQuery) => boolean

/** Evaluated nodes per stream, about 30 ns each, for all expressions together. */
const maxTotalCost = 4_000
/** A failure costs a hundred times an evaluation; after this many in one search the expression counts as false. */
const maxFailures = 20

/** Throws PlanProblems for expressions that are wrong, not boolean or too costly. */
export function compileExpressions(texts: readonly ExpressionText[]): Expression[] {
  let matches = (_text: string, _pattern: string) => false
  const environment = createEnvironment((text, pattern) => matches(text, pattern))
  const compiled = makeAll(texts.map((text) => () => compile(environment, text)))
  checkCost(compiled)
  const patterns = compiled.flatMap((one) => one.patterns)
  if (patterns.length > 0) matches = createMatcher(patterns)

  const view = new StreamView()
  return compiled.map(({ evaluate }) => toExpression(evaluate, view))
}

type Compiled = Reading & { readonly evaluate: ParseResult; readonly path: string }

function compile(environment: Environment, { expression, path }: ExpressionText): Compiled {
  const evaluate = parse(environment, expression, path)
  const reading = readExpression(evaluate.ast, path)
  const { valid, type, error } = evaluate.check()
  if (!valid) throw problem(path, error)
  if (type !== 'bool') {
    const code = type === 'type' ? 'EXPRESSION_NOT_BOOLEAN_TYPE' : 'EXPRESSION_NOT_BOOLEAN'
    throw new PlanProblem(path, code, { type: String(type) })
  }
  return { ...reading, evaluate, path }
}

function checkCost(expressions: readonly Compiled[]): void {
  let total = 0
  for (const { cost, path } of expressions) {
    total += cost
    if (total > maxTotalCost) {
      throw new PlanProblem(path, 'EXPRESSIONS_TOO_COSTLY')
    }
  }
}

function parse(environment: Environment, expression: string, path: string): ParseResult {
  try {
    return environment.parse(expression)
  } catch (error) {
    throw problem(path, error)
  }
}

function problem(path: string, error: unknown): PlanProblem {
  const text = summaryOf(error)
  // CEL reserves the name `type`.
  const isReserved = /overload\b.*\btype\b/.test(text)
  const code = isReserved ? 'EXPRESSION_INVALID_TYPE' : 'EXPRESSION_INVALID'
  return new PlanProblem(path, code, { problem: text })
}

/** Matches all patterns at once: expressions tend to ask for several on the same text. */
function createMatcher(patterns: readonly Pattern[]) {
  const set = createPatternSet(patterns)
  const masks = new Map(
    patterns.map(({ pattern }) => [
      pattern,
      maskOf(patterns.length, (index) => patterns[index]!.pattern === pattern),
    ]),
  )
  let lastText: string | null = null
  let bits: Int32Array = new Int32Array(0)
  return (text: string, pattern: string): boolean => {
    if (text !== lastText) {
      bits = set.match(text)
      lastText = text
    }
    return firstCommon(bits, masks.get(pattern)!) >= 0
  }
}

function toExpression(evaluate: ParseResult, view: StreamView): Expression {
  let failures = 0
  let failedIn: MediaQuery | null = null
  return (stream, query) => {
    if (failures >= maxFailures && failedIn === query) return false
    view.subject = stream
    view.query.subject = query
    try {
      return evaluate(view) === true
    } catch {
      failures = failedIn === query ? failures + 1 : 1
      failedIn = query
      return false
    }
  }
}
