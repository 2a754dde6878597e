import { describe, expect, it } from 'vitest'
import { assertion, createCompiler, type Instruction, op } from '../../src/search/regex/re2js.ts'

function compile(...patterns: string[]) {
  const compiler = createCompiler()
  for (const pattern of patterns) compiler.add(pattern)
  return compiler.compile()
}

/** The instructions of a pattern, without the unreachable one that stands first. */
function instructionsOf(pattern: string): readonly Instruction[] {
  return compile(pattern).instructions.slice(1)
}

function problemOf(pattern: string): unknown {
  try {
    compile(pattern)
  } catch (error) {
    return error
  }
  return null
}

const lastRune = 0x10_ff_ff

describe('what our automaton reads of re2js', () => {
  it('is an opcode for each kind of instruction', () => {
    const codesOf = (pattern: string) => compile(pattern).instructions.map((one) => one.op)
    expect(codesOf('a')).toEqual([op.fail, op.oneRune, op.match])
    expect(codesOf('[abx]')).toEqual([op.fail, op.rune, op.match])
    expect(codesOf('(?i)k')).toEqual([op.fail, op.rune, op.match])
    expect(codesOf('.')).toEqual([op.fail, op.anyRuneButNewline, op.match])
    expect(codesOf('(?s:.)')).toEqual([op.fail, op.anyRune, op.match])
    expect(codesOf('a*')).toEqual([op.fail, op.oneRune, op.alternative, op.match])
    expect(codesOf('(a)')).toEqual([op.fail, op.capture, op.oneRune, op.capture, op.match])
    expect(codesOf('(?:a|)')).toEqual([op.fail, op.oneRune, op.nothing, op.alternative, op.match])
    expect(codesOf('^a')).toEqual([op.fail, op.assertion, op.oneRune, op.match])
  })

  it('knows no opcode beyond ours in anything that the dialect has', () => {
    const pattern = String.raw`(?i)^(a|b?)*?[^x]{2,3}(?P<n>\pL+)(?s:.)\b\B\A.(?m:^$)\z|[[:digit:]]\Qz.\E|`
    const known = new Set<number>(Object.values(op))
    const patterns = [pattern, String.raw`(?U)a+\D\W\S`]
    const codes = compile(...patterns).instructions.map((one) => one.op)
    expect(codes.length).toBeGreaterThan(30)
    expect(codes.filter((code) => !known.has(code))).toEqual([])
  })

  it('is where an instruction leads, by number', () => {
    // fail, x, y, either of the two, match
    const { instructions, start } = compile('xx|yy')
    const fork = instructions[start]!
    expect(fork.op).toBe(op.alternative)
    const afterTwo = (pc: number, rune: number) => {
      const first = instructions[pc]!
      const second = instructions[first.out]!
      expect([first, second].map(({ runes }) => [...runes])).toEqual([[rune], [rune]])
      return instructions[second.out]!.op
    }
    expect(afterTwo(fork.out, 120)).toBe(op.match)
    expect(afterTwo(fork.arg, 121)).toBe(op.match)
  })

  it('is the place of a pattern as the argument of its match', () => {
    const matches = compile('a', 'b+', '').instructions.filter((one) => one.op === op.match)
    expect(matches.map(({ arg }) => arg)).toEqual([0, 1, 2])
  })

  it.each([
    ['(?m)^', assertion.beginLine],
    ['(?m)$', assertion.endLine],
    ['^', assertion.beginText],
    [String.raw`\A`, assertion.beginText],
    ['$', assertion.endText],
    [String.raw`\z`, assertion.endText],
    [String.raw`\b`, assertion.wordBoundary],
    [String.raw`\B`, assertion.noWordBoundary],
  ])('is the bit of the assertion %s', (pattern, bit) => {
    expect(instructionsOf(pattern)[0]).toMatchObject({ op: op.assertion, arg: bit })
  })

  it.each([
    ['[a-cx]', 'abcx', 'wyzA'],
    ['[^a]', 'bA1é😀', 'a'],
    ['(?i)k', 'kK\u212a', 'jl'],
    ['(?i)[x-z]', 'xyzXYZ', 'wW'],
    [String.raw`\pL`, 'aéΩ', '1.😀'],
  ])('is whether an instruction of %s takes a rune', (pattern, taken, left) => {
    const [instruction] = instructionsOf(pattern)
    const takes = (letter: string) => instruction!.matchRune(letter.codePointAt(0)!)
    expect(Array.from(taken).filter((letter) => !takes(letter))).toEqual([])
    expect(Array.from(left).filter(takes)).toEqual([])
  })

  it('is a set of runes and a folding that together say what is taken', () => {
    const [plain] = instructionsOf('k')
    const [folded] = instructionsOf('(?i)k')
    expect(plain!.runes).toBeInstanceOf(Int32Array)
    expect(plain!.arg).not.toBe(folded!.arg)
  })

  it('is classes of runes, cut wherever any instruction could tell two runes apart', () => {
    const bounds = (pattern: string) => [...compile(pattern).classes.classBounds]
    expect(bounds('[b-d]')).toEqual([98, 101])
    expect(bounds('(?i)k')).toEqual([75, 76, 107, 108, 0x21_2a, 0x21_2b])
    expect(bounds('.')).toEqual([10, 11])
    expect(bounds('(?s).')).toEqual([])
    expect(bounds('(?m)^')).toEqual([10, 11])
    expect(bounds(String.raw`\b`)).toEqual([48, 58, 65, 91, 95, 96, 97, 123])
  })

  it('is the number of a class for every rune, counted from the bounds', () => {
    const { classes } = compile(String.raw`(?i)[b-d]k\b`, 'é|Ω', '😀')
    const bounds = [...classes.classBounds]
    expect(bounds).toEqual(bounds.toSorted((one, other) => one - other))
    for (const rune of [0, ...bounds.flatMap((one) => [one - 1, one, one + 1]), lastRune]) {
      expect(classes.runeClass(rune)).toBe(bounds.filter((bound) => bound <= rune).length)
    }
  })

  it.each([
    ['(a', 'missing closing ): `(a`'],
    ['(?=x)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?<!x)', 'invalid named capture: `(?<!x)`'],
    [String.raw`\1`, String.raw`invalid escape sequence: ${'`'}\1${'`'}`],
  ])('is a message without the prefix for %s', (pattern, message) => {
    expect(problemOf(pattern)).toEqual(new SyntaxError(message))
  })
})
