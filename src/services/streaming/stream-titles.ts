import type { TrackHints } from './track-hints.ts'

/** Common names, where they differ from the codec in capitals. */
const codecNames: Readonly<Record<string, string>> = {
  ac3: 'Dolby Digital',
  eac3: 'Dolby Digital+',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4',
  opus: 'Opus',
  pcm_s24le: 'PCM',
  truehd: 'TrueHD',
  vc1: 'VC-1',
}

export function codecNameOf(codec: string): string {
  return codecNames[codec] ?? codec.toUpperCase()
}

export const atmosProfiles: Readonly<Record<string, string>> = {
  truehd: 'Dolby TrueHD + Dolby Atmos',
  eac3: 'Dolby Digital Plus + Dolby Atmos',
}

/** In the order of the Jellyfin API's titles. */
export function namesOfHints({
  isHearingImpaired,
  isDefault,
  isForced,
}: TrackHints): readonly string[] {
  return [
    ...(isHearingImpaired ? ['Hearing Impaired'] : []),
    ...(isDefault ? ['Default'] : []),
    ...(isForced ? ['Forced'] : []),
  ]
}
