import { UpstreamError } from '../../../core/upstream-error.ts'
import type { GuardedOpen, OpenedAnswer } from '../../../security/guarded-stream.ts'
import { askTwice, failureOf } from '../ask-twice.ts'
import { mediaTypeOf, unknownType } from '../media-type.ts'
import type { ProxyRequest } from '../open-version.ts'
import { headersAt } from '../request-headers.ts'
import { withDirectives } from './directives.ts'
import { holdsPlaylist, isPlaylistType } from './playlist-answer.ts'
import type { Target } from './targets.ts'

export type OpenedTarget = OpenedAnswer & { readonly type: string; readonly isPlaylist: boolean }

const beginMs = 15_000
const subtitleType = /^text\/(?:vtt|webvtt)$/

/** Opens what a playlist leads to, once more where that may help. Throws an UpstreamError where it does not come. */
export function openTarget(
  open: GuardedOpen,
  target: Pick<Target, 'url' | 'kind' | 'asks'>,
  configuration: number,
  request: ProxyRequest,
): Promise<OpenedTarget> {
  const { method, range, ifRange, directives, signal } = request
  const address = withDirectives(target.url, directives)
  const part = { ...(range && { range }), ...(range && ifRange && { 'if-range': ifRange }) }
  const headers = { ...headersAt(target.asks, target.url).headers, ...part }

  async function once(connectTimeoutMs: number): Promise<OpenedTarget> {
    const answer = await open(address, {
      method,
      headers,
      signal,
      connectTimeoutMs,
      payer: configuration,
    })
    try {
      const { status } = answer
      if (status !== 200 && status !== 206 && status !== 416) {
        throw failureOf(answer, `its server did not answer with success (status ${status})`)
      }
      // Some servers call every file of a stream a playlist.
      const trustsType = target.kind === 'playlist'
      const isPlaylist =
        method === 'HEAD'
          ? trustsType
          : await holdsPlaylist(answer, connectTimeoutMs, { trustsType })
      if (trustsType && status !== 416 && !isPlaylist) {
        throw new UpstreamError('invalid', 'its server answered with something else')
      }
      return { ...answer, type: typeOf(answer, target), isPlaylist }
    } catch (error) {
      answer.body.destroy()
      if (!signal.aborted) throw error
      throw new UpstreamError('aborted', 'the request was cancelled')
    }
  }
  return askTwice(once, signal, beginMs)
}

/** Never one that a browser renders: some servers call segments pictures or pages. */
function typeOf({ headers }: OpenedAnswer, { url, kind }: Pick<Target, 'url' | 'kind'>): string {
  if (kind === 'json') return 'application/json'
  if (kind === 'key' || kind === 'data') return unknownType
  const said = headers['content-type']?.split(';')[0]!.trim().toLowerCase() ?? ''
  const path = URL.parse(url)?.pathname ?? ''
  if (subtitleType.test(said) || /\.(?:web)?vtt$/i.test(path)) return 'text/vtt'
  const isMp4 = kind === 'map' || /\.m4s$/i.test(path)
  const byName = (type: string | undefined) => mediaTypeOf(type, isMp4 ? 'mp4' : null, path)
  return byName(isPlaylistType(said) ? undefined : said) ?? byName(undefined) ?? unknownType
}
