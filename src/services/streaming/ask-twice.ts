import { setTimeout as pause } from 'node:timers/promises'
import { readRetryAfter } from '../../core/retry-after.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { OpenedAnswer } from '../../security/guarded-stream.ts'

type Failure = Pick<UpstreamError, 'kind'>

const denials: ReadonlySet<number> = new Set([401, 403, 451])

const retryAfterMs = 250
const busyMs = 1_000
/** Players do not wait longer. */
const mostBusyMs = 3_000

/** Asks once more where that may help. `once` is given the milliseconds that are left until the answer has to begin. */
export async function askTwice<T>(
  once: (ms: number) => Promise<T>,
  signal: AbortSignal,
  beginMs: number,
  mayHelp: (error: UpstreamError) => boolean = mayPass,
): Promise<T> {
  const end = performance.now() + beginMs
  const ask = () => once(Math.max(1, end - performance.now()))
  try {
    return await ask()
  } catch (error) {
    const ms = waitOf(error, mayHelp)
    if (ms === null || end - performance.now() < 2 * ms) throw error
    await pause(ms, undefined, { signal }).catch(() => {})
    return ask()
  }
}

/** Null if a retry is pointless. */
function waitOf(error: unknown, mayHelp: (error: UpstreamError) => boolean): number | null {
  if (!(error instanceof UpstreamError) || !mayHelp(error)) return null
  if (!isBusy(error)) return retryAfterMs
  const ms = error.afterMs ?? busyMs
  return ms > mostBusyMs ? null : Math.max(ms, retryAfterMs)
}

/** True for overloaded or restarting servers, false for those that say the file is gone. */
function mayPass({ kind, status }: UpstreamError): boolean {
  return kind === 'connect' || kind === 'busy' || (status !== null && status >= 500)
}

export function failureOf({ status, headers }: OpenedAnswer, message: string): UpstreamError {
  const after = headers['retry-after']
  const isBusy = status === 429 || (status === 503 && after !== undefined)
  if (!isBusy) return new UpstreamError('status', message, status)
  return new UpstreamError('busy', message, status, readRetryAfter(after))
}

/** Whether the failure is the link's, not ours or the client's. */
export function isDeath(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && isOfLink(error)
}

function isOfLink({ kind }: Failure): boolean {
  return kind !== 'aborted' && kind !== 'busy'
}

/** Whether it is dead for players too, who may reach what this service cannot or must not ask. */
export function isDeathForPlayers(failure: Failure): boolean {
  return isOfLink(failure) && !mayBeOurs(failure) && failure.kind !== 'refused-address'
}

/** Denied, or a page in its place: the server may do so to the address of this service alone. */
export function isWithheld({ kind, status }: Pick<UpstreamError, 'kind' | 'status'>): boolean {
  return kind === 'status' && status !== null && (status < 300 || denials.has(status))
}

/** The server is up, but does not answer so many. */
export function isBusy(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.kind === 'busy'
}

/** Nothing was reached: the fault may lie with the network of this service. */
export function mayBeOurs({ kind }: Failure): boolean {
  return kind === 'connect' || kind === 'timeout'
}
