import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typesOf } from '../support/openapi-typescript/types.ts'

const names = ['openapi.json', 'openapi-rest.json']
const read = (name: string): Promise<string> =>
  readFile(new URL(`../../schema/${name}`, import.meta.url), 'utf8')
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

describe.each(names)('%s', (name) => {
  async function problemsOf(source: string): Promise<string[]> {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source, absoluteRef: `/${name}`, config })
    return problems.map(
      ({ ruleId, severity, message, location }) =>
        `${severity} ${ruleId}: ${message} ${location.map(({ pointer }) => pointer).join(' ')}`,
    )
  }

  it('keeps the recommended rules of a linter', async () => {
    expect(await problemsOf(await read(name))).toEqual([])
  })

  it('would not keep them without an operation id', async () => {
    const broken = (await read(name)).replace(/"operationId": "[^"]+",/, '')
    expect((await problemsOf(broken)).length).toBeGreaterThan(0)
  })
})

describe('a client made from the documents', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openapi-client-'))
    for (const name of names) {
      await writeFile(join(folder, name.replace('.json', '.d.ts')), await typesOf(await read(name)))
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** What the compiler says of code that uses the generated types. */
  async function compile(code: string): Promise<string> {
    const head = `import type { paths as Api } from './openapi.js'
import type { paths as Rest } from './openapi-rest.js'
type Body = Api['/api/v1/user']['post']['requestBody']['content']['application/json']
type History = Api['/Service/History']['get']['responses'][200]['content']['application/json']
type RestUser = Rest['/create-user']['post']['requestBody']
type RestItems = Rest['/items']['get']['responses'][200]['content']['application/json']
`
    const file = join(folder, 'client.ts')
    await writeFile(file, `${head}${code}\n`)
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--types',
      '',
    ]
    const run = promisify(execFile)(process.execPath, [tsc, ...options, file])
    return run.then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    )
  }

  it.each([
    [
      'a configuration with sources',
      `export const body: Body = { config: { sources: [{ type: 'stremio', url: 'https://addon.example/manifest.json' }] }, password: 'long enough' }`,
    ],
    ['an empty configuration', `export const body: Body = { config: {}, password: 'long enough' }`],
    [
      'the same over the paths of GraphQL',
      `export const body: NonNullable<RestUser>['content']['application/json'] = { config: { sources: [{ type: 'stremio', url: 'x' }] }, password: 'long enough' }`,
    ],
    [
      'the answer of the history',
      `export const first = (history: History): string | undefined => history.items[0]?.itemKey`,
    ],
    [
      'a list of titles',
      `export const names = (items: RestItems) => items.nodes?.map(({ name }) => name.length)`,
    ],
  ])('compiles %s', async (_what, code) => {
    expect(await compile(code)).toBe('')
  })

  it.each([
    [
      'sources that are text',
      `export const body: Body = { config: { sources: 'x' }, password: '' }`,
    ],
    ['no password', `export const body: Body = { config: {} }`],
    [
      'a field that there is not',
      `export const first = (history: History) => history.items[0]?.nothing`,
    ],
  ])('refuses %s', async (_what, code) => {
    expect(await compile(code)).toMatch(/error TS/)
  })
})
