import type { Readable } from 'node:stream'
import { UpstreamError } from '../../core/upstream-error.ts'
import { deviceOf } from '../versions/playing.ts'
import { claimOf, isWhole, maxPlaylistBytes } from './hls/playlist-answer.ts'
import type { PlaylistReader, PlaylistWriter } from './hls/service.ts'
import { containerOf } from './media-type.ts'
import { openVersion, openWhole } from './open-version.ts'
import type { OpenedVersion, ProxyRequest } from './open-version.ts'
import { partOf } from './part.ts'
import type { Playable } from './playable.ts'
import { createPlayingVersions } from './playing-version.ts'
import type { PlayingVersionOptions } from './playing-version.ts'
import { headersOf, unavailable } from './proxied-stream.ts'
import type { ProxiedStream } from './proxied-stream.ts'
import { playlistHeadersOf } from './request-headers.ts'
import { resumedBody } from './resumed-body.ts'
import type { Viewings } from './viewings.ts'

export type StreamProxyOptions = PlayingVersionOptions & {
  readonly viewings: Viewings
  readonly writer: Pick<PlaylistWriter, 'playlist'>
}

export type StreamReader = Omit<PlaylistReader, 'versionId' | 'title' | 'asks'>

const resumeMs = 15_000
/** Shorter than what is running may be forgotten after. */
const renewEveryMs = 60_000

/** `proxyStream` throws RATE_LIMIT_EXCEEDED above the stream limit; SERVICE_UNAVAILABLE if nothing can be played. */
export function createStreamProxy(options: StreamProxyOptions) {
  const { open, versions, viewings, writer } = options
  const playing = createPlayingVersions(options)

  function bodyOf(playable: Playable, opened: OpenedVersion, request: ProxyRequest): Readable {
    if (request.method === 'HEAD') return opened.body
    return resumedBody(opened, async (part) => {
      try {
        return await openVersion(open, opened.version, { ...request, ...part }, resumeMs)
      } catch (error) {
        await playing.markDead(playable, opened.version, error)
        throw error
      }
    })
  }

  async function openPlayable(playable: Playable, request: ProxyRequest): Promise<OpenedVersion> {
    const opened = await playing.open(playable, request)
    if (opened.isPlaylist ? isWhole(opened) : !mayHidePlaylist(opened, request)) return opened
    try {
      const again = await openWhole(open, opened.version, request, resumeMs)
      const [used, other] =
        again.isPlaylist || opened.isPlaylist ? [again, opened] : [opened, again]
      other.body.destroy()
      return used
    } catch (error) {
      opened.body.destroy()
      throw error
    }
  }

  function streamOf(
    playable: Playable,
    opened: OpenedVersion,
    request: ProxyRequest,
    release: () => void,
  ): ProxiedStream {
    const body = bodyOf(playable, opened, request)
    const renew = setInterval(() => {
      versions
        .renewPlaying(playable.version.ref, opened.version.ref.version, deviceOf(playable))
        .catch(() => {})
    }, renewEveryMs).unref()
    const end = (): void => {
      clearInterval(renew)
      release()
    }
    body.once('close', end)
    if (body.destroyed) end()
    return { status: opened.status, headers: headersOf(opened, opened.type), body }
  }

  return {
    async choose(playable: Playable, request: ProxyRequest): Promise<Playable> {
      try {
        return await playing.choose(playable, request)
      } catch (error) {
        throw error instanceof UpstreamError ? unavailable(error) : error
      }
    },

    async proxyStream(
      playable: Playable,
      request: ProxyRequest,
      reader: StreamReader,
    ): Promise<ProxiedStream> {
      const { configuration } = playable.household
      const { viewing } = reader
      const joined = viewings.join(configuration, viewing)
      let release = joined ?? viewings.takeSlot(configuration)
      let opened: OpenedVersion | null = null
      try {
        opened = await openPlayable(playable, request)
        if (request.signal.aborted) throw new UpstreamError('aborted', 'the request was cancelled')
        if (opened.isPlaylist) {
          if (!joined) release = viewings.begin(configuration, viewing, release)
          const bound = readerOf(playable, opened, reader)
          const written = await writer.playlist(opened, request, bound, {})
          release()
          return written
        }
        if (joined) {
          joined()
          release = viewings.takeSlot(configuration)
        }
        return streamOf(playable, opened, request, release)
      } catch (error) {
        opened?.body.destroy()
        release()
        throw error instanceof UpstreamError ? unavailable(error) : error
      }
    },
  }
}

function readerOf(
  { item }: Playable,
  { version }: OpenedVersion,
  reader: StreamReader,
): PlaylistReader {
  const title = { type: item.mediaType, id: (item.series ?? item).key }
  const asks = playlistHeadersOf(version.result.requestHeaders, version.link)
  return { ...reader, versionId: version.id, title, asks }
}

/** A part that does not show how its file begins, of one that is as small as playlists are and is not called a film. */
function mayHidePlaylist(opened: OpenedVersion, { method }: ProxyRequest): boolean {
  const { parsedFile, filename } = opened.version.result
  const container = parsedFile.container ?? containerOf(filename)
  const isFilm = container !== null && container !== 'm3u8'
  if (isFilm || method === 'HEAD' || opened.status !== 206 || claimOf(opened) !== 'maybe') {
    return false
  }
  const part = partOf(opened)
  return part === null || (part.from > 0 && part.total <= maxPlaylistBytes)
}
