import { compileToken, compileValue, type Read, type Scope } from './expressions.ts'
import { assignedBy, childrenOf, type Part, partOf, type Template } from './liquid.ts'
import type { RenderState } from './state.ts'
import { isEqual, isTruthy, toList, toNumber, toText } from './values.ts'

/** Whether a loop continues after a part of its body. */
type Flow = 'next' | 'break' | 'continue'

/** Throws a TemplateLimit when it does too much. */
export type Node = (state: RenderState) => Flow

type PartOf<K extends Part['kind']> = Extract<Part, { readonly kind: K }>

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

function compileNode(template: Template, scope: Scope): Node | null {
  const part = partOf(template)
  switch (part.kind) {
    case 'text':
      return compileText(part.text)
    case 'output':
      return compileOutput(compileValue(part.value, scope))
    case 'if':
    case 'unless':
      return compileCondition(part, scope)
    case 'case':
      return compileCase(part, scope)
    case 'for':
      return compileFor(part, scope)
    case 'assign':
      return compileAssign(part, scope)
    case 'capture':
      return compileCapture(part, scope)
    case 'body':
      return compileNodes(part.body, scope)
    case 'break':
    case 'continue':
      return () => part.kind
    case 'nothing':
      return null
  }
  throw new SyntaxError(`${part.text} is not something that templates can use`)
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

/** `unless` negates only its first branch. */
function compileCondition(
  { kind, branches, otherwise }: PartOf<'if' | 'unless'>,
  scope: Scope,
): Node {
  const compiled = branches.map(({ value, body }, index) => {
    const read = compileValue(value, scope)
    const test =
      kind === 'if' || index > 0
        ? (state: RenderState) => isTruthy(read(state))
        : (state: RenderState) => !isTruthy(read(state))
    return { test, body: compileNodes(body, scope) }
  })
  const rest = compileNodes(otherwise, scope)
  return (state) => {
    for (const { test, body } of compiled) if (test(state)) return body(state)
    return rest(state)
  }
}

/** As in Liquid, every branch that lists the value is written, but none twice. */
function compileCase({ value, branches, otherwise }: PartOf<'case'>, scope: Scope): Node {
  const target = compileValue(value, scope)
  const cases = branches.map(({ values, body }) => ({
    values: values.map((token) => compileToken(token, scope)),
    body: compileNodes(body, scope),
  }))
  const rest = compileNodes(otherwise, scope)
  return (state) => {
    const wanted = target(state)
    let hit = false
    for (const { values, body } of cases) {
      if (!values.some((read) => isEqual(wanted, read(state)))) continue
      hit = true
      const flow = body(state)
      if (flow !== 'next') return flow
    }
    return hit ? 'next' : rest(state)
  }
}

function compileFor(part: PartOf<'for'>, scope: Scope): Node {
  const { reversed } = part
  const inner: Scope = { ...scope, loops: [...scope.loops, part.variable] }
  const collection = compileToken(part.collection, scope)
  const skip = part.offset && compileToken(part.offset, scope)
  const most = part.limit && compileToken(part.limit, scope)
  const body = compileNodes(part.body, inner)
  const otherwise = compileNodes(part.otherwise, scope)
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

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) || (typeof value === 'string' && value !== '') ? toList(value) : []
}

function compileAssign({ variable, value }: PartOf<'assign'>, scope: Scope): Node {
  const read = compileValue(value, scope)
  return (state) => {
    state.assigned.set(variable, read(state))
    return 'next'
  }
}

function compileCapture({ variable, body: templates }: PartOf<'capture'>, scope: Scope): Node {
  const body = compileNodes(templates, scope)
  return (state) => {
    const before = state.out
    state.out = ''
    const flow = body(state)
    state.assigned.set(variable, state.out)
    state.out = before
    return flow
  }
}

export function assignedNames(templates: readonly Template[]): ReadonlySet<string> {
  return new Set(
    templates.flatMap((template) => [
      ...assignedBy(template),
      ...assignedNames(childrenOf(template)),
    ]),
  )
}
