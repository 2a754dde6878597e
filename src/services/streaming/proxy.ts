import type { Readable } from 'node:stream'
import { AppError } from '../../core/errors.ts'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { GuardedOpen, OpenedAnswer } from '../../security/guarded-stream.ts'
import type { VersionService } from '../versions/service.ts'
import { mediaTypeOf, unknownType } from './media-type.ts'
import type { Playable } from './playable.ts'
import { createSlots } from './slots.ts'

export type ProxyRequest = {
  readonly method: 'GET' | 'HEAD'
  readonly range: string | null
  readonly ifRange: string | null
  readonly signal: AbortSignal
}

export type ProxiedStream = {
  readonly status: number
  /** Only those that players need, names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readable
}

export type StreamProxyOptions = {
  readonly open: GuardedOpen
  readonly versions: Pick<VersionService, 'markFailed'>
}

const maxStreams = 8
/** Services that unpack on demand start slowly. */
const beginMs = 30_000
/** Request headers that this service sets itself, whatever a source asks for. */
const ownBusiness: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'if-range',
  'keep-alive',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const passedHeaders = [
  'content-length',
  'content-range',
  'content-encoding',
  'etag',
  'last-modified',
] as const
/** Statuses of servers that refuse HEAD but may answer GET. */
const refusesHead: ReadonlySet<number> = new Set([400, 403, 404, 405, 500, 501])

/** Throws RATE_LIMIT_EXCEEDED above the stream limit; SERVICE_UNAVAILABLE, marking the version as failed, if the upstream fails. */
export function createStreamProxy({ open, versions }: StreamProxyOptions) {
  const slots = createSlots(maxStreams)

  async function ask(
    { version }: Playable,
    { method, signal }: ProxyRequest,
    part: Readonly<Record<string, string>>,
  ): Promise<OpenedAnswer> {
    const headers = { ...requestHeadersOf(version.result.requestHeaders), ...part }
    return open(version.link, { method, headers, signal, connectTimeoutMs: beginMs })
  }

  async function answerOf(playable: Playable, request: ProxyRequest): Promise<OpenedAnswer> {
    const { range, ifRange } = request
    const part = { ...(range && { range }), ...(range && ifRange && { 'if-range': ifRange }) }
    const answer = await ask(playable, request, part)
    if (request.method === 'GET' || !refusesHead.has(answer.status)) return answer
    answer.body.destroy()
    const first = await ask(playable, { ...request, method: 'GET' }, { range: 'bytes=0-0' })
    first.body.destroy()
    return asWhole(first)
  }

  /** Marks the version as failed, unless the fault is ours or the client's. */
  async function failure(playable: Playable, error: unknown): Promise<unknown> {
    if (!(error instanceof UpstreamError)) return error
    if (error.kind === 'aborted' || error.kind === 'busy') return unavailable(error)
    await versions.markFailed(playable.household, playable.version.ref)
    return unavailable(error)
  }

  return async function proxyStream(
    playable: Playable,
    request: ProxyRequest,
  ): Promise<ProxiedStream> {
    const release = slots.take(playable.household.configuration)
    try {
      const answer = await answerOf(playable, request)
      const { parsedFile, filename } = playable.version.result
      const type = mediaTypeOf(answer.headers['content-type'], parsedFile.container, filename)
      const problem = problemOf(answer.status, type)
      if (problem !== null) {
        answer.body.destroy()
        throw new UpstreamError('status', `the stream's server ${problem}`)
      }
      answer.body.once('close', release)
      if (answer.body.destroyed) release()
      return {
        status: answer.status,
        headers: headersOf(answer, type ?? unknownType),
        body: answer.body,
      }
    } catch (error) {
      release()
      throw await failure(playable, error)
    }
  }
}

function problemOf(status: number, type: string | null): string | null {
  if (status === 416) return null
  if (status !== 200 && status !== 206) return `did not answer with success (status ${status})`
  return type === null ? 'answered with a page in the place of a video' : null
}

function headersOf({ status, headers }: OpenedAnswer, type: string): Record<string, string> {
  const passed = passedHeaders.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const ranges = status === 206 || headers['accept-ranges'] === 'bytes' ? 'bytes' : 'none'
  return {
    ...Object.fromEntries(passed),
    'content-type': type,
    'accept-ranges': headers['accept-ranges'] ?? ranges,
  }
}

/** Builds the answer to HEAD from a GET of the first byte. */
function asWhole(answer: OpenedAnswer): OpenedAnswer {
  const [, size] = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '') ?? []
  if (answer.status !== 206 || size === undefined) return answer
  const { 'content-range': _part, ...headers } = answer.headers
  return {
    ...answer,
    status: 200,
    headers: { ...headers, 'content-length': size, 'accept-ranges': 'bytes' },
  }
}

function requestHeadersOf(
  given: Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([name]) => !ownBusiness.has(name.toLowerCase())),
  )
}

function unavailable(cause: UpstreamError): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    `This version cannot be played: ${cause.message}. Choose another one.`,
    { cause },
  )
}
