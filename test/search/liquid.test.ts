import { describe, expect, it } from 'vitest'
import {
  assignedBy,
  childrenOf,
  createParser,
  filtersOf,
  operandOf,
  operatorOf,
  partOf,
  postfixOf,
  type Template,
  textOf,
  type Token,
  type Value,
} from '../../src/search/templates/liquid.ts'

const parse = createParser({ upcase: (value) => value })

/** A token as it was read, in brackets where it has parts. */
function token(one: Token): unknown {
  const operator = operatorOf(one)
  if (operator !== null) return { operator }
  const operand = operandOf(one)
  switch (operand.kind) {
    case 'literal':
      return { literal: operand.name }
    case 'constant':
      return operand.value
    case 'range':
      return { range: [token(operand.low), token(operand.high)] }
    case 'access':
      return operand.keys.map(token)
    case 'word':
      return { word: operand.word }
    default:
      return { other: textOf(one) }
  }
}

function value(one: Value) {
  return postfixOf(one).map(token)
}

/** A template with all parts inside. */
function part(template: Template): unknown {
  const read = partOf(template)
  switch (read.kind) {
    case 'output':
      return { output: value(read.value) }
    case 'if':
    case 'unless':
      return {
        [read.kind]: read.branches.map((branch) => [value(branch.value), branch.body.map(part)]),
        otherwise: read.otherwise.map(part),
      }
    case 'case':
      return {
        case: value(read.value),
        branches: read.branches.map(({ values, body }) => [values.map(token), body.map(part)]),
        otherwise: read.otherwise.map(part),
      }
    case 'for':
      return {
        for: read.variable,
        in: token(read.collection),
        offset: read.offset && token(read.offset),
        limit: read.limit && token(read.limit),
        reversed: read.reversed,
        body: read.body.map(part),
        otherwise: read.otherwise.map(part),
      }
    case 'assign':
      return { assign: read.variable, value: value(read.value) }
    case 'capture':
      return { capture: read.variable, body: read.body.map(part) }
    case 'body':
      return read.body.map(part)
    case 'text':
      return read.text
    default:
      return { [read.kind]: true }
  }
}

const a = [{ word: 'a' }]

describe('what our renderer reads of liquidjs', () => {
  it.each([
    ['text', ['text']],
    ['{{ a }}', [{ output: [a] }]],
    [
      '{% if a %}x{% elsif 1 %}y{% else %}z{% endif %}',
      [
        {
          if: [
            [[a], ['x']],
            [[1], ['y']],
          ],
          otherwise: ['z'],
        },
      ],
    ],
    ['{% if a %}{% endif %}', [{ if: [[[a], []]], otherwise: [] }]],
    ['{% unless a %}x{% else %}y{% endunless %}', [{ unless: [[[a], ['x']]], otherwise: ['y'] }]],
    [
      '{% case a %}{% when 1, "b" or 3 %}x{% else %}y{% endcase %}',
      [{ case: [a], branches: [[[1, 'b', 3], ['x']]], otherwise: ['y'] }],
    ],
    [
      '{% for i in a limit: 2 offset: b reversed %}x{% break %}{% else %}y{% endfor %}',
      [
        {
          for: 'i',
          in: a,
          offset: [{ word: 'b' }],
          limit: 2,
          reversed: true,
          body: ['x', { break: true }],
          otherwise: ['y'],
        },
      ],
    ],
    [
      '{% for i in (1..a) %}{% continue %}{% endfor %}',
      [
        {
          for: 'i',
          in: { range: [1, a] },
          offset: null,
          limit: null,
          reversed: false,
          body: [{ continue: true }],
          otherwise: [],
        },
      ],
    ],
    ['{% assign v = a %}', [{ assign: 'v', value: [a] }]],
    ['{% capture v %}x{% endcapture %}', [{ capture: 'v', body: ['x'] }]],
    ['{% echo a %}{% echo %}', [{ output: [a] }, { nothing: true }]],
    ['{% liquid assign v = 1\n echo a %}', [[{ assign: 'v', value: [1] }, { output: [a] }]]],
    ['{% comment %}{{ a }}{% endcomment %}{% # a %}', [{ nothing: true }, { nothing: true }]],
  ])('is the parts of %s', (text, parts) => {
    expect(parse(text).map(part)).toEqual(parts)
  })

  it.each([
    ['true', [{ literal: 'true' }]],
    ['nil', [{ literal: 'nil' }]],
    ['blank', [{ literal: 'blank' }]],
    ['-1.5', [-1.5]],
    ["'it'", ['it']],
    ['a.b["c"][0][d]', [[{ word: 'a' }, { word: 'b' }, 'c', 0, [{ word: 'd' }]]]],
    ['"text".size', [{ other: '"text".size' }]],
    ['a == 1', [a, 1, { operator: '==' }]],
    ['a contains "b"', [a, 'b', { operator: 'contains' }]],
    ['not a', [a, { operator: 'not' }]],
    ['a and 1 < 2 or a', [a, 1, 2, { operator: '<' }, a, { operator: 'or' }, { operator: 'and' }]],
  ])('is %s with operators behind what they apply to', (text, postfix) => {
    expect(parse(`{{ ${text} }}`).map(part)).toEqual([{ output: postfix }])
  })

  it('is the filters of a value in order, and which parameters have a name', () => {
    const [output] = parse('{{ a | upcase: "b", a | upcase: size: 1 }}').map(partOf)
    expect(output?.kind).toBe('output')
    const filters = output?.kind === 'output' ? filtersOf(output.value) : []
    expect(
      filters.map(({ name, parameters }) => [name, parameters.map((one) => one && token(one))]),
    ).toEqual([
      ['upcase', ['b', a]],
      ['upcase', [null]],
    ])
  })

  it('is the names that tags assign to, with the parts that lie in each tag', () => {
    const names = (templates: readonly Template[]): string[] =>
      templates.flatMap((one) => [...assignedBy(one), ...names(childrenOf(one))])
    const text =
      '{% if a %}{% assign b = 1 %}{% else %}{% capture c %}{% assign d = 1 %}{% endcapture %}{% endif %}' +
      '{% unless a %}{% assign e = 1 %}{% endunless %}{% case a %}{% when 1 %}{% assign f = 1 %}{% endcase %}' +
      '{% for i in a %}{% assign g = 1 %}{% endfor %}{% liquid assign h = 1 %}'
    expect(names(parse(text))).toEqual('b c d e f g h'.split(' '))
  })

  it.each([
    ['{% include "a" %}', /tag "include" not found/],
    ['{{ a | downcase }}', /undefined filter: downcase/],
    ['{% if a %}', /not closed/],
    ['{{ }}', /invalid value expression/],
  ])('is a message for %s', (text, message) => {
    expect(() => parse(text)).toThrow(SyntaxError)
    expect(() => parse(text)).toThrow(message)
  })
})
