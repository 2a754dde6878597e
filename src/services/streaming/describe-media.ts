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

/** A version that somebody wants to know more of. */
export type MediaQuestion = {
  readonly version: Pick<Version, 'result'>
  readonly item: Pick<LibraryItem, 'key' | 'mediaType' | 'runtimeMs'>
  /** What the user has chosen in this very version before; null: nothing. */
  readonly chosen: Pick<PlayedVersion, 'audio' | 'subtitle'> | null
  /** What the app calls itself; null: as it signed in. */
  readonly client: string | null
}

export type MediaOptions = {
  readonly streaming: Pick<StreamingService, 'tracks'>
  readonly deviceProfiles: Pick<DeviceProfiles, 'of'>
  readonly userConfigurations: Pick<UserConfigurations, 'of'>
}

/** What an answer depends on beside the version. */
export type MediaContext = {
  /** Of the configuration's subtitle sources. */
  readonly tracks: readonly ExternalTrack[]
  readonly profile: Pick<DeviceProfile, 'subtitles'> | null
  readonly configuration: UserConfiguration
  readonly client: string | null
  /** Whether the configuration wants all bytes to come from here. */
  readonly proxied: boolean
}

/** What is known of versions before their files are opened, in the order of the questions. Subtitle sources are asked once for each item. */
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
 * A local file is what every app opens, over the stream route, and what some accept alone; the address, with the keys in
 * it, stays here until it is played. Kodi opens and probes a file many times over and plays plain addresses best, so it is
 * spared the detour.
 */
function opensLink(client: string | null): boolean {
  return client?.toLowerCase() === 'kodi'
}
