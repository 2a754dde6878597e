import { describe, expect, it } from 'vitest'
import { functionsOf } from '../../scripts/house/functions.ts'
import { excesses, problemsOf } from '../../scripts/house/limits.ts'
import type { SourceFile, TestFile } from '../../scripts/house/measure.ts'

const noPins = { functions: {}, tests: {}, sleeps: {}, commentShare: 0 }

function source(values: Partial<SourceFile> = {}): SourceFile {
  return { path: 'src/a.ts', lines: 100, comments: 3, blank: 0, functions: [], ...values }
}

function test(values: Partial<TestFile> = {}): TestFile {
  return { path: 'test/a.test.ts', lines: 100, sleeps: 0, ...values }
}

const long = (lines: number, isFactory = false) =>
  source({ functions: [{ name: 'long', line: 1, lines, isFactory }] })

describe('Lengths of functions', () => {
  it('are counted from the first line to the last, by name, whatever the letters are', () => {
    const text = `// é\nexport const a = () => ({\n  b: 1,\n})\n\nclass C {\n  private d = function () {\n  }\n}\n`
    expect(functionsOf(text)).toEqual([
      { name: 'a', line: 2, lines: 3, isFactory: true },
      { name: 'd', line: 7, lines: 2, isFactory: false },
    ])
  })

  it.each([
    ['functions and returns them', 'const a = () => 1\nfunction b() {}\nreturn { a, b }', true],
    ['methods where it returns them', 'return { a() {}, b: () => 1 }', true],
    ['one function', 'const a = () => 1\nreturn { a }', false],
    [
      'functions and returns something else',
      'const a = () => 1\nconst b = () => 2\nreturn a() + b()',
      false,
    ],
  ])('tell a factory, which makes %s', (_what, body, isFactory) => {
    expect(functionsOf(`function f() {\n${body}\n}`)[0]).toMatchObject({ name: 'f', isFactory })
  })
})

describe('The limits of the house', () => {
  it.each([
    ['a function of 81 lines', [long(81)], []],
    ['a factory of 151 lines', [long(151, true)], []],
    ['a file of tests with 301 lines', [], [test({ lines: 301 })]],
    ['a test that sleeps', [], [test({ sleeps: 1 })]],
    ['six comments in a hundred lines', [source({ comments: 6 })], []],
  ])('refuse %s', (_what, sources, tests) => {
    expect(problemsOf(excesses([source(), ...sources].slice(-1), tests), noPins)).toHaveLength(1)
  })

  it.each([
    ['a function of 80 lines', [long(80)], []],
    ['a factory of 150 lines', [long(150, true)], []],
    ['a file of tests with 300 lines', [], [test({ lines: 300 })]],
  ])('allow %s', (_what, sources, tests) => {
    expect(problemsOf(excesses([source(), ...sources], tests), noPins)).toEqual([])
  })

  it('let what is pinned shrink and not grow', () => {
    const pins = { ...noPins, functions: { long: 100 } }
    expect(problemsOf(excesses([long(100)], []), pins)).toEqual([])
    expect(problemsOf(excesses([long(101)], []), pins)).toEqual([
      expect.stringContaining('more than its 100'),
    ])
  })
})
