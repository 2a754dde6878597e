import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startNode } from './children.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

export type Usage = {
  /** Microseconds of processor time since the start. */
  readonly cpu: number
  /** Resident memory, bytes. */
  readonly memory: number
  /** Milliseconds between two looks of a 10 ms timer since the usage was last asked for: what a blocked event loop lengthens. */
  readonly loopMax: number
  readonly loopP99: number
}

export type Account = { readonly authorization: string }

export type RunningService = HttpClient & {
  readonly pid: number
  /** Milliseconds from the start of the process to the first connection that it would take. */
  readonly startMs: number
  createUser(config: unknown): Promise<Account>
  usage(): Promise<Usage>
  stop(): Promise<void>
}

const root = new URL('../../', import.meta.url)
const password = 'a password of the bench'

/** The service as `npm start` starts it, without limits; its data folder is empty unless it is named. */
export async function startService(
  dataDir = makeTemporaryFolder(),
  env: Readonly<Record<string, string>> = {},
): Promise<RunningService> {
  const started = performance.now()
  const child = startNode(startParameters(), {
    cwd: dataDir,
    env: {
      ...startEnvironment(),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      ANIME_REFRESH: 'off',
      SKIP_SOURCES: 'off',
      FILLER_SOURCE: 'off',
      ALLOW_PRIVATE_URLS: 'true',
      RATE_LIMIT_USER: 'off',
      RATE_LIMIT_SEARCH: 'off',
      RATE_LIMIT_SIGN_IN: 'off',
      RATE_LIMIT_ANIME: 'off',
      RATE_LIMIT_PREVIEW: 'off',
      RATE_LIMIT_GRAPHQL: 'off',
      LOG_FORMAT: 'json',
      ...env,
    },
  })
  try {
    const [, port] = await child.saying(/listening on http:\/\/[^"]*:(\d+)/)
    const startMs = performance.now() - started
    const client = createHttpClient(`http://127.0.0.1:${port}`)
    return {
      ...client,
      pid: child.pid,
      startMs,
      createUser: (config) => createUser(client, config),
      usage: async () => readUsage((await client.get('/metrics')).body),
      async stop() {
        await client.close()
        await child.stop()
      },
    }
  } catch (error) {
    await child.stop()
    throw error
  }
}

/** Runs the work with a service of its own, which ends with it. */
export async function withService<T>(
  work: (service: RunningService) => Promise<T>,
  dataDir?: string,
  env?: Readonly<Record<string, string>>,
): Promise<T> {
  const service = await startService(dataDir, env)
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

/** The words of the start script, without what it says of the environment. */
function startWords(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.split(' ')
}

function startParameters(): string[] {
  const words = startWords()
  return words
    .slice(words.indexOf('node') + 1)
    .map((word) => (word.startsWith('src/') ? fileURLToPath(new URL(word, root)) : word))
}

function startEnvironment(): Record<string, string> {
  const words = startWords()
  return Object.fromEntries(
    words.slice(0, words.indexOf('node')).map((word) => word.split('=', 2) as [string, string]),
  )
}

async function createUser(client: HttpClient, config: unknown): Promise<Account> {
  const { body } = await client.post('/api/v1/user', { config, password })
  const { data } = JSON.parse(body) as { data: { uuid: string } }
  const pair = Buffer.from(`${data.uuid}:${password}`).toString('base64')
  return { authorization: `Basic ${pair}` }
}

function readUsage(metrics: string): Usage {
  const read = (name: string): number => {
    const value = new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]
    if (value === undefined) throw new Error(`/metrics lacks ${name}`)
    return Number(value)
  }
  return {
    cpu: read('process_cpu_seconds_total') * 1e6,
    memory: read('process_resident_memory_bytes'),
    loopMax: read('nodejs_eventloop_lag_max_seconds') * 1e3,
    loopP99: read('nodejs_eventloop_lag_p99_seconds') * 1e3,
  }
}
