import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { functionsOf } from '../../scripts/house/functions.ts'
import { excesses, problemsOf, stalePins } from '../../scripts/house/limits.ts'
import { measureHouse } from '../../scripts/house/measure.ts'
import { staleRows } from '../../scripts/house/table.ts'
import type { House } from '../../scripts/house/limits.ts'
import type { SourceFile, TestFile } from '../../scripts/house/measure.ts'

const noPins = { functions: {}, tests: {}, sleeps: {}, names: {}, commentShare: 0 }

function source(values: Partial<SourceFile> = {}): SourceFile {
  return {
    path: 'src/a.ts',
    lines: 100,
    comments: 3,
    blank: 0,
    functions: [],
    words: [],
    exports: [],
    ...values,
  }
}

function test(values: Partial<TestFile> = {}): TestFile {
  return { path: 'test/a.test.ts', lines: 100, sleeps: 0, ...values }
}

function house({ sources = [], helpers = [], tests = [] }: Partial<House> = {}): House {
  return { sources: [source(), ...sources], helpers, tests, testImports: [] }
}

const long = (lines: number, isFactory = false) =>
  source({ functions: [{ name: 'long', line: 1, lines, isFactory }] })

const exporting = (name: string) => source({ path: `src/${name}.ts`, exports: ['read'] })

