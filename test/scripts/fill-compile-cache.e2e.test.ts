import { execFile } from 'node:child_process'
import { cpSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { heapFlags, readBytes } from '../../src/config/memory.js'
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

/** The project's own files that the service loads at first use; the anime sample is for tests and the demonstration. */
function loadedLater(): string[] {
  return globSync('src/**/*.ts', { exclude: ['src/web/**'] })
    .flatMap((file) => {
      const imports = readFileSync(file, 'utf8').matchAll(/\bimport\('(\.[^']+\.ts)'\)/g)
      return [...imports].map(([, path]) => new URL(path!, pathToFileURL(file)).href)
    })
    .filter((url) => !url.endsWith('/src/anime/sample.ts'))
}

it(
  'an installation keeps compiled code of what is loaded at first use, too',
  { timeout: 60_000 },
  async () => {
    const [folder, temporary] = [temporaryFolder(), temporaryFolder()]
    const { stderr } = await run(script, folder, temporary)
    expect(stderr).toBe('')
    const later = loadedLater()
    expect(later.length).toBeGreaterThan(5)
    const hooks = new URL('../../src/own-imports.js', import.meta.url).href
    const loading = `
      for (const file of ${JSON.stringify(later)}) await import(file)
      console.log(process.moduleLoadList.filter((name) => name.includes('amaro')))`
    for (const ceiling of ['256mb', '640mb']) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          ...heapFlags(readBytes(ceiling)!),
          `--import=${hooks}`,
          '--input-type=module',
          '--eval',
          loading,
        ],
        { env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: folder } },
      )
      // Node's translator of types.
      expect({ ceiling, loaded: stdout.trim() }).toEqual({ ceiling, loaded: '[]' })
    }
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
