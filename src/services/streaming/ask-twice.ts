import { setTimeout as pause } from 'node:timers/promises'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { OpenedAnswer } from '../../security/guarded-stream.ts'

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
  if (!(error instanceof UpstreamError)) return null
  if (error.kind === 'busy') {
    const ms = error.afterMs ?? busyMs
    return ms > mostBusyMs ? null : Math.max(ms, retryAfterMs)
  }
  return mayHelp(error) ? retryAfterMs : null
}

/** True for overloaded or restarting servers, false for those that say the file is gone. */
function mayPass({ kind, status }: UpstreamError): boolean {
  return kind === 'connect' || (status !== null && status >= 500)
}

export function failureOf({ status, headers }: OpenedAnswer, message: string): UpstreamError {
  const after = headers['retry-after']
  const isBusy = status === 429 || (status === 503 && after !== undefined)
  if (!isBusy) return new UpstreamError('status', message, status)
  const afterMs = after !== undefined && /^\d{1,6}$/.test(after) ? Number(after) * 1_000 : null
  return new UpstreamError('busy', message, status, afterMs)
}

/** Whether the failure is the link's, not ours or the client's. */
export function isDeath(error: unknown): error is UpstreamError {
  return error instanceof UpstreamError && error.kind !== 'aborted' && error.kind !== 'busy'
}

/** The server is up, but does not answer so many. */
export function isBusy(error: unknown): boolean {
  return error instanceof UpstreamError && error.kind === 'busy'
}

/** Nothing was reached: the fault may lie with the network of this service. */
export function mayBeOurs({ kind }: UpstreamError): boolean {
  return kind === 'connect' || kind === 'timeout'
}
