import { createPlayableFinder } from './playable.ts'
import type { Playable, PlayableIds, PlayableOptions } from './playable.ts'
import { AppError } from '../../core/errors.ts'
import { trackAt } from './media-streams.ts'
import { createStreamProxy } from './proxy.ts'
import type { StreamProxyOptions } from './proxy.ts'
import { createSubtitleReader } from './subtitles.ts'
import type { SubtitleReaderOptions, Subtitles } from './subtitles.ts'
import { combineTracks, createTrackFinder } from './tracks.ts'
import type { TrackFinderOptions } from './tracks.ts'

export type StreamingService = ReturnType<typeof createStreamingService>

export type SubtitleQuestion = PlayableIds & {
  readonly index: number
  readonly ending: string
}

export function createStreamingService(
  options: PlayableOptions & StreamProxyOptions & TrackFinderOptions & SubtitleReaderOptions,
) {
  const find = createPlayableFinder(options)
  const tracks = createTrackFinder(options)
  const read = createSubtitleReader(options)

  return {
    find,
    isProxied,
    proxyStream: createStreamProxy(options),
    tracks,

    async subtitles(question: SubtitleQuestion, signal: AbortSignal): Promise<Subtitles> {
      const { household, item, version } = await find(question, signal)
      const ofSources = await tracks(household, item, signal)
      const all = combineTracks(version.result.subtitleTracks, ofSources)
      const track = trackAt(version.result, all, question.index)
      if (track) return read(track, question.ending, signal)
      throw new AppError('NOT_FOUND', 'This version has no such subtitles; open the title again.')
    },
  }
}

/** Proxied if the address needs headers or a page of another site reads the bytes. */
function isProxied(
  { household, version }: Playable,
  { reads }: { readonly reads: 'asPage' | 'asPlayer' },
): boolean {
  // These are web pages, to be opened at their own address.
  if (version.result.type === 'youtube' || version.result.type === 'external') return false
  return (
    reads === 'asPage' ||
    version.result.requestHeaders !== null ||
    Boolean(household.userData.mediaServer?.proxy)
  )
}
