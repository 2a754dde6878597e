import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { functionsOf } from './functions.ts'
import type { FunctionLength } from './functions.ts'

export type SourceFile = {
  /** From the root, with slashes. */
  readonly path: string
  readonly lines: number
  /** Lines that hold nothing but a comment. */
  readonly comments: number
  readonly blank: number
  readonly functions: readonly FunctionLength[]
}

export type TestFile = { readonly path: string; readonly lines: number; readonly sleeps: number }

/** Made by `npm run generate`. */
const generated = new Set(['src/http/documents/documents.ts'])
const sleeping =
  /\bawait (?:sleep|wait|delay)\(|setTimeout\((?:resolve|done)\b|\bawait setTimeout\(|\(\(?(?:resolve|done)\)? =>\s*setTimeout\(/g

/** Everything about the files of a checkout that a rule or the table in CONTRIBUTING speaks of. */
export function measureHouse(root: string): { sources: SourceFile[]; tests: TestFile[] } {
  const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') })
  return {
    sources: pathsOf(root, 'src/**/*.ts')
      .filter((path) => !generated.has(path))
      .map(read)
      .map(measureSource),
    // What is measured has to wait for what it measures.
    tests: pathsOf(root, 'test/**/*.ts')
      .filter((path) => !path.startsWith('test/bench/'))
      .map(read)
      .map(measureTest),
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
    functions: functionsOf(text),
  }
}

function measureTest({ path, text }: { path: string; text: string }): TestFile {
  return { path, lines: linesOf(text).length, sleeps: [...text.matchAll(sleeping)].length }
}
