import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const recorder = new URL('children/record-imports.js', import.meta.url).href
const ownImports = new URL('src/own-imports.js', root).href

/** Each of these loads much of the libraries; no one starts anything by being loaded. */
const entries = [
  'src/compose/service.ts',
  ...globSync('src/http/graphql/*.ts'),
  'src/search/plan.ts',
]
const loading = [
  ...entries.map((file) => `./${file}`),
  'better-sqlite3',
  'mysql2',
  'ioredis',
  'sharp',
]

/** By what is imported how and where. */
async function importsOf(hooks: readonly string[]): Promise<Record<string, string>> {
  const script = `for (const name of ${JSON.stringify(loading)}) await import(name)`
  const parameters = [
    ...hooks.map((hook) => `--import=${hook}`),
    '--input-type=module',
    '-e',
    script,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, parameters, {
    cwd: root,
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout) as Record<string, string>
}

it('every import means the file that Node would find, and one of the messages in 60 languages', async () => {
  const [shortened, plain] = await Promise.all([
    importsOf([ownImports, recorder]),
    importsOf([recorder]),
  ])
  expect(Object.keys(shortened).length).toBeGreaterThan(4_000)
  const expected = Object.entries(plain).map(([name, url]) => [
    name,
    name.startsWith('import ../locales/index.js from ') ? url.replace('index.js', 'en.js') : url,
  ])
  const known = new Map(expected as [string, string][])
  expect(shortened).toEqual(
    Object.fromEntries(Object.keys(shortened).map((name) => [name, known.get(name)])),
  )
})

it('few imports are looked for on the disk', async () => {
  const all = await importsOf([ownImports, recorder])
  // Of several hooks the last one is asked first.
  const passedOn = await importsOf([recorder, ownImports])
  expect(Object.keys(passedOn).length).toBeLessThan(Object.keys(all).length / 5)
})
