import { UpstreamError } from '../../core/upstream-error.ts'
import type { Version } from '../../model/version.ts'
import type { GuardedOpen, OpenedAnswer } from '../../security/guarded-stream.ts'
import { askTwice, failureOf, isBusy, isDeath } from './ask-twice.ts'
import { withDirectives } from './hls/directives.ts'
import type { Directives } from './hls/directives.ts'
import { claimOf, holdsPlaylist } from './hls/playlist-answer.ts'
import { mediaTypeOf, unknownType } from './media-type.ts'
import { requestHeadersOf } from './request-headers.ts'
import { startOfBody } from './start-of-body.ts'

export type ProxyRequest = {
  readonly method: 'GET' | 'HEAD'
  readonly range: string | null
  readonly ifRange: string | null
  readonly directives: Directives
  readonly signal: AbortSignal
}

export type OpenedVersion = OpenedAnswer & {
  readonly version: Version
  readonly type: string
  readonly isPlaylist: boolean
}

const pageInPlace = 'answered with a page in the place of a video'
const pageStart = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|!--)/i
const mayBeginPage = /^[<\xef\s]/
const pageBytes = 64
const startMs = 1_000
/** Statuses of servers that refuse HEAD but may answer GET. */
const refusesHead: ReadonlySet<number> = new Set([400, 403, 404, 405, 500, 501])

/** Opens the version's link, once more if it fails. Throws an UpstreamError if it is no video or none comes. */
export function openVersion(
  open: GuardedOpen,
  version: Version,
  request: ProxyRequest,
  beginMs: number,
): Promise<OpenedVersion> {
  const once = (ms: number) => openOnce(open, version, request, ms)
  const mayHelp = (error: UpstreamError) => isDeath(error) || isBusy(error)
  return askTwice(once, request.signal, beginMs, mayHelp)
}

/** A part of a playlist says nothing, and cannot be rewritten. */
export function openWhole(
  open: GuardedOpen,
  version: Version,
  request: ProxyRequest,
  beginMs: number,
): Promise<OpenedVersion> {
  return openVersion(open, version, { ...request, range: null, ifRange: null }, beginMs)
}

async function openOnce(
  open: GuardedOpen,
  version: Version,
  request: ProxyRequest,
  connectTimeoutMs: number,
): Promise<OpenedVersion> {
  const answer = await answerOf(open, version, request, connectTimeoutMs)
  const { parsedFile, filename } = version.result
  const type = mediaTypeOf(answer.headers['content-type'], parsedFile.container, filename)
  const problem = problemOf(answer.status, type)
  try {
    if (problem !== null) throw failureOf(answer, `the stream's server ${problem}`)
    const isPlaylist =
      request.method === 'HEAD'
        ? claimOf(answer) === 'yes'
        : await holdsPlaylist(answer, connectTimeoutMs)
    if (request.method === 'GET' && !isPlaylist && (await showsPage(answer))) {
      throw failureOf(answer, `the stream's server ${pageInPlace}`)
    }
    return { ...answer, version, type: type ?? unknownType, isPlaylist }
  } catch (error) {
    answer.body.destroy()
    if (!request.signal.aborted) throw error
    throw new UpstreamError('aborted', 'the request was cancelled')
  }
}

async function answerOf(
  open: GuardedOpen,
  version: Version,
  { method, range, ifRange, directives, signal }: ProxyRequest,
  connectTimeoutMs: number,
): Promise<OpenedAnswer> {
  const address = withDirectives(version.link, directives)
  const ask = (asked: ProxyRequest['method'], part: Readonly<Record<string, string>>) => {
    const headers = { ...requestHeadersOf(version.result.requestHeaders), ...part }
    const payer = version.ref.configuration
    return open(address, { method: asked, headers, signal, connectTimeoutMs, payer })
  }
  const part = { ...(range && { range }), ...(range && ifRange && { 'if-range': ifRange }) }
  const answer = await ask(method, part)
  if (method === 'GET' || !refusesHead.has(answer.status)) return answer
  answer.body.destroy()
  const first = await ask('GET', { range: 'bytes=0-0' })
  first.body.destroy()
  return asWhole(first)
}

function problemOf(status: number, type: string | null): string | null {
  if (status === 416) return null
  if (status !== 200 && status !== 206) return `did not answer with success (status ${status})`
  return type === null ? pageInPlace : null
}

/** By its first bytes, whatever its type says; of a film one is enough. Where they come late, nobody waits for them. */
async function showsPage({ status, headers, body }: OpenedAnswer): Promise<boolean> {
  const begins = status === 200 || headers['content-range']?.startsWith('bytes 0-') === true
  if (!begins || headers['content-encoding'] !== undefined) return false
  const late = AbortSignal.timeout(startMs)
  const startsWith = async (pattern: RegExp, bytes: number) =>
    pattern.test((await startOfBody(body, bytes, late)).toString('latin1'))
  try {
    return (await startsWith(mayBeginPage, 1)) && (await startsWith(pageStart, pageBytes))
  } catch (error) {
    if (late.aborted) return false
    throw error
  }
}

/** Builds the answer to HEAD from a GET of the first byte. */
export function asWhole<T extends OpenedAnswer>(answer: T): T {
  const [, size] = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '') ?? []
  if (answer.status !== 206 || size === undefined) return answer
  const { 'content-range': _part, ...headers } = answer.headers
  return {
    ...answer,
    status: 200,
    headers: { ...headers, 'content-length': size, 'accept-ranges': 'bytes' },
  }
}
