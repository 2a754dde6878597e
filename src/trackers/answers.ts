import { hash } from 'node:crypto'
import { parseJson, recordOf } from '../core/json.ts'
import { UpstreamError } from '../core/upstream-error.ts'
import type { PushOutcome } from '../model/tracker.ts'
import type { FetchedAnswer } from '../security/guarded-fetch.ts'

/** What anything that was asked of a tracker can end in, other than success. */
export type Failure = Extract<PushOutcome, { kind: 'retry' | 'unauthorized' | 'refused' }>
type Retry = Extract<Failure, { kind: 'retry' }>

/** Trackers that are busy for longer are asked again all the same. */
const longestPauseMs = 24 * 3_600_000
const maxWords = 200
/** Timeout, too early, too many requests: nothing is wrong with what was asked. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

/** What a tracker's answer to an event means. That a scrobble is there already (409) is for its client to say. */
export function outcomeOf(answer: FetchedAnswer): PushOutcome {
  return isSuccess(answer) ? { kind: 'delivered' } : failureOf(answer)
}

/** The outcome of a question that got no answer. Throws whatever is no UpstreamError: a bug. */
export function retryOf(error: unknown): Retry {
  if (!(error instanceof UpstreamError)) throw error
  return { kind: 'retry', reason: error.message, afterMs: null }
}

export function isSuccess({ status }: FetchedAnswer): boolean {
  return status >= 200 && status < 300
}

/** What an answer other than success means. */
export function failureOf(answer: FetchedAnswer): Failure {
  const { status, headers } = answer
  const reason = reasonOf(answer)
  if (status === 401 || status === 403) return { kind: 'unauthorized', reason }
  // A redirect that could not be followed is for the person to mend, who may do so within the day.
  if (status >= 500 || status < 400 || passing.has(status)) {
    return { kind: 'retry', reason, afterMs: pauseOf(headers['retry-after']) }
  }
  return { kind: 'refused', reason }
}

/** A failure amid several questions, to be thrown to where the outcome is made; `failureIn` reads it there. */
export function failing(failure: Failure): Error {
  return Object.assign(new Error(failure.reason), { failure })
}

/** What was thrown by `failing` or by the fetch. Throws whatever is neither: a bug. */
export function failureIn(error: unknown): Failure {
  const isFailing = error instanceof Error && 'failure' in error
  return isFailing ? (error.failure as Failure) : retryOf(error)
}

/** Whether a tracker that counts what it `added`, found `existing` or `deleted` says that it knows nothing of what was sent. */
export function knowsNothing(answer: FetchedAnswer): boolean {
  const said = recordOf(jsonOf(answer))
  const done = [said['added'], said['existing'], said['deleted']].map(countIn)
  return countIn(said['not_found']) > 0 && done.every((count) => count === 0)
}

/** The version of something that has parts: `current` is to be asked with next time, `changed` says of each part whether it is another one than in `before`. */
export function versionOf(
  parts: readonly string[],
  before: string | null,
): { readonly current: string; readonly changed: readonly boolean[] } {
  const prints = parts.map((part) => hash('sha256', part, 'base64url').slice(0, 16))
  const known = before?.split('.') ?? []
  // Where nothing is said of a part, nothing says either that it stayed.
  const changed = prints.map((print, index) => print !== known[index] || !/\d/.test(parts[index]!))
  return { current: prints.join('.'), changed }
}

/** The body as JSON; undefined where it is none. */
export function jsonOf({ body }: FetchedAnswer): unknown {
  return parseJson(body.toString())
}

/** Milliseconds that a `Retry-After` asks for, written as seconds or as a date; null: nothing that can be read. */
export function pauseOf(header: string | undefined, now = Date.now()): number | null {
  const text = header?.trim() ?? ''
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isNaN(ms) ? null : Math.round(Math.min(longestPauseMs, Math.max(0, ms)))
}

/** One line: the host, the status, and what the tracker itself says of it. Never the path, which may hold secrets. */
function reasonOf(answer: FetchedAnswer): string {
  const said = wordsOf(jsonOf(answer))
  const status = `${new URL(answer.url).host} answered with status ${answer.status}`
  return said === null ? status : `${status}: ${said}`
}

/** Where trackers put their words. */
const wordFields = ['error_description', 'message', 'error'] as const

function wordsOf(json: unknown): string | null {
  const fields = recordOf(json)
  for (const name of wordFields) {
    const value = fields[name]
    const text = typeof value === 'string' ? value.replaceAll(/[\s\p{C}]+/gu, ' ').trim() : ''
    if (text) return text.slice(0, maxWords)
  }
  return null
}

/** Adds up numbers and lengths of lists. */
function countIn(json: unknown): number {
  return Object.values(recordOf(json)).reduce<number>((sum, value) => {
    if (Array.isArray(value)) return sum + value.length
    return typeof value === 'number' ? sum + value : sum
  }, 0)
}
