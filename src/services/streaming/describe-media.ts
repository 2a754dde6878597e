import { untilAborted } from '../../core/until-aborted.ts'
import { expectedLength } from '../../library/expected-length.ts'
import type { LengthOf } from '../../library/expected-length.ts'
import type { DeviceProfile } from '../../model/device-profile.ts'
import type { FileHeader } from '../../model/file-header.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { VersionMedia } from '../../model/media-stream.ts'
import type { User } from '../../model/household.ts'
import type { UserConfiguration } from '../../model/user-configuration.ts'
import type { Version } from '../../model/version.ts'
import type { PlayedVersion } from '../../model/watch.ts'
import { isFarShorter } from '../file-headers/far-shorter.ts'
import type { FileHeaders } from '../file-headers/service.ts'
import type { ShownLayouts } from '../file-headers/shown-layouts.ts'
import type { DeviceProfiles } from '../users/device-profiles.ts'
import type { UserConfigurations } from '../users/user-configurations.ts'
import { bitrateOf } from '../versions/file-facts.ts'
import { defaultStreams } from './default-streams.ts'
import { containerOf } from './media-type.ts'
import { mediaStreamsOf } from './media-streams.ts'
import type { StreamingService } from './service.ts'
import { combineTracks } from './tracks.ts'
import type { ExternalTrack } from './tracks.ts'

export type MediaQuestion = {
  readonly version: Version
  /** Whether the app is about to play it. */
  readonly isOpened: boolean
  readonly item: Pick<LibraryItem, 'key' | 'mediaType'> & LengthOf
  readonly chosen: Pick<PlayedVersion, 'audio' | 'subtitle'> | null
  readonly client: string | null
}

type DescribedQuestion = Pick<MediaQuestion, 'chosen'> & {
  readonly item: Pick<LibraryItem, 'runtimeMs'>
  readonly version: Pick<Version, 'result'>
}

export type MediaOptions = {
  readonly streaming: Pick<StreamingService, 'tracks'>
  readonly deviceProfiles: Pick<DeviceProfiles, 'of'>
  readonly userConfigurations: Pick<UserConfigurations, 'of'>
  /** Null: files are not opened. */
  readonly fileHeaders: Pick<FileHeaders, 'known' | 'read'> | null
  readonly layouts: Pick<ShownLayouts, 'of' | 'note'>
}

export type MediaContext = {
  readonly tracks: readonly ExternalTrack[]
  readonly profile: Pick<DeviceProfile, 'subtitles'> | null
  readonly configuration: UserConfiguration
  readonly client: string | null
  /** Whether the configuration wants all bytes proxied. */
  readonly proxied: boolean
  /** What the file itself says; null: it was not read. */
  readonly header?: FileHeader | null
}

/** Describes versions in order; opens no file but of the version that is about to play. Subtitle sources are asked once per item. */
export function createMediaDescriber({
  streaming,
  deviceProfiles,
  userConfigurations,
  fileHeaders,
  layouts,
}: MediaOptions) {
  /** Null for a clip in the place of the file: another version plays, or the file once its service has it. */
  async function headerOf({ version, isOpened, item }: MediaQuestion): Promise<FileHeader | null> {
    if (!fileHeaders) return null
    const question = { version, expected: expectedLength(item) }
    const header = await (isOpened ? fileHeaders.read(question) : fileHeaders.known(version))
    return header && isFarShorter(header, question) ? null : header
  }

  /** Chosen tracks count only where the same tracks were shown before. */
  async function chosenOf(question: MediaQuestion, header: FileHeader | null) {
    const { version, isOpened, chosen } = question
    if (!fileHeaders || (chosen === null && !isOpened)) return chosen
    const before = await layouts.of(version)
    const now = header?.trackCount ?? null
    // Awaited: an app asks for a track by its index, maybe another node, as soon as it has this.
    if (isOpened && before !== now) await layouts.note(version, now)
    return before === now ? chosen : null
  }

  return async (
    user: User,
    questions: readonly MediaQuestion[],
    signal: AbortSignal,
  ): Promise<VersionMedia[]> => {
    const tracks = new Map<string, ReturnType<typeof streaming.tracks>>()
    for (const { item } of questions) {
      if (!tracks.has(item.key)) tracks.set(item.key, streaming.tracks(user, item, signal))
    }
    const [profile, configuration] = await Promise.all([
      deviceProfiles.of(user),
      userConfigurations.of(user),
      ...tracks.values(),
    ])
    const proxied = Boolean(user.userData.mediaServer?.proxy)
    return Promise.all(
      questions.map(async (question) => {
        const header = await untilAborted(headerOf(question), signal)
        const context = {
          tracks: await tracks.get(question.item.key)!,
          profile,
          configuration,
          client: question.client ?? user.device?.client ?? null,
          proxied,
          header,
        }
        return describeMedia({ ...question, chosen: await chosenOf(question, header) }, context)
      }),
    )
  }
}

export type DescribeMedia = ReturnType<typeof createMediaDescriber>

export function describeMedia(
  { version: { result }, item, chosen }: DescribedQuestion,
  { tracks, profile, configuration, client, proxied, header = null }: MediaContext,
): VersionMedia {
  const named = result.duration === null ? item.runtimeMs : result.duration * 1_000
  const durationMs = header?.durationMs ?? named
  const all = combineTracks(result.subtitleTracks, tracks)
  const streams = mediaStreamsOf(result, all, profile?.subtitles ?? [], header)
  const { audio, subtitle } = defaultStreams(streams, { configuration, before: chosen })
  return {
    container: header?.container ?? playedContainerOf(result),
    bitrate: bitrateOf(result, durationMs),
    durationMs,
    opensLink: opensLink(client) && !proxied && result.requestHeaders === null,
    streams,
    audioIndex: audio,
    subtitleIndex: subtitle,
    externalFrom: header?.trackCount ?? null,
    chapters: header?.chapters ?? [],
  }
}

/** Playlists are what their address says, whatever file they were made of: apps play them in another way. */
function playedContainerOf({ url, parsedFile, filename }: Version['result']): string | null {
  const container = parsedFile.container ?? containerOf(filename)
  const isPlaylist = container === 'm3u8' || /\.m3u8$/i.test(URL.parse(url ?? '')?.pathname ?? '')
  return isPlaylist ? 'hls' : container
}

/**
 * Most apps get a local file over the stream route: all can open it, and the address with its keys stays here until
 * playback. Kodi probes a file many times over and plays plain addresses best.
 */
function opensLink(client: string | null): boolean {
  return client?.toLowerCase() === 'kodi'
}
