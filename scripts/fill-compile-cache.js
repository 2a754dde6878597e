// Run by `npm ci` and by the Dockerfile: starts the service in a folder of its own and asks it for a little of everything, so that
// the first real start finds compiled code, and so does the first search. Plain JavaScript: the first installation may run on any
// Node. Where the service cannot start, nothing is kept.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// A production install stays small; its first start keeps the compiled code.
if ((process.env.npm_config_omit ?? '').includes('dev')) process.exit()

const patienceMs = 60_000
const askingMs = 10_000
// Whoever sends requests through a proxy still asks this machine itself.
process.env.NO_PROXY = process.env.no_proxy = '127.0.0.1'
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
 * Asks for what is loaded at first use: the compiler of rules, the hashing of passwords, GraphQL, and the routes below `/rest`.
 * @param {string} address
 */
async function useOnce(address) {
  const signal = AbortSignal.timeout(askingMs)
  /**
   * @param {string} path
   * @param {RequestInit} options
   */
  async function ask(path, options = {}) {
    const response = await fetch(address + path, { ...options, signal })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
    return text
  }
  const headers = { 'content-type': 'application/json' }
  const post = (/** @type {string} */ path, /** @type {unknown} */ body) =>
    ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  const password = 'of the first start'
  try {
    await post('/graphql', { query: '{ __typename }' })
    await ask('/rest/openapi.json')
    const { data } = JSON.parse(await post('/api/v1/user', { config: { sources: [] }, password }))
    const authorization = `Basic ${Buffer.from(`${data.uuid}:${password}`).toString('base64')}`
    await ask('/rest/plays', { headers: { authorization } })
    await ask('/api/v1/search?type=movie&id=tt0111161&format=true', { headers: { authorization } })
  } catch (error) {
    console.error('Some code will be compiled at its first use:', error)
  }
}

for (const ceiling of ['640mb', '256mb']) await startOnce(ceiling)
rmSync(folder, { recursive: true, force: true })
