import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { createService } from '../../src/compose/service.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/core/logger.ts'
import type { Ending } from './ending.ts'
import { writeMigrated } from './migrated.ts'
import { quickHasher } from './passwords.ts'
import { scratchFolder } from './scratch.ts'

export type Envelope = {
  success: boolean
  detail: string | null
  error: { code: string; message: string } | null
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
  data: any
}

export type Auth = { readonly uuid: string; readonly password: string }

export type RequestOptions = RequestInit & { auth?: Auth; json?: unknown }

export type RunningService = Awaited<ReturnType<typeof startService>>

export const unknownUuid = '00000000-0000-4000-8000-000000000000'

/**
 * A whole service on a free loopback port with its own data folder, without limits unless they are named, and with
 * passwords at the lowest cost.
 */
export async function startService(
  env: Readonly<Record<string, string>> = {},
  ends: Ending = onTestFinished,
) {
  const dataDir = mkdtempSync(join(scratchFolder, 'service-'))
  let closing: Promise<void> | undefined
  let close = async (): Promise<void> => {}
  ends(async () => {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    ANIME_REFRESH: 'off',
    SKIP_SOURCES: 'off',
    FILLER_SOURCE: 'off',
    ALLOW_PRIVATE_URLS: 'true',
    RATE_LIMIT_USER: 'off',
    RATE_LIMIT_SEARCH: 'off',
    RATE_LIMIT_PREVIEW: 'off',
    RATE_LIMIT_GRAPHQL: 'off',
    ...env,
  })
  if (env['DATA_DIR'] === undefined && env['DATABASE_URL'] === undefined) {
    await writeMigrated(join(dataDir, 'service.db'))
  }
  const lines: string[] = []
  const log = createLogger(
    { level: env['LOG_LEVEL'] ?? 'trace', format: 'json' },
    { write: (line: string) => void lines.push(line) },
  )
  const service = await createService(config, log, quickHasher)
  close = () => (closing ??= service.close())
  const { port } = await service.listen()
  return { ...createClient(`http://127.0.0.1:${port}`), port, dataDir, lines, service, close }
}

/** Speaks to a service as its users do. */
export function createClient(url: string) {
  async function request(path: string, init: RequestOptions = {}) {
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
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const body = (isJson && text !== '' ? JSON.parse(text) : null) as Envelope
    return { status: response.status, headers: response.headers, body, text }
  }

  async function createUser(
    config: unknown = {},
    password = 'correct horse',
  ): Promise<Auth & { token: string }> {
    const { body, text } = await request('/api/v1/user', {
      method: 'POST',
      json: { config, password },
    })
    if (!body?.success) throw new Error(`no user was created: ${text}`)
    return { uuid: body.data.uuid, password, token: body.data.encryptedPassword }
  }

  /** Asks `/graphql` and answers what came, errors included. */
  async function graphql(query: string, options: RequestOptions & { variables?: object } = {}) {
    const { variables, ...rest } = options
    const answer = await request('/graphql', {
      method: 'POST',
      json: { query, variables },
      ...rest,
    })
    return { ...answer, ...(answer.body as unknown as GraphqlAnswer) }
  }

  return { url, request, createUser, graphql }
}

export type GraphqlAnswer = {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
  data?: any
  errors?: {
    message: string
    path?: (string | number)[]
    extensions?: { code?: string; retryAfter?: number }
  }[]
}

export function basic({ uuid, password }: Auth): string {
  return `Basic ${Buffer.from(`${uuid}:${password}`).toString('base64')}`
}

/** The value of the `x-service-user-data` header. */
export function userDataHeader(config: unknown): string {
  return Buffer.from(JSON.stringify(config)).toString('base64')
}

/** Matches the envelope of a failure with this code and a message in words. */
export function failure(code: string, message: unknown = expect.stringMatching(/\w+ \w+/)) {
  return { success: false, detail: null, data: null, error: { code, message } }
}
