import { describe, expect, it } from 'vitest'
import {
  createLanguage,
  type Node,
  renameMethod,
  summaryOf,
} from '../../src/search/expressions/cel.ts'

function language() {
  return createLanguage()
    .registerVariable('a', 'string')
    .registerVariable('l', 'list<string>')
    .registerFunction('string.other(string): bool', (text: string, end: string) =>
      text.endsWith(end),
    )
}

/** Operators and operands, without the places. */
function tree(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tree)
  if (typeof node !== 'object' || node === null) return node
  const { op, args } = node as Node
  return { [op]: tree(args) }
}

function errorOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

const a = { id: 'a' }
const l = { id: 'l' }
const x = { id: 'x' }
const yes = { value: true }

describe('what our bounds read of cel-js', () => {
  it.each([
    ['"text"', { value: 'text' }],
    ['1', { value: 1n }],
    ['1.5', { value: 1.5 }],
    ['a', a],
    ['a.b', { '.': [a, 'b'] }],
    ['!a', { '!_': a }],
    ['-a', { '-_': a }],
    ['[a, 1]', { list: [a, { value: 1n }] }],
    ['a == a && a != a', { '&&': [{ '==': [a, a] }, { '!=': [a, a] }] }],
    ['a in l || true', { '||': [{ in: [a, l] }, yes] }],
    ['a ? a : l', { '?:': [a, a, l] }],
    ['l + l', { '+': [l, l] }],
    ['size(a)', { call: ['size', [a]] }],
    ['a.size()', { rcall: ['size', a, []] }],
    ['a.matches("x")', { rcall: ['matches', a, [{ value: 'x' }]] }],
    ['a[0]', { '[]': [a, { value: 0n }] }],
    ['{"b": a}', { map: [[{ value: 'b' }, a]] }],
    ['l.all(x, true)', { rcall: ['all', l, [x, yes]] }],
    ['l.exists(x, true)', { rcall: ['exists', l, [x, yes]] }],
    ['l.exists_one(x, true)', { rcall: ['exists_one', l, [x, yes]] }],
    ['l.filter(x, true)', { rcall: ['filter', l, [x, yes]] }],
    ['l.map(x, x)', { rcall: ['map', l, [x, x]] }],
  ])('is the tree of %s', (text, expected) => {
    expect(tree(language().parse(text).ast)).toEqual(expected)
  })

  it('is a method that can be renamed before the expression is checked', () => {
    const parsed = language().parse('a.matches("b$")')
    const { ast } = parsed
    expect(parsed({ a: 'ab' })).toBe(true)

    const renamed = language().parse('a.matches("b$")')
    expect(renamed.ast.op).toBe('rcall')
    if (renamed.ast.op === 'rcall') renameMethod(renamed.ast, 'other')
    expect(tree(renamed.ast)).toEqual({ rcall: ['other', a, [{ value: 'b$' }]] })
    expect(tree(ast)).toEqual({ rcall: ['matches', a, [{ value: 'b$' }]] })
    expect(renamed.check()).toMatchObject({ valid: true, type: 'bool' })
    expect([renamed({ a: 'ab' }), renamed({ a: 'ab$' })]).toEqual([false, true])
  })

  it('is a renamed method inside macros and other methods', () => {
    const parsed = language().parse('l.exists(x, !x.matches("b$"))')
    const body = parsed.ast.op === 'rcall' ? parsed.ast.args[2][1] : null
    const call = body?.op === '!_' ? body.args : null
    expect(call?.op).toBe('rcall')
    if (call?.op === 'rcall') renameMethod(call, 'other')
    expect(parsed.check()).toMatchObject({ valid: true, type: 'bool' })
    expect([parsed({ l: ['ab$', 'ab'] }), parsed({ l: ['ab$'] })]).toEqual([true, false])
  })

  it('is a type and an error of what was checked', () => {
    expect(language().parse('a').check()).toMatchObject({ valid: true, type: 'string' })
    const { valid, error } = language().parse('a == 1').check()
    expect(valid).toBe(false)
    expect(summaryOf(error)).toBe('no such overload: string == int')
  })

  it('is a summary in one line of what cannot be parsed', () => {
    expect(summaryOf(errorOf(() => language().parse('a +')))).toBe('Unexpected token: EOF')
    expect(summaryOf(new Error('other'))).toBe('Error: other')
  })

  it.each([
    ['nodes', Array.from({ length: 1_001 }, () => 'a').join('+')],
    ['levels', '('.repeat(61) + 'a' + ')'.repeat(61)],
    ['elements', `[${'a,'.repeat(200)}a]`],
    ['arguments', 'size(a, a, a, a, a)'],
  ])('is a bound for %s', (_, text) => {
    expect(errorOf(() => language().parse(text))).toMatchObject({
      summary: expect.stringMatching(/exceeded/i),
    })
  })
})
