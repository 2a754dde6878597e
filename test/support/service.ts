import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createService } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/core/logger.ts'

export type Envelope = {
  success: boolean
  detail: string | null
  error: { code: string; message: string } | null
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
  data: any
}

export type RunningService = Awaited<ReturnType<typeof startService>>

/** A whole service on a free loopback port with its own data folder, stopped when the test ends. */
export async function startService(env: Readonly<Record<string, string>> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'))
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    ANIME_REFRESH: 'off',
    ALLOW_PRIVATE_URLS: 'true',
    RATE_LIMIT_USER: 'off',
    RATE_LIMIT_SEARCH: 'off',
    RATE_LIMIT_GRAPHQL: 'off',
    ...env,
  })
  const lines: string[] = []
  const log = createLogger(
    { level: env['LOG_LEVEL'] ?? 'trace', format: 'json' },
    { write: (line: string) => void lines.push(line) },
  )
  const service = await createService(config, log)
  const { port } = await service.listen()
  const url = `http://127.0.0.1:${port}`
  let closed = false
  async function close(): Promise<void> {
    if (closed) return
    closed = true
    await service.close()
  }
  onTestFinished(async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function request(path: string, init: RequestInit & { auth?: Auth; json?: unknown } = {}) {
    const { auth, json, ...rest } = init
    const headers = new Headers(rest.headers)
    if (auth) headers.set('authorization', basic(auth))
    if (json !== undefined) headers.set('content-type', 'application/json')
    const response = await fetch(new URL(path, url), {
      ...rest,
      headers,
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    const body = text === '' ? null : (JSON.parse(text) as Envelope)
    return { status: response.status, headers: response.headers, body: body as Envelope, text }
  }

  async function createUser(
    config: unknown = {},
    password = 'correct horse',
  ): Promise<Auth & { token: string }> {
    const { body } = await request('/api/v1/user', { method: 'POST', json: { config, password } })
    return { uuid: body.data.uuid, password, token: body.data.encryptedPassword }
  }

  return { url, port, dataDir, lines, request, createUser, close }
}

export type Auth = { readonly uuid: string; readonly password: string }

export function basic({ uuid, password }: Auth): string {
  return `Basic ${Buffer.from(`${uuid}:${password}`).toString('base64')}`
}
