import { Readable } from 'node:stream'
import { UpstreamError } from '../../core/upstream-error.ts'
import type { UpstreamErrorKind } from '../../core/upstream-error.ts'
import type { Version } from '../../model/version.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import { askTwice } from './ask-twice.ts'
import { isFarShorter } from '../file-headers/far-shorter.ts'
import type { HeaderQuestion } from '../file-headers/far-shorter.ts'
import { isWhole, maxPlaylistBytes, readText } from './hls/playlist-answer.ts'
import { lengthOfPlaylist } from './hls/playlist-length.ts'
import { openWhole } from './open-version.ts'
import type { OpenedVersion, ProxyRequest } from './open-version.ts'
import type { Judged } from './placeholder.ts'
import { BrokenOff } from './start-of-body.ts'

type Options = {
  readonly open: GuardedOpen
  readonly request: ProxyRequest
  readonly expected: HeaderQuestion['expected']
  /** For all of it. */
  readonly ms: number
}

const incomplete: ReadonlySet<UpstreamErrorKind> = new Set(['reset', 'timeout'])

class TextBrokenOff extends BrokenOff {}

/** By the length of its segments, for which it is read whole, once more where it breaks off. */
export async function judgePlaylist(opened: OpenedVersion, options: Options): Promise<Judged> {
  const { request, expected, ms } = options
  const isHead = request.method === 'HEAD'
  let first = isHead || !isWhole(opened) ? null : opened
  const read = async (left: number): Promise<Read> => {
    const known = first
    first = null
    return readWhole(known, { ...options, ms: left }, opened.version)
  }
  try {
    const { whole, text } = await askTwice(read, request.signal, ms, isBrokenOff)
    const durationMs = text === null ? null : lengthOfPlaylist(text)
    const isPlaceholder = isFarShorter({ durationMs }, { version: opened.version, expected })
    if (isHead) whole.body.destroy()
    else if (whole !== opened) opened.body.destroy()
    if (isHead) return { opened, isPlaceholder }
    return { opened: text === null ? whole : withText(whole, text), isPlaceholder }
  } catch (error) {
    opened.body.destroy()
    if (!request.signal.aborted) throw error
    throw new UpstreamError('aborted', 'the request was cancelled')
  }
}

/** The text is null where it is no playlist after all, or one that cannot be read: its player is told why. */
type Read = { readonly whole: OpenedVersion; readonly text: string | null }

async function readWhole(
  opened: OpenedVersion | null,
  { open, request, ms }: Options,
  version: Version,
): Promise<Read> {
  const end = performance.now() + ms
  const whole = opened ?? (await openWhole(open, version, { ...request, method: 'GET' }, ms))
  if (!whole.isPlaylist) return { whole, text: null }
  const left = Math.max(1, end - performance.now())
  try {
    return { whole, text: await readText(whole, maxPlaylistBytes, left) }
  } catch (error) {
    const failure = error instanceof UpstreamError ? error : null
    if (failure?.kind === 'reset') throw new TextBrokenOff('reset', failure.message)
    if (request.signal.aborted || !failure || incomplete.has(failure.kind)) throw error
    const body = new Readable({ read: () => void body.destroy(failure) })
    return { whole: { ...whole, body }, text: null }
  }
}

function isBrokenOff(error: UpstreamError): boolean {
  return error instanceof TextBrokenOff
}

function withText(whole: OpenedVersion, text: string): OpenedVersion {
  const { 'content-encoding': _packing, ...headers } = whole.headers
  return { ...whole, headers, body: Readable.from([Buffer.from(text)], { objectMode: false }) }
}
