import type { RawExchange } from './raw-exchange.ts'

export const slowMs = 5_000

/** Addresses that are none of the addon, which has failures of its own form. */
const besideAddon = /^\/(?:api|rest|graphql|session|docs|healthz|readyz|metrics)\b/i

/** What is wrong with an answer to what was asked at `path`; null: nothing. */
export function faultOf(answer: RawExchange, path: string): string | null {
  const { status, headers, body, ended } = answer
  if (status === 0) return 'no answer'
  const type = headers['content-type'] ?? ''
  const goesOn = type.startsWith('text/event-stream')
  if (!ended && !goesOn) return `no end within ${slowMs} ms`
  if (body.includes('"code":"INTERNAL_SERVER_ERROR"')) return `a fault with status ${status}`
  if (status >= 500 && status !== 503) return `status ${status}`
  if (headers['x-content-type-options'] !== 'nosniff') return 'X-Content-Type-Options is missing'
  if (headers['referrer-policy'] !== 'no-referrer') return 'Referrer-Policy is missing'
  if (type.startsWith('text/html')) return faultOfPage(headers)
  if (body === '') return null
  if (status < 400) return null
  return faultOfFailure(answer, type, path)
}

function faultOfPage(headers: RawExchange['headers']): string | null {
  const policy = headers['content-security-policy'] ?? ''
  const scripts = /script-src [^;]*unsafe-inline/.test(policy)
  return policy.includes("frame-ancestors 'none'") && !scripts ? null : `the policy is "${policy}"`
}

/** The envelope, the form of GraphQL or that of the media server's standard, each with a known code. */
function faultOfFailure({ status, body }: RawExchange, type: string, path: string): string | null {
  if (status === 403 && type.startsWith('text/plain')) return null
  if (!/^application\/(?:problem\+|graphql-response\+)?json/.test(type))
    return `a failure as ${type}`
  if (isOfAddon(body)) return besideAddon.test(path) ? "a failure in the addon's form" : null
  const code = codeOf(body)
  if (code === null) return `a failure of another form: ${body.slice(0, 300)}`
  const isTruthful = status !== 503 || code === 'SERVICE_UNAVAILABLE'
  return isTruthful ? null : `503 with the code ${code}`
}

/** Players read a list or a title from the addon, whatever the status. */
function isOfAddon(text: string): boolean {
  const read = parsed(text) as Readonly<Record<string, unknown>> | null
  const [entry, ...others] = Object.entries(read ?? {})
  if (!entry || others.length > 0) return false
  const [name, value] = entry
  const isList = ['streams', 'metas', 'subtitles', 'addons'].includes(name) && Array.isArray(value)
  return isList || (name === 'meta' && value === null)
}

function codeOf(text: string): string | null {
  const read = parsed(text)
  // Readiness says in words what is missing.
  if (Array.isArray(read?.problems)) return 'SERVICE_UNAVAILABLE'
  const code: unknown = read?.error?.code ?? read?.title ?? read?.errors?.[0]?.extensions?.code
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : null
}

type Failure = {
  readonly error?: { readonly code?: unknown }
  readonly title?: unknown
  readonly problems?: unknown
  readonly errors?: readonly { readonly extensions?: { readonly code?: unknown } }[]
} | null

function parsed(text: string): Failure {
  try {
    return JSON.parse(text) as Failure
  } catch {
    return null
  }
}
