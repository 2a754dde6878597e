import { describe, expect, it } from 'vitest'
import { importsOf, tierProblems } from '../../scripts/house/tiers.ts'

const file = (path: string, ...imports: readonly string[]) => ({ path, imports })
const browser = file('test/support/browser.ts', 'puppeteer-core')
const page = file('test/support/page.ts', browser.path)
// Not written out below, where it would count as an import of this file.
const quoted = "'node:child_process'"
const redis = file('test/support/redis.ts', 'node:child_process')

describe('What a file of tests imports', () => {
  it.each([
    ["import { a } from './b.ts'", ['test/x/b.ts']],
    ["import {\n  a,\n  type B,\n} from '../support/b.ts'\n", ['test/support/b.ts']],
    ["import a, { b } from 'puppeteer-core'", ['puppeteer-core']],
    ["import './b.ts'", ['test/x/b.ts']],
    ["export { a } from './b.ts'", ['test/x/b.ts']],
    [`  const { spawn } = await import(${quoted})`, ['node:child_process']],
    [`  const { spawn } = await import(\n    ${quoted}\n  )`, ['node:child_process']],
    [`  const { spawn } = await import(\n    ${quoted},\n  )`, ['node:child_process']],
    ["import a, { type B } from 'puppeteer-core'", ['puppeteer-core']],
    ["export * from './b.ts'", ['test/x/b.ts']],
    ["import { type A } from 'puppeteer-core'", []],
    ["import {\n  type A,\n  type B as C,\n} from 'puppeteer-core'", []],
    ["import { type A } from 'a'\nimport { b } from './b.ts'", ['test/x/b.ts']],
    ["export { type A } from './b.ts'", []],
    ["import type { A } from './b.ts'", []],
    ["import type {\n  A,\n} from 'puppeteer-core'", []],
    ["export type { A } from './b.ts'", []],
    ["import type { A } from 'a'\nimport { b } from './b.ts'", ['test/x/b.ts']],
  ])('is read from %j', (text, expected) => {
    expect(importsOf('test/x/a.test.ts', text)).toEqual(expected)
  })
})

describe('A test of `npm test`', () => {
  it.each(['puppeteer-core', 'node:child_process', 'child_process', 'node:cluster', 'cluster'])(
    'imports no %s',
    (module) => {
      expect(tierProblems([file('test/a.test.ts', 'vitest', module)])).toEqual([
        'test/a.test.ts may start programs through test/a.test.ts: name it *.e2e.test.ts',
      ])
    },
  )

  it('opens no browser through other files, however far away', () => {
    const tests = [file('test/a.test.ts', page.path), page, browser]
    expect(tierProblems(tests)).toEqual([
      'test/a.test.ts may start programs through test/support/browser.ts: name it *.e2e.test.ts',
    ])
  })

  it('may start what the service starts by itself', () => {
    const reader = file('src/reader.ts', 'node:child_process')
    expect(tierProblems([file('test/a.test.ts', reader.path)])).toEqual([])
  })

  it('may use a Redis of its own, and what starts nothing', () => {
    const tests = [file('test/a.test.ts', redis.path, 'node:http'), redis]
    expect(tierProblems(tests)).toEqual([])
  })
})

describe('An end-to-end test', () => {
  it('may start programs', () => {
    expect(tierProblems([file('test/a.e2e.test.ts', page.path), page, browser])).toEqual([])
  })

  it('is none where it starts no program', () => {
    expect(tierProblems([file('test/a.e2e.test.ts', redis.path), redis])).toEqual([
      'test/a.e2e.test.ts starts no program: name it without e2e, so that npm test runs it',
    ])
  })
})

describe('Any other test', () => {
  it.each(['test/a.fuzz.test.ts', 'test/a.heap.test.ts'])('opens no browser: %s', (path) => {
    expect(tierProblems([file(path, browser.path), browser])).toHaveLength(1)
  })

  it('is known also where files import each other', () => {
    const tests = [file('test/a.ts', 'test/b.ts'), file('test/b.ts', 'test/a.ts')]
    expect(tierProblems([file('test/c.test.ts', 'test/a.ts'), ...tests])).toEqual([])
  })
})
