import { execFile } from 'node:child_process'
import { cpSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { outsideHeap, translatorMegabytes } from '../support/process-memory.ts'
import { startServiceProcess, temporaryFolder } from '../support/service-process.ts'

const script = fileURLToPath(new URL('../../scripts/fill-compile-cache.js', import.meta.url))

function run(path: string, folder: string, temporary: string, settings = {}) {
  const { PATH } = process.env
  const env = { PATH, NODE_COMPILE_CACHE: folder, TMPDIR: temporary, ...settings }
  return promisify(execFile)(process.execPath, [path], { env })
}

it(
  'an installation keeps compiled code for every ceiling of memory, and nothing else',
  { timeout: 60_000 },
  async () => {
    const [folder, temporary] = [temporaryFolder(), temporaryFolder()]
    await run(script, folder, temporary)
    const files = readdirSync(folder, { recursive: true })
    expect(files.length).toBeGreaterThan(500)
    expect(readdirSync(temporary)).toEqual([])
    for (const ceiling of ['192mb', '256mb', '320mb', '512mb', '640mb', '2gb']) {
      const env = { NODE_COMPILE_CACHE: folder, MAX_MEMORY: ceiling }
      const outside = await outsideHeap(await startServiceProcess(env))
      expect({ ceiling, isLean: outside < translatorMegabytes }).toEqual({ ceiling, isLean: true })
    }
  },
)

/** The anime sample is for tests and the demonstration. */
const notOfService = ['src/web/', 'src/cli/', 'src/services/anime.ts']

/** The project's own files that are loaded at first use. */
function loadedLater(): string[] {
  const files = globSync('src/**/*.ts').filter(
    (file) => !notOfService.some((start) => file.startsWith(start)),
  )
  return files.flatMap((file) => {
    const imports = readFileSync(file, 'utf8').matchAll(/\bimport\('(\.[^']+\.ts)'\)/g)
    return [...imports].map(([, path]) => new URL(path!, pathToFileURL(file)).href)
  })
}

it(
  'an installation keeps compiled code of what is loaded at first use, too',
  { timeout: 60_000 },
  async () => {
    const [folder, temporary] = [temporaryFolder(), temporaryFolder()]
    await run(script, folder, temporary)
    const later = loadedLater()
    expect(later.length).toBeGreaterThan(5)
    const hooks = fileURLToPath(new URL('../../src/own-imports.js', import.meta.url))
    const loading = `
      for (const file of ${JSON.stringify(later)}) await import(file)
      console.log(process.moduleLoadList.filter((name) => name.includes('amaro')))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [`--import=${pathToFileURL(hooks).href}`, '--input-type=module', '--eval', loading],
      { env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: folder } },
    )
    // Node's translator of types.
    expect(stdout.trim()).toBe('[]')
  },
)

it('an installation succeeds where the service cannot start', async () => {
  const [folder, temporary, elsewhere] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
  const copy = join(elsewhere, 'scripts', 'fill-compile-cache.js')
  cpSync(script, copy)
  await run(copy, folder, temporary)
  expect(readdirSync(temporary)).toEqual([])
})

it('an installation for production keeps none of it', async () => {
  const [folder, temporary] = [temporaryFolder(), temporaryFolder()]
  await run(script, folder, temporary, { npm_config_omit: 'dev' })
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  // Node keeps the script itself.
  expect(files.filter((file) => file.isFile()).length).toBeLessThan(5)
})
