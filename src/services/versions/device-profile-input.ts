import type {
  DeviceProfile,
  DirectPlay,
  NameList,
  ProfileLimit,
  SubtitleProfile,
} from '../../model/device-profile.ts'

type Lists<Name extends string> = { readonly [K in Name]?: NameList | null | undefined }

export type DeviceProfileInput = {
  /** Bits per second. */
  readonly maxBitrate?: number | null | undefined
  readonly directPlay: readonly Lists<keyof DirectPlay>[]
  readonly limits: readonly (Pick<ProfileLimit, 'of' | 'applies' | 'conditions'> &
    Lists<'containers' | 'codecs'>)[]
  readonly subtitles: readonly (Pick<SubtitleProfile, 'format' | 'method'> &
    Lists<'languages' | 'containers'>)[]
}

export function toDeviceProfile(input: DeviceProfileInput): DeviceProfile {
  return {
    maxBitrate: input.maxBitrate ?? null,
    directPlay: input.directPlay.map(({ containers, videoCodecs, audioCodecs }) => ({
      containers: containers ?? null,
      videoCodecs: videoCodecs ?? null,
      audioCodecs: audioCodecs ?? null,
    })),
    limits: input.limits.map(({ containers, codecs, ...limit }) => ({
      ...limit,
      containers: containers ?? null,
      codecs: codecs ?? null,
    })),
    subtitles: input.subtitles.map(({ languages, containers, ...subtitle }) => ({
      ...subtitle,
      languages: languages ?? null,
      containers: containers ?? null,
    })),
  }
}
