import { AppError } from '../../../core/errors.ts'
import type { PlaybackService, Subtitles } from '../../../services/playback/playback.ts'
import { combineTracks } from '../../../services/playback/tracks.ts'
import { trackAt } from './media-streams.ts'

export type SubtitleQuestion = {
  readonly itemId: string
  readonly mediaSourceId: string
  /** Place among the streams of the version. */
  readonly index: number
  /** `vtt`, `srt`, `ass` or `js`. */
  readonly ending: string
  readonly signal: AbortSignal
}

/** The lines of a subtitle track beside a version. Throws NOT_FOUND where the version has no such track. */
export async function readSubtitles(
  playback: Pick<PlaybackService, 'find' | 'tracks' | 'subtitles'>,
  { itemId, mediaSourceId, index, ending, signal }: SubtitleQuestion,
): Promise<Subtitles> {
  const { household, item, version } = await playback.find({ itemId, mediaSourceId }, signal)
  const ofSources = await playback.tracks(household, item, signal)
  const tracks = combineTracks(version.result.subtitleTracks, ofSources)
  const track = trackAt(version.result, tracks, index)
  if (track) return playback.subtitles(track, ending, signal)
  throw new AppError('NOT_FOUND', 'This version has no such subtitles; open the title again.')
}
