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
  LiquidTag,
  Output,
  type Template,
  TypeGuards,
  UnlessTag,
  Value,
} from 'liquidjs'
import { compileToken, compileValue, type Read, type Scope } from './expressions.ts'
import type { RenderState } from './state.ts'
import { isEqual, isTruthy, toList, toNumber, toText } from './values.ts'

/** Whether a loop goes on after a part of its body. */
type Flow = 'next' | 'break' | 'continue'

/** Writes a part of a template. Throws a TemplateLimit when that is too much. */
export type Node = (state: RenderState) => Flow

/** Compiles parsed templates. Throws a `SyntaxError` that says what cannot be used. */
export function compileNodes(templates: readonly Template[], scope: Scope): Node {
  const nodes = templates.flatMap((template) => compileNode(template, scope) ?? [])
  return (state) => {
    for (const node of nodes) {
      state.spend(1)
      const flow = node(state)
      if (flow !== 'next') return flow
    }
    return 'next'
  }
}

/** Null for what writes nothing. */
function compileNode(template: Template, scope: Scope): Node | null {
  if (TypeGuards.isHTMLToken(template.token)) return compileText(template.token.getContent())
  if (template instanceof Output) return compileOutput(compileValue(template.value, scope))
  if (template instanceof IfTag) return compileIf(template, scope)
  if (template instanceof UnlessTag) return compileUnless(template, scope)
  if (template instanceof CaseTag) return compileCase(template, scope)
  if (template instanceof ForTag) return compileFor(template, scope)
  if (template instanceof AssignTag) return compileAssign(template, scope)
  if (template instanceof CaptureTag) return compileCapture(template, scope)
  if (template instanceof EchoTag) return compileEcho(template, scope)
  if (template instanceof LiquidTag) return compileNodes(template.templates, scope)
  if (template instanceof BreakTag) return () => 'break'
  if (template instanceof ContinueTag) return () => 'continue'
  if (template instanceof CommentTag || template instanceof InlineCommentTag) return null
  throw new SyntaxError(`${template.token.getText()} is not something that templates can use`)
}

function compileText(text: string): Node {
  return (state) => {
    state.write(text)
    return 'next'
  }
}

function compileOutput(read: Read): Node {
  return (state) => {
    state.write(toText(read(state)))
    return 'next'
  }
}

type Branch = { readonly test: Read; readonly body: Node }

function compileBranches(branches: readonly Branch[], otherwise: Node): Node {
  return (state) => {
    for (const { test, body } of branches) if (test(state) === true) return body(state)
    return otherwise(state)
  }
}

function compileIf({ branches, elseTemplates }: IfTag, scope: Scope): Node {
  return compileBranches(
    branches.map(({ value, templates }) => {
      const read = compileValue(value, scope)
      return { test: (state) => isTruthy(read(state)), body: compileNodes(templates, scope) }
    }),
    compileNodes(elseTemplates ?? [], scope),
  )
}

/** The first branch wants its value to be false, those of `elsif` to be true. */
function compileUnless({ branches, elseTemplates }: UnlessTag, scope: Scope): Node {
  return compileBranches(
    branches.map(({ value, templates }, index) => {
      const read = compileValue(value, scope)
      return {
        test: (state) => isTruthy(read(state)) === index > 0,
        body: compileNodes(templates, scope),
      }
    }),
    compileNodes(elseTemplates, scope),
  )
}

/** As in Liquid, every branch that lists the value is written; the same branch more than once where it lists it twice never happens. */
function compileCase({ value, branches, elseTemplates }: CaseTag, scope: Scope): Node {
  const target = compileValue(value, scope)
  const cases = branches.map(({ values, templates }) => ({
    values: values.map((token) => compileToken(token, scope)),
    body: compileNodes(templates, scope),
  }))
  const otherwise = compileNodes(elseTemplates, scope)
  return (state) => {
    const wanted = target(state)
    let hit = false
    for (const { values, body } of cases) {
      if (!values.some((read) => isEqual(wanted, read(state)))) continue
      hit = true
      const flow = body(state)
      if (flow !== 'next') return flow
    }
    return hit ? 'next' : otherwise(state)
  }
}

function compileFor(tag: ForTag, scope: Scope): Node {
  const inner: Scope = { ...scope, loops: [...scope.loops, tag.variable] }
  const collection = compileToken(tag.collection, scope)
  const { offset, limit } = tag.hash.hash
  const skip = offset ? compileToken(offset, scope) : null
  const most = limit ? compileToken(limit, scope) : null
  const reversed = 'reversed' in tag.hash.hash
  const body = compileNodes(tag.templates, inner)
  const otherwise = compileNodes(tag.elseTemplates, scope)
  const depth = scope.loops.length

  return (state) => {
    let items = itemsOf(collection(state))
    if (items.length === 0) return otherwise(state)
    if (skip) items = items.slice(toNumber(skip(state)))
    if (most) items = items.slice(0, toNumber(most(state)))
    if (reversed) items = items.toReversed()
    const loop = { index: 0, length: items.length }
    state.loops[depth] = loop
    for (const item of items) {
      state.items[depth] = item
      state.spend(1)
      if (body(state) === 'break') break
      loop.index++
    }
    return 'next'
  }
}

/** Loops walk over lists and take a text for one item; there is nothing to walk over in anything else. */
function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) || (typeof value === 'string' && value !== '') ? toList(value) : []
}

function compileAssign(tag: AssignTag, scope: Scope): Node {
  const [value] = tag.arguments()
  const read = compileValue(value as Value, scope)
  const [name] = assignedBy(tag)
  return (state) => {
    state.assigned.set(name!, read(state))
    return 'next'
  }
}

function compileCapture(tag: CaptureTag, scope: Scope): Node {
  const body = compileNodes(tag.templates, scope)
  return (state) => {
    const before = state.out
    state.out = ''
    const flow = body(state)
    state.assigned.set(tag.variable, state.out)
    state.out = before
    return flow
  }
}

function compileEcho(tag: EchoTag, scope: Scope): Node | null {
  const [value] = tag.arguments()
  return value instanceof Value ? compileOutput(compileValue(value, scope)) : null
}

/** Names that a template assigns to, its parts included. */
export function assignedNames(templates: readonly Template[]): ReadonlySet<string> {
  return new Set(
    templates.flatMap((template) => [
      ...assignedBy(template),
      ...assignedNames(childrenOf(template)),
    ]),
  )
}

function assignedBy(template: Template): string[] {
  return Array.from(template.localScope?.() ?? [], ({ content }) => content)
}

/** The library finds parts with a generator that hands them over when it ends; none of our tags waits for anything on the way. */
function childrenOf(template: Template): readonly Template[] {
  const { value } = template.children?.(false, true).next() ?? {}
  return Array.isArray(value) ? value : []
}
