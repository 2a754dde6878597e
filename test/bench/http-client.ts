import { Pool } from 'undici'

export type Answer = { readonly status: number; readonly body: string; readonly ms: number }

export type HttpClient = {
  readonly url: string
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
  put(path: string, body: unknown): Promise<Answer>
  close(): Promise<void>
}

const timeoutMs = 60_000

/** A client with kept connections. Anything but a success throws. */
export function createHttpClient(url: string, connections = 64): HttpClient {
  const pool = new Pool(url, {
    connections,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 60_000,
  })

  async function send(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    headers: Readonly<Record<string, string>>,
    sent?: string,
  ): Promise<Answer> {
    const started = performance.now()
    const { statusCode: status, body } = await pool
      .request({ method, path, headers, body: sent })
      .catch((cause: unknown) => {
        throw new Error(`${method} ${path} was not answered`, { cause })
      })
    const text = await body.text()
    const ms = performance.now() - started
    if (status < 200 || status > 299) {
      throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`)
    }
    return { status, body: text, ms }
  }

  const json = { 'content-type': 'application/json' }
  return {
    url,
    get: (path, headers = {}) => send('GET', path, headers),
    post: (path, body, headers = {}) =>
      send('POST', path, { ...json, ...headers }, JSON.stringify(body)),
    put: (path, body) => send('PUT', path, json, JSON.stringify(body)),
    close: () => pool.destroy(),
  }
}
