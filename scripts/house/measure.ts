import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { functionsOf } from './functions.ts'
import type { FunctionLength } from './functions.ts'
import { importsOf } from './tiers.ts'
import type { ImportingFile } from './tiers.ts'
import { wordProblems } from './words.ts'

export type SourceFile = {
  /** From the root, with slashes. */
  readonly path: string
  readonly lines: number
  /** Lines that hold nothing but a comment. */
  readonly comments: number
  readonly blank: number
  readonly functions: readonly FunctionLength[]
  /** Names that the vocabulary replaces, each in a sentence that says by what. */
  readonly words: readonly string[]
  /** Names of its values that other files may import. */
  readonly exports: readonly string[]
}

export type TestFile = {
  readonly path: string
  readonly lines: number
  readonly sleeps: number
}

/** Made by `npm run generate`. */
const generated = new Set(['src/http/documents/documents.ts', 'src/web/documents.ts'])
/** `vi.waitFor` gives up after a second, which is soon over on a busy machine. */
const sleeping =
  /\bvi\.wait(?:For|Until)\(|setTimeout\(\(\) => (?:resolve|done)\(|\bawait (?:sleep|wait|delay)\(|setTimeout\((?:resolve|done),|\bawait setTimeout\(/g
const exported = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm
/** The timer that waits, under another name. */
const renamedTimer = /import \{[^}]*\bsetTimeout as (\w+)[^}]*\} from '(?:node:)?timers\/promises'/
/** The one place where tests poll. */
const polling = 'test/support/until.ts'

/** Everything about the files of a checkout that a rule or the table in CONTRIBUTING speaks of. */
export function measureHouse(root: string): {
  /** The product and its pages. */
  sources: SourceFile[]
  /** Scripts, migrations, settings of tools, and JavaScript, where comments are types. */
  helpers: SourceFile[]
  tests: TestFile[]
  /** What files of tests import, those of the bench included. */
  testImports: ImportingFile[]
} {
  const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') })
  const tests = pathsOf(root, 'test/**/*.ts').map(read)
  return {
    sources: pathsOf(root, 'src/**/*.{ts,tsx}')
      .filter((path) => !generated.has(path))
      .map(read)
      .map(measureSource),
    helpers: ['{scripts,migrations}/**/*.{ts,js}', '{*,.*}.{ts,js}', 'src/**/*.js']
      .flatMap((pattern) => pathsOf(root, pattern))
      .map(read)
      .map(measureSource),
    // What is measured has to wait for what it measures.
    tests: tests.filter(({ path }) => !path.startsWith('test/bench/')).map(measureTest),
    testImports: tests.map(({ path, text }) => ({ path, imports: importsOf(path, text) })),
  }
}

function pathsOf(root: string, pattern: string): string[] {
  const paths = globSync(pattern, { cwd: root, exclude: (path) => path === 'node_modules' })
  return paths.map((path) => path.replaceAll('\\', '/')).toSorted()
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n')
}

function measureSource({ path, text }: { path: string; text: string }): SourceFile {
  const lines = linesOf(text)
  return {
    path,
    lines: lines.length,
    comments: lines.filter((line) => /^\s*(?:\/\/|\/\*|\*)/.test(line)).length,
    blank: lines.filter((line) => line.trim() === '').length,
    functions: functionsOf(text, path.endsWith('.tsx')),
    words: wordProblems(path, text),
    exports: [...text.matchAll(exported)].map(([, name]) => name!),
  }
}

function measureTest({ path, text }: { path: string; text: string }): TestFile {
  const sleeps = path === polling ? 0 : [...text.matchAll(sleeping)].length + renamedSleeps(text)
  return { path, lines: linesOf(text).length, sleeps }
}

function renamedSleeps(text: string): number {
  const [, name] = renamedTimer.exec(text) ?? []
  if (name === undefined || /^(?:sleep|wait|delay|setTimeout)$/.test(name)) return 0
  return [...text.matchAll(new RegExp(`\\bawait ${name}\\(`, 'g'))].length
}
