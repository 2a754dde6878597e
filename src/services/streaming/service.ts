import { createPlayableFinder } from './playable.ts'
import { isProxied } from './deliveries.ts'
import type { Deliveries } from './deliveries.ts'
import type { PlayableIds, PlayableOptions } from './playable.ts'
import { AppError } from '../../core/errors.ts'
import type { ShownLayouts } from '../file-headers/shown-layouts.ts'
import { accessWhileSending } from '../users/lasting-access.ts'
import type { OpenAsk } from '../library/item-access.ts'
import { trackAt } from './media-streams.ts'
import type { Scheduler } from '../../core/scheduler.ts'
import { createPlaylistWriter } from './hls/service.ts'
import { createTargetStream } from './hls/target-stream.ts'
import type { TargetStreamOptions } from './hls/target-stream.ts'
import type { Targets } from './hls/targets.ts'
import { createStreamProxy } from './proxy.ts'
import type { StreamProxyOptions } from './proxy.ts'
import { createSubtitleReader } from './subtitles.ts'
import type { SubtitleReaderOptions, Subtitles } from './subtitles.ts'
import { combineTracks, createTrackFinder } from './tracks.ts'
import type { TrackFinderOptions } from './tracks.ts'
import { createStreamSlots, createViewings } from './viewings.ts'

export type StreamingService = ReturnType<typeof createStreamingService>

export type SubtitleQuestion = PlayableIds & {
  readonly index: number
  /** Where the indexes of such tracks began when the address was made; null: it does not say. */
  readonly externalFrom: number | null
  readonly ending: string
}

const maxStreams = 8

export function createStreamingService(
  options: PlayableOptions &
    Omit<StreamProxyOptions, 'viewings' | 'writer'> &
    Pick<TargetStreamOptions, 'itemIds' | 'users' | 'lastingAccess' | 'library'> &
    TrackFinderOptions &
    SubtitleReaderOptions & {
      readonly deliveries: Pick<Deliveries, 'note'>
      readonly targets: Targets
      readonly scheduler: Scheduler
      readonly layouts?: Pick<ShownLayouts, 'of'> | null
    },
) {
  const find = createPlayableFinder(options)
  const viewings = createViewings({ takeFreeSlot: createStreamSlots(maxStreams) })
  const writer = createPlaylistWriter(options)
  const tracks = createTrackFinder(options)
  const read = createSubtitleReader(options)

  return {
    find,
    isProxied,
    accessWhileSending,
    noteDelivery: options.deliveries.note,
    ...createStreamProxy({ ...options, viewings, writer }),
    proxyTarget: createTargetStream({ ...options, viewings, writer }),
    tracks,

    async subtitles(question: SubtitleQuestion, ask: OpenAsk): Promise<Subtitles> {
      const { signal } = ask
      const { household, item, version } = await find(question, ask)
      const ofSources = await tracks(household, item, signal)
      const all = combineTracks(version.result.subtitleTracks, ofSources)
      const from = question.externalFrom ?? (await options.layouts?.of(version)) ?? null
      const track = trackAt(version.result, all, question.index, from)
      if (track) return read(track, question.ending, signal)
      throw new AppError('NOT_FOUND', 'This version has no such subtitles; open the title again.')
    },
  }
}
