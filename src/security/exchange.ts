import type { Dispatcher } from 'undici'
import { UpstreamError } from '../core/upstream-error.ts'
import { tooLarge } from './decode-body.ts'
import type { Slot } from './shares.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type ExchangeRequest = {
  method: Method
  path: string
  headers: Record<string, string>
  sent: string | null
  host: string
  maxBytes: number
  signal: AbortSignal
  slot: Slot | null
}

export type RawAnswer = {
  status: number
  /** Lower-case names; repeated headers joined with commas. */
  headers: Record<string, string>
  body: Buffer
}

/** Each piece costs memory and time, so a body of single bytes would cost a hundred times its size. */
const freePieces = 10_000
const leastPieceBytes = 32

/** A closed idle connection shows only when used, so a GET cut off before any answer is sent once more. */
export async function exchange(
  connect: () => Dispatcher,
  request: ExchangeRequest,
): Promise<RawAnswer> {
  const progress = { answered: false }
  try {
    return await attempt(connect(), request, progress)
  } catch (error) {
    const isRepeatable = request.method === 'GET' && !progress.answered
    if (!isRepeatable || !(error instanceof UpstreamError) || error.kind !== 'reset') throw error
    return attempt(connect(), request, progress)
  }
}

function attempt(
  dispatcher: Dispatcher,
  { method, path, headers, sent, host, maxBytes, signal, slot }: ExchangeRequest,
  progress: { answered: boolean },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null
    let done = false
    let status = 0
    let answerHeaders: Record<string, string> = {}
    const chunks: Buffer[] = []
    let size = 0

    function finish(): boolean {
      const first = !done
      done = true
      signal.removeEventListener('abort', onAbort)
      return first
    }
    function fail(error: Error): void {
      if (!finish()) return
      reject(error)
      controller?.abort(error)
    }
    function onAbort(): void {
      fail(signal.reason as Error)
    }

    if (signal.aborted) return reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    slot?.enter()
    dispatcher.dispatch(
      { path, method, headers, body: sent },
      {
        onRequestStart(started) {
          controller = started
          if (done) started.abort(signal.reason as Error)
        },
        onResponseStart(_controller, statusCode, received) {
          progress.answered = true
          status = statusCode
          answerHeaders = flatten(received)
          if (Number(answerHeaders['content-length']) > maxBytes) fail(tooLarge(host, maxBytes))
        },
        onResponseData(_controller, chunk) {
          size += chunk.length
          chunks.push(chunk)
          if (size > maxBytes) fail(tooLarge(host, maxBytes))
          else if (chunks.length > freePieces && size < chunks.length * leastPieceBytes) {
            fail(new UpstreamError('invalid', `${host} sent its answer in too many small pieces`))
          }
        },
        onResponseEnd() {
          slot?.leave()
          if (finish()) {
            const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)
            resolve({ status, headers: answerHeaders, body })
          }
        },
        onResponseError(_controller, error) {
          slot?.leave()
          fail(explain(error, host, progress.answered))
        },
      },
    )
  })
}

export function flatten(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  )
}

export function explain(error: Error, host: string, answered: boolean): UpstreamError {
  if (error instanceof UpstreamError) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  if (/^(ENOTFOUND|ENODATA)$/.test(code)) {
    return new UpstreamError('connect', `${host} cannot be found: DNS has no address for this name`)
  }
  if (code.startsWith('EAI_')) {
    return new UpstreamError('connect', `the address of ${host} cannot be looked up at the moment`)
  }
  if (/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/.test(code)) {
    return new UpstreamError('timeout', `${host} did not accept a connection in time`)
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) {
    return new UpstreamError('connect', `${host} has no valid certificate (${code})`)
  }
  if (/^(HPE_|HTTPParser|UND_ERR_HEADERS_OVERFLOW|UND_ERR_INVALID)/.test(code)) {
    return new UpstreamError('invalid', `${host} did not answer in HTTP`)
  }
  if (answered || /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)) {
    const when = answered ? 'in the middle of its answer' : 'without an answer'
    return new UpstreamError('reset', `${host} closed the connection ${when}`)
  }
  return new UpstreamError('connect', `${host} cannot be reached (${code})`)
}
