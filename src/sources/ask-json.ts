import { parseJson } from '../core/json.ts'
import { failureOf, UpstreamError } from '../core/upstream-error.ts'
import type { UpstreamErrorKind } from '../core/upstream-error.ts'
import type { GuardedFetch } from '../security/guarded-fetch.ts'
import type { Breakers } from './breakers.ts'

export type AskOptions = {
  readonly fetch: GuardedFetch
  readonly breakers: Breakers
  /** What it is asked for, in the figures. */
  readonly area: string
  readonly baseUrl: string
  readonly timeoutMs: number
  /** `failure` null: it answered. */
  readonly onAnswer: (failure: UpstreamErrorKind | null, tookMs: number) => void
}

/** Answers are a few kilobytes. */
const maxBytes = 256 * 1024

/** Null where the service knows nothing (404). Fails with an UpstreamError; a service that is down is not asked for a while. */
export async function askJson(
  options: AskOptions,
  path: string,
  signal: AbortSignal,
): Promise<unknown> {
  const since = performance.now()
  try {
    const answer = await read(options, path, signal)
    options.onAnswer(null, performance.now() - since)
    return answer
  } catch (error) {
    if (error instanceof UpstreamError && error.kind !== 'aborted') {
      options.onAnswer(failureOf(error), performance.now() - since)
    }
    throw error
  }
}

async function read(
  { fetch, breakers, area, baseUrl, timeoutMs }: AskOptions,
  path: string,
  signal: AbortSignal,
): Promise<unknown> {
  const { host } = new URL(baseUrl)
  const answer = await breakers.run({ key: baseUrl, host, area }, async () => {
    const found = await fetch(baseUrl + path, { timeoutMs, maxBytes, signal })
    const { status } = found
    if (status === 404 || (status >= 200 && status < 300)) return found
    throw new UpstreamError('status', `${host} answered with status ${status}`, status)
  })
  if (answer.status === 404) return null
  const json = parseJson(answer.body.toString('utf8'))
  if (json !== undefined) return json
  throw new UpstreamError('invalid', `${host} answered with text that is no JSON`)
}
