// As `npm ci` runs it: starts the service in a folder of its own and uses it, so that the first real start finds compiled code,
// and so does the first search. Plain JavaScript: the first installation may run on any Node. Where the service cannot start,
// nothing is kept.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// A production install stays small; its first start keeps the compiled code.
if ((process.env.npm_config_omit ?? '').includes('dev')) process.exit()

const patienceMs = 30_000
const start = fileURLToPath(new URL('../src/start.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'first-start-'))
const { PATH, NODE_COMPILE_CACHE } = process.env

/**
 * V8 compiles anew for other flags, and small ceilings have their own.
 * @param {string} ceiling
 */
function startOnce(ceiling) {
  const service = spawn(process.execPath, [start], {
    // Where no .env lies.
    cwd: folder,
    env: {
      PATH,
      ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      MAX_MEMORY: ceiling,
      ANIME_REFRESH: 'off',
      SKIP_SOURCES: 'off',
      FILLER_SOURCE: 'off',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  })
  service.stdout.on('data', (text) => {
    const [, address] = /listening on (http:\/\/[^\s"]+)/.exec(String(text)) ?? []
    // Compiled code is written when the process ends.
    if (address !== undefined) void useOnce(address).finally(() => service.kill('SIGTERM'))
  })
  return new Promise((resolve) => service.on('error', resolve).on('close', resolve))
}

/**
 * What is loaded at first use: the compilers of rules, passwords and GraphQL.
 * @param {string} address
 */
async function useOnce(address) {
  const password = 'of the first start'
  const headers = { 'content-type': 'application/json' }
  /**
   * @param {string} path
   * @param {unknown} body
   */
  const post = (path, body) =>
    fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
  try {
    const created = await post('/api/v1/user', { config: { sources: [] }, password })
    const { data } = await created.json()
    const authorization = `Basic ${Buffer.from(`${data.uuid}:${password}`).toString('base64')}`
    const get = (/** @type {string} */ path) =>
      fetch(address + path, { headers: { authorization } })
    await get('/api/v1/search?type=movie&id=tt0111161&format=true')
    await get('/rest/plays')
    await get('/rest/openapi.json')
    await post('/graphql', { query: '{ __typename }' })
  } catch {
    // What was used is kept.
  }
}

for (const ceiling of ['640mb', '256mb']) await startOnce(ceiling)
rmSync(folder, { recursive: true, force: true })
