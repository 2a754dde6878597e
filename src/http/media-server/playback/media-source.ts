import type { SubtitleProfile } from '../../../model/device-profile.ts'
import { containerOf } from '../../../services/playback/media-type.ts'
import type { ExternalTrack } from '../../../services/playback/playback.ts'
import { combineTracks } from '../../../services/playback/tracks.ts'
import { bitrateOf } from '../../../services/versions/file-facts.ts'
import { defaultStreams } from './default-streams.ts'
import type { StreamChoice } from './default-streams.ts'
import { mediaStreamsOf } from './media-streams.ts'
import type { FileFacts } from './media-streams.ts'
import { ticksOf } from '../transport/times.ts'

export type SourceVersion = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly bingeGroup: string | null
  readonly link: string
  readonly result: FileFacts & {
    readonly filename: string | null
    readonly size: number | null
    readonly duration: number | null
    readonly requestHeaders: Readonly<Record<string, unknown>> | null
    readonly subtitleTracks: readonly {
      readonly id: string | null
      readonly url: string
      readonly lang: string | null
    }[]
  }
}

export type SourceItem = {
  readonly id: string
  readonly name: string
  readonly runtimeMs: number | null
}

export type SourceContext = {
  readonly item: SourceItem
  /** The item's own id stands for its first version. */
  readonly first: boolean
  /** What the app calls itself; null where it says nothing. */
  readonly client: string | null
  /** Whether the configuration wants all bytes carried through here. */
  readonly carried: boolean
  /** Of the configuration's subtitle sources. */
  readonly tracks: readonly ExternalTrack[]
  /** What the app takes of subtitles; empty: it says nothing. */
  readonly subtitleProfiles: readonly SubtitleProfile[]
  /** What the streams that are played at first depend on. */
  readonly choice: StreamChoice
}

const maxInt = 2 ** 31 - 1
const usualContainer = 'mkv'

/** What is the same for all: played as it is, by the player itself. */
const directPlay = {
  Type: 'Default',
  ReadAtNativeFramerate: false,
  IgnoreDts: false,
  IgnoreIndex: false,
  GenPtsInput: false,
  SupportsDirectPlay: true,
  SupportsDirectStream: true,
  SupportsTranscoding: false,
  IsInfiniteStream: false,
  UseMostCompatibleTranscodingProfile: false,
  RequiresOpening: false,
  RequiresClosing: false,
  RequiresLooping: false,
  SupportsProbing: true,
  VideoType: 'VideoFile',
  TranscodingSubProtocol: 'http',
  HasSegments: false,
  MediaAttachments: [],
  Formats: [],
  RequiredHttpHeaders: {},
} as const

/** A version as the standard's MediaSourceInfo; undefined values are left out of the answer. */
export function toMediaSource(version: SourceVersion, context: SourceContext) {
  const { result } = version
  const { item, first, tracks, subtitleProfiles: profiles, choice } = context
  const container = result.parsedFile.container ?? containerOf(result.filename) ?? usualContainer
  const durationMs = result.duration === null ? item.runtimeMs : result.duration * 1_000
  const remote = opensLink(version, context)
  // Names the version itself: another one may be the first by the time a track is asked for.
  const delivering = { path: `/Videos/${item.id}/${version.id}`, profiles }
  const streams = mediaStreamsOf(result, combineTracks(result.subtitleTracks, tracks), delivering)
  const { audio, subtitle } = defaultStreams(streams, choice)
  const bitrate = bitrateOf(result, durationMs)
  return {
    ...directPlay,
    Protocol: remote ? 'Http' : 'File',
    IsRemote: remote,
    Id: first ? item.id : version.id,
    Path: remote ? version.link : (result.filename ?? `${item.name}.${container}`),
    // Some apps tell sources apart by it alone, so the first one needs one of its own too.
    ETag: version.id,
    Name: version.name,
    Container: container,
    Size: result.size ?? undefined,
    // A number that no app could read.
    Bitrate: bitrate === null || bitrate > maxInt ? undefined : bitrate,
    RunTimeTicks: durationMs === null ? undefined : ticksOf(durationMs),
    MediaStreams: streams,
    DefaultAudioStreamIndex: audio,
    DefaultSubtitleStreamIndex: subtitle,
    service: {
      id: version.id,
      name: version.name,
      description: version.description,
      bingeGroup: version.bingeGroup ?? undefined,
    },
  } as const
}

export type MediaSource = ReturnType<typeof toMediaSource> | ReturnType<typeof placeholderSource>

/** Stands for the versions of an item that nobody has looked up yet: some apps play nothing that shows none. */
export function placeholderSource(item: SourceItem) {
  return {
    ...directPlay,
    Protocol: 'File',
    IsRemote: false,
    Id: item.id,
    Path: `${item.name}.${usualContainer}`,
    ETag: item.id,
    Name: item.name,
    Container: usualContainer,
    RunTimeTicks: item.runtimeMs === null ? undefined : ticksOf(item.runtimeMs),
    MediaStreams: mediaStreamsOf(nothingKnown, [], { path: '', profiles: [] }),
    DefaultAudioStreamIndex: 1,
    service: { id: item.id, name: item.name, description: '' },
  } as const
}

/**
 * Whether the app gets the upstream address itself. A local file is what every app opens, over the stream route, and what
 * some accept alone; the address, with the keys in it, stays here until it is played. Kodi opens and probes a file many
 * times over and plays plain addresses best, so it is spared the detour.
 */
function opensLink({ result }: SourceVersion, { client, carried }: SourceContext): boolean {
  return client?.toLowerCase() === 'kodi' && !carried && result.requestHeaders === null
}

const nothingKnown: FileFacts = {
  bitrate: null,
  languages: [],
  subtitles: [],
  parsedFile: {
    resolution: null,
    quality: null,
    encode: null,
    visualTags: [],
    audioTags: [],
    audioChannels: [],
    container: null,
  },
}
