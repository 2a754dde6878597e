import { cutText } from '../core/cut-text.ts'
import { hash } from 'node:crypto'
import { parseJson, recordOf } from '../core/json.ts'
import { readRetryAfter } from '../core/retry-after.ts'
import { trackerReason } from '../core/tracker-reasons.ts'
import type { TrackerReason } from '../core/tracker-reasons.ts'
import { failureOf as kindOf, UpstreamError } from '../core/upstream-error.ts'
import type { PushOutcome } from '../model/tracker.ts'
import type { FetchedAnswer } from '../security/guarded-fetch.ts'

export type Failure = Extract<PushOutcome, { kind: 'retry' | 'unauthorized' | 'refused' }>
type Retry = Extract<Failure, { kind: 'retry' }>

const maxWords = 200
/** Timeout, too early, too many requests: the request itself is fine. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

/** Clients handle a scrobble that already exists (409) themselves. */
export function outcomeOf(answer: FetchedAnswer): PushOutcome {
  return isSuccess(answer) ? { kind: 'delivered' } : failureOf(answer)
}

/** Throws anything but an UpstreamError: that is a bug. */
export function retryOf(error: unknown, tracker: string): Retry {
  if (!(error instanceof UpstreamError)) throw error
  const values = { tracker, problem: error.message, failure: kindOf(error) }
  return { kind: 'retry', reason: trackerReason('TRACKER_FAILED', values), afterMs: null }
}

export function isSuccess({ status }: FetchedAnswer): boolean {
  return status >= 200 && status < 300
}

export function failureOf(answer: FetchedAnswer): Failure {
  const { status, headers } = answer
  const reason = reasonOf(answer)
  if (status === 401 || status === 403) return { kind: 'unauthorized', reason }
  // An unfollowable redirect is for the user to fix, who may do so within a day.
  if (status >= 500 || status < 400 || passing.has(status)) {
    return { kind: 'retry', reason, afterMs: readRetryAfter(headers['retry-after']) }
  }
  return { kind: 'refused', reason }
}

/** Wraps a failure amid several requests; `failureIn` unwraps it. */
export function failing(failure: Failure): Error {
  return Object.assign(new Error(failure.reason.message), { failure })
}

/** Throws whatever came neither from `failing` nor from the fetch: a bug. */
export function failureIn(error: unknown, tracker: string): Failure {
  const isFailing = error instanceof Error && 'failure' in error
  return isFailing ? (error.failure as Failure) : retryOf(error, tracker)
}

/** Whether the counts in `added`, `existing` and `deleted` are all zero: the title is unknown there. */
export function knowsNothing(answer: FetchedAnswer): boolean {
  const said = recordOf(jsonOf(answer))
  const done = [said['added'], said['existing'], said['deleted']].map(countIn)
  return countIn(said['not_found']) > 0 && done.every((count) => count === 0)
}

/** `current` is sent next time; `changed` says for each part whether it differs from `before`. */
export function versionOf(
  parts: readonly string[],
  before: string | null,
): { readonly current: string; readonly changed: readonly boolean[] } {
  const prints = parts.map((part) => hash('sha256', part, 'base64url').slice(0, 16))
  const known = before?.split('.') ?? []
  // A part without a time may have changed.
  const changed = prints.map((print, index) => print !== known[index] || !/\d/.test(parts[index]!))
  return { current: prints.join('.'), changed }
}

export function jsonOf({ body }: FetchedAnswer): unknown {
  return parseJson(body.toString())
}

/** Host, status and the tracker's own words. Never the path, which may hold secrets. */
function reasonOf(answer: FetchedAnswer): TrackerReason {
  const words = wordsOf(jsonOf(answer))
  const values = { host: new URL(answer.url).host, status: String(answer.status) }
  return words === null
    ? trackerReason('TRACKER_ANSWERED', values)
    : trackerReason('TRACKER_ANSWERED_SAYING', { ...values, words })
}

const wordFields = ['error_description', 'message', 'error'] as const

function wordsOf(json: unknown): string | null {
  const fields = recordOf(json)
  for (const name of wordFields) {
    const value = fields[name]
    const text = typeof value === 'string' ? value.replaceAll(/[\s\p{C}]+/gu, ' ').trim() : ''
    if (text) return cutText(text, maxWords)
  }
  return null
}

function countIn(json: unknown): number {
  return Object.values(recordOf(json)).reduce<number>((sum, value) => {
    if (Array.isArray(value)) return sum + value.length
    return typeof value === 'number' ? sum + value : sum
  }, 0)
}
