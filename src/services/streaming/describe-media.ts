import type { DeviceProfile } from '../../model/device-profile.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { VersionMedia } from '../../model/media-stream.ts'
import type { User } from '../../model/household.ts'
import type { UserConfiguration } from '../../model/user-configuration.ts'
import type { Version } from '../../model/version.ts'
import type { PlayedVersion } from '../../model/watch.ts'
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
  readonly version: Pick<Version, 'result'>
  readonly item: Pick<LibraryItem, 'key' | 'mediaType' | 'runtimeMs'>
  readonly chosen: Pick<PlayedVersion, 'audio' | 'subtitle'> | null
  readonly client: string | null
}

export type MediaOptions = {
  readonly streaming: Pick<StreamingService, 'tracks'>
  readonly deviceProfiles: Pick<DeviceProfiles, 'of'>
  readonly userConfigurations: Pick<UserConfigurations, 'of'>
}

export type MediaContext = {
  readonly tracks: readonly ExternalTrack[]
  readonly profile: Pick<DeviceProfile, 'subtitles'> | null
  readonly configuration: UserConfiguration
  readonly client: string | null
  /** Whether the configuration wants all bytes proxied. */
  readonly proxied: boolean
}

/** Describes versions before their files are opened, in order. Subtitle sources are asked once per item. */
export function createMediaDescriber({
  streaming,
  deviceProfiles,
  userConfigurations,
}: MediaOptions) {
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
      questions.map(async (question) =>
        describeMedia(question, {
          tracks: await tracks.get(question.item.key)!,
          profile,
          configuration,
          client: question.client ?? user.device?.client ?? null,
          proxied,
        }),
      ),
    )
  }
}

export type DescribeMedia = ReturnType<typeof createMediaDescriber>

export function describeMedia(
  { version: { result }, item, chosen }: MediaQuestion,
  { tracks, profile, configuration, client, proxied }: MediaContext,
): VersionMedia {
  const durationMs = result.duration === null ? item.runtimeMs : result.duration * 1_000
  const all = combineTracks(result.subtitleTracks, tracks)
  const streams = mediaStreamsOf(result, all, profile?.subtitles ?? [])
  const { audio, subtitle } = defaultStreams(streams, { configuration, before: chosen })
  return {
    container: result.parsedFile.container ?? containerOf(result.filename),
    bitrate: bitrateOf(result, durationMs),
    durationMs,
    opensLink: opensLink(client) && !proxied && result.requestHeaders === null,
    streams,
    audioIndex: audio,
    subtitleIndex: subtitle,
  }
}

/**
 * Most apps get a local file over the stream route: all can open it, and the address with its keys stays here until
 * playback. Kodi probes a file many times over and plays plain addresses best.
 */
function opensLink(client: string | null): boolean {
  return client?.toLowerCase() === 'kodi'
}
