import {
  AssignTag,
  BreakTag,
  CaptureTag,
  CaseTag,
  CommentTag,
  ContinueTag,
  EchoTag,
  ForTag,
  IfTag,
  InlineCommentTag,
  Liquid,
  LiquidError,
  LiquidTag,
  Output,
  type Template,
  type Token,
  TypeGuards,
  UnlessTag,
  Value,
} from 'liquidjs'

/** The only file that imports liquidjs: `test/search/liquid.test.ts` fails when the internals used here change. */

export type { Template, Token, Value }

type Branch = { readonly value: Value; readonly body: readonly Template[] }

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly value: Value }
  | {
      readonly kind: 'if' | 'unless'
      readonly branches: readonly Branch[]
      readonly otherwise: readonly Template[]
    }
  | {
      readonly kind: 'case'
      readonly value: Value
      readonly branches: readonly {
        readonly values: readonly Token[]
        readonly body: readonly Template[]
      }[]
      readonly otherwise: readonly Template[]
    }
  | {
      readonly kind: 'for'
      readonly variable: string
      readonly collection: Token
      readonly offset: Token | null
      readonly limit: Token | null
      readonly reversed: boolean
      readonly body: readonly Template[]
      readonly otherwise: readonly Template[]
    }
  | { readonly kind: 'assign'; readonly variable: string; readonly value: Value }
  | { readonly kind: 'capture'; readonly variable: string; readonly body: readonly Template[] }
  | { readonly kind: 'body'; readonly body: readonly Template[] }
  | { readonly kind: 'break' | 'continue' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'other'; readonly text: string }

export type Operand =
  | { readonly kind: 'literal'; readonly name: string }
  | { readonly kind: 'constant'; readonly value: string | number }
  | { readonly kind: 'range'; readonly low: Token; readonly high: Token }
  | { readonly kind: 'access'; readonly keys: readonly Token[] }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'other' }

const allowedTags = 'assign break capture case comment continue echo for if liquid unless #'

/** Accepts only these filters and the tags of `partOf`. Throws a `SyntaxError` that says what is wrong. */
export function createParser(
  filters: Readonly<Record<string, (value: unknown, ...parameters: unknown[]) => unknown>>,
): (text: string) => readonly Template[] {
  const engine = new Liquid({ strictFilters: true, ownPropertyOnly: true, templates: {} })
  const allowed = new Set(allowedTags.split(' '))
  for (const name of Object.keys(engine.tags)) if (!allowed.has(name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) delete engine.filters[name]
  for (const [name, filter] of Object.entries(filters)) engine.registerFilter(name, filter)
  return (text) => {
    try {
      return engine.parse(text)
    } catch (error) {
      throw LiquidError.is(error) ? new SyntaxError(error.message, { cause: error }) : error
    }
  }
}

export function partOf(template: Template): Part {
  if (TypeGuards.isHTMLToken(template.token)) {
    return { kind: 'text', text: template.token.getContent() }
  }
  if (template instanceof Output) return { kind: 'output', value: template.value }
  if (template instanceof IfTag) return conditionOf('if', template)
  if (template instanceof UnlessTag) return conditionOf('unless', template)
  if (template instanceof CaseTag) return caseOf(template)
  if (template instanceof ForTag) return loopOf(template)
  if (template instanceof AssignTag) return assignmentOf(template)
  if (template instanceof CaptureTag) {
    return { kind: 'capture', variable: template.variable, body: template.templates }
  }
  if (template instanceof EchoTag) return echoOf(template)
  if (template instanceof LiquidTag) return { kind: 'body', body: template.templates }
  if (template instanceof BreakTag) return { kind: 'break' }
  if (template instanceof ContinueTag) return { kind: 'continue' }
  if (template instanceof CommentTag || template instanceof InlineCommentTag) {
    return { kind: 'nothing' }
  }
  return { kind: 'other', text: template.token.getText() }
}

function conditionOf(kind: 'if' | 'unless', { branches, elseTemplates }: IfTag | UnlessTag): Part {
  const read = branches.map(({ value, templates }) => ({ value, body: templates }))
  return { kind, branches: read, otherwise: elseTemplates ?? [] }
}

function caseOf({ value, branches, elseTemplates }: CaseTag): Part {
  const read = branches.map(({ values, templates }) => ({ values, body: templates }))
  return { kind: 'case', value, branches: read, otherwise: elseTemplates }
}

function loopOf({ variable, collection, hash, templates, elseTemplates }: ForTag): Part {
  const { offset, limit } = hash.hash
  return {
    kind: 'for',
    variable,
    collection,
    offset: offset ?? null,
    limit: limit ?? null,
    reversed: 'reversed' in hash.hash,
    body: templates,
    otherwise: elseTemplates,
  }
}

function assignmentOf(tag: AssignTag): Part {
  const [value] = tag.arguments()
  const [variable] = assignedBy(tag)
  return { kind: 'assign', variable: variable!, value: value as Value }
}

function echoOf(tag: EchoTag): Part {
  const [value] = tag.arguments()
  return value instanceof Value ? { kind: 'output', value } : { kind: 'nothing' }
}

export function assignedBy(template: Template): string[] {
  return Array.from(template.localScope?.() ?? [], ({ content }) => content)
}

/** The library's generator returns the parts when it ends; none of our tags waits on the way. */
export function childrenOf(template: Template): readonly Template[] {
  const { value } = template.children?.(false, true).next() ?? {}
  return Array.isArray(value) ? value : []
}

export function postfixOf({ initial }: Value): readonly Token[] {
  return initial.postfix
}

/** Null: the token is an operand. */
export function operatorOf(token: Token): string | null {
  return TypeGuards.isOperatorToken(token) ? token.operator : null
}

export function filtersOf({ filters }: Value) {
  return filters.map(({ name, args }) => ({
    name,
    parameters: args.map((parameter) => (Array.isArray(parameter) ? null : parameter)),
  }))
}

export function operandOf(token: Token): Operand {
  if (TypeGuards.isLiteralToken(token)) return { kind: 'literal', name: token.literal }
  if (TypeGuards.isNumberToken(token) || TypeGuards.isQuotedToken(token)) {
    return { kind: 'constant', value: token.content }
  }
  if (TypeGuards.isRangeToken(token)) return { kind: 'range', low: token.lhs, high: token.rhs }
  if (TypeGuards.isPropertyAccessToken(token) && token.variable === undefined) {
    return { kind: 'access', keys: token.props }
  }
  return TypeGuards.isWordToken(token) ? { kind: 'word', word: token.content } : { kind: 'other' }
}

export function textOf(token: Token): string {
  return token.getText()
}
