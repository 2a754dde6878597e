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
  /** Place among the streams of the version. */
  readonly index: number
  /** `vtt`, `srt`, `ass`, `ssa` or `js`. */
  readonly ending: string
}

/** What players open: videos, and subtitles beside them. */
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

    /** The lines of a subtitle file beside a version. Throws NOT_FOUND where the version has no such track. */
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

/** Whether the bytes must come from here: the address needs headers, or a page of another site reads them. */
function isProxied(
  { household, version }: Playable,
  { reads }: { readonly reads: 'asPage' | 'asPlayer' },
): boolean {
  // A page, not a video: it has to be opened where it is.
  if (version.result.type === 'youtube' || version.result.type === 'external') return false
  return (
    reads === 'asPage' ||
    version.result.requestHeaders !== null ||
    Boolean(household.userData.mediaServer?.proxy)
  )
}