describe('Lengths of functions', () => {
  it('are counted from the first line to the last, by name, those of classes and their methods too', () => {
    const text = `// é\nexport const a = () => ({\n  b: 1,\n})\n\nclass C {\n  private d = function () {\n  }\n  constructor() {\n  }\n  e() {\n  }\n  get f() {\n    return 1\n  }\n}\n`
    expect(functionsOf(text)).toEqual([
      { name: 'a', line: 2, lines: 3, isFactory: true },
      { name: 'C', line: 6, lines: 11, isFactory: true },
      { name: 'd', line: 7, lines: 2, isFactory: false },
      { name: 'constructor', line: 9, lines: 2, isFactory: false },
      { name: 'e', line: 11, lines: 2, isFactory: false },
      { name: 'f', line: 13, lines: 3, isFactory: false },
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
    ['a function of 81 lines', { sources: [long(81)] }],
    ['a factory of 151 lines', { sources: [long(151, true)] }],
    ['a function of 81 lines in a script', { helpers: [long(81)] }],
    ['a file of tests with 301 lines', { tests: [test({ lines: 301 })] }],
    ['a test that sleeps', { tests: [test({ sleeps: 1 })] }],
    ['two files that export the same name', { sources: [exporting('a'), exporting('b')] }],
    ['six comments in a hundred lines', { sources: [source({ comments: 9 })] }],
  ])('refuse %s', (_what, found: Partial<House>) => {
    expect(problemsOf(excesses(house(found)), noPins)).toHaveLength(1)
  })

  it.each([
    ['a function of 80 lines', { sources: [long(80)] }],
    ['a factory of 150 lines', { sources: [long(150, true)] }],
    ['a file that exports a name twice', { sources: [source({ exports: ['read', 'read'] })] }],
    ['the same name in the pages', { sources: [exporting('a'), exporting('web/b')] }],
    ['a file of tests with 300 lines', { tests: [test({ lines: 300 })] }],
  ])('allow %s', (_what, found: Partial<House>) => {
    expect(problemsOf(excesses(house(found)), noPins)).toEqual([])
  })

  it('let what is pinned shrink and not grow', () => {
    const pins = { ...noPins, functions: { long: 100 } }
    expect(problemsOf(excesses(house({ sources: [long(100)] })), pins)).toEqual([])
    expect(problemsOf(excesses(house({ sources: [long(101)] })), pins)).toEqual([
      expect.stringContaining('more than its 100'),
    ])
  })

  it('refuse pins that are no longer true', () => {
    const pins = { ...noPins, functions: { long: 100 }, names: { read: 2 } }
    const named = { sources: [long(100), exporting('a'), exporting('b')] }
    expect(stalePins(excesses(house(named)), pins)).toEqual([])
    expect(stalePins(excesses(house({ sources: [long(90), exporting('a')] })), pins)).toEqual([
      expect.stringContaining('says 100 for long in functions; it is 90'),
      expect.stringContaining('says 2 for read in names; it is within the limit'),
    ])
  })
})

describe('A checkout', () => {
  function measured(files: Readonly<Record<string, string>>): House {
    const root = mkdtempSync(join(tmpdir(), 'house-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return measureHouse(root)
  }

  const text = 'export function a() {\n  return 1\n}\n'

  it('is its code, its pages, and what stands beside them', () => {
    const { sources, helpers } = measured({
      'src/a.ts': text,
      'src/web/page.tsx': 'export const Page = () => (\n  <b>1</b>\n)\n',
      'scripts/b.ts': text,
      'migrations/0001.ts': text,
      'src/start.js': text,
      '.rules.js': text,
      'tool.config.ts': text,
    })
    expect(sources.map(({ path }) => path)).toEqual(['src/a.ts', 'src/web/page.tsx'])
    expect(sources[1]!.functions).toMatchObject([{ name: 'Page', lines: 3 }])
    expect(helpers.map(({ path }) => path).toSorted()).toEqual([
      '.rules.js',
      'migrations/0001.ts',
      'scripts/b.ts',
      'src/start.js',
      'tool.config.ts',
    ])
  })

  it.each([
    'await new Promise((resolve) => TIMER(resolve, 500))',
    'return new Promise((resolve) => {\n  TIMER(() => resolve(1), 100)\n})',
    'await nap(5)',
    'await VI.waitFor(() => expect(a).toBe(1))',
    'await VI.waitUntil(isDone)',
    "import { setTimeout as pause } from 'node:timers/promises'\nawait pause(20)",
  ])('has a test that sleeps: %s', (line) => {
    // Written otherwise, this file would be such a test.
    const text = line.replace('TIMER', 'setTimeout').replace('nap', 'sleep').replace('VI', 'vi')
    expect(measured({ 'test/a.test.ts': text }).tests).toMatchObject([{ sleeps: 1 }])
  })

  it.each([
    ['function arrangeTitles() {}', 'arrangeTitles'],
    ['const { turns } = queue', 'turns'],
    ['export type KnownTitle = { id: string }', 'KnownTitle'],
    ['class A {\n  tellAll() {}\n}', 'tellAll'],
  ])('has a word that the vocabulary replaces: %s', (line, name) => {
    const [file] = measured({ 'src/a.ts': line }).sources
    expect(file!.words).toEqual([expect.stringContaining(`src/a.ts: `)])
    expect(file!.words[0]).toContain(name)
  })

  it.each([
    ['a property of a library', 'src/a.ts', 'const a = library.turn'],
    ['a column of a table', 'src/storage/history.ts', 'const row = { viewer: 1 }'],
    ['a word within another', 'src/a.ts', 'const stocking = intakeless'],
    ['the name of an idiom', 'src/a.ts', 'const singleFlight = createSingleFlight()'],
  ])('may have %s', (_what, path, line) => {
    expect(measured({ [path]: line }).sources[0]!.words).toEqual([])
  })

  it('has a test that polls', () => {
    const line = "await until('an end', isDone)\nawait expect.poll(() => a).toBe(1)\n"
    expect(measured({ 'test/a.test.ts': line }).tests).toMatchObject([{ sleeps: 0 }])
  })

  it('has tests of the bench, which may wait and start no programs either', () => {
    const bench = measured({ 'test/bench/a.test.ts': "import { b } from './b.ts'\n" })
    expect(bench.tests).toEqual([])
    expect(bench.testImports).toEqual([
      { path: 'test/bench/a.test.ts', imports: ['test/bench/b.ts'] },
    ])
  })
})

describe("The table of CONTRIBUTING's figures", () => {
  const table = ['| | before | now |', '|---|---|---|', '| files | 500 | 1000 |'].join('\n')

  it.each([951, 1_000, 1_049])('is true while files are %i', (files) => {
    expect(staleRows(table, { files })).toEqual([])
  })

  it.each([940, 1_060])('is refused once files are %i', (files) => {
    expect(staleRows(table, { files })).toEqual([
      `CONTRIBUTING.md says 1000 for "files"; it is ${files}`,
    ])
  })

  it('has to have every figure', () => {
    expect(staleRows(table, { sleeps: 0 })).toEqual(['CONTRIBUTING.md has no row "sleeps"'])
  })
})
