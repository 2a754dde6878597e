import { createNaming } from './names.ts'
import type { KnownTexts } from './names.ts'
import { printBody } from './print.ts'

/** Headers that say nothing about an answer. */
const unrecorded = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** Headers of nearly every answer: written down where one is missing or has another value. */
const usual: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy',
  'content-type': 'application/json; charset=utf-8',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
/** Shorter bodies are written down each time. */
const repeatedFrom = 400

/** Fields of an answer that are different in each run, and no ids by their form. */
const secretFields = /"(AccessToken|encryptedPassword|Secret|Code|cursor|serverVersion)":"([^"]+)"/g

export type Asked = {
  readonly method?: string
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: string
}

export type Recorded = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- walks look into many shapes
  readonly body: any
}

/** Asks a service, and writes down what it is asked and answers. */
export function createRecorder(url: string, known: KnownTexts) {
  const blocks: string[] = []
  const named = createNaming(known)
  const counts = new Map<string, number>()
  /** Requests by the body that they were answered with first. */
  const bodies = new Map<string, string>()

  function keep(name: string, value: string): void {
    if (known.has(value)) return
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    known.set(value, `<${name} ${count}>`)
  }

  function record(method: string, path: string, sent: string, response: Response, text: string) {
    for (const [, name, value] of text.matchAll(secretFields)) keep(name!, value!)
    const etag = response.headers.get('etag')
    if (etag) keep('etag', etag)
    const request = named(`${method} ${path}${sent === '' ? '' : ` ${sent}`}`)
    const headers = headersOf(response).map(named)
    blocks.push([`## ${request}`, response.status, ...headers, ...bodyOf(request, text)].join('\n'))
  }

  function bodyOf(request: string, text: string): string[] {
    if (text === '') return []
    const body = printBody(named(text))
    const first = bodies.get(body)
    if (first !== undefined && body.length >= repeatedFrom) return [`(as ${first})`]
    bodies.set(body, request)
    return [body]
  }

  async function ask(path: string, asked: Asked = {}): Promise<Recorded> {
    const { method = 'GET', token = null, json, body } = asked
    const sent = json === undefined ? body : JSON.stringify(json)
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token !== null && { 'x-emby-token': token }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...asked.headers,
      },
      ...(sent !== undefined && { body: sent }),
    })
    const text = await response.text()
    const extra = asked.headers ? JSON.stringify(readable(asked.headers)) : ''
    const shown = sent !== undefined && sent.length > 2_000 ? `${sent.length} characters` : sent
    record(method, path, [extra, shown ?? ''].filter(Boolean).join(' '), response, text)
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      body:
        isJson && !/ndjson/.test(response.headers.get('content-type')!) ? JSON.parse(text) : null,
    }
  }

  return {
    ask,
    /** Gives a text that differs between runs a name of its own. */
    keep,
    /** Writes down what came without being asked for. */
    message: (value: object) =>
      void blocks.push(`## message\n${printBody(named(JSON.stringify(value)))}`),
    note: (title: string) => void blocks.push(`# ${title}`),
    print: () => `${blocks.join('\n\n')}\n`,
  }
}

function headersOf({ headers }: Response): string[] {
  const shown = [...headers].filter(
    ([name, value]) => !unrecorded.has(name) && usual[name] !== value,
  )
  const missing = Object.keys(usual).filter((name) => !headers.has(name))
  return [
    ...shown.map(([name, value]) => `${name}: ${value}`),
    ...missing.map((name) => `no ${name}`),
  ]
}

/** Credentials and configurations in headers as they were before they were encoded. */
function readable(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const decode = (value: string) =>
    value.replace(
      /^(Basic |)([\w+/]{24,}=*)$/,
      (_, scheme: string, text: string) => scheme + atob(text),
    )
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, decode(value)]))
}
