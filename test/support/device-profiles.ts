const least = (Property: string, Value: string) => ({
  Condition: 'LessThanEqual',
  Property,
  Value,
  IsRequired: false,
})
const anyOf = (Property: string, Value: string) => ({
  Condition: 'EqualsAny',
  Property,
  Value,
  IsRequired: false,
})
const subtitles = (formats: readonly string[], methods: readonly string[]) =>
  formats.flatMap((Format) => methods.map((Method) => ({ Format, Method })))

/** What the apps send that people use, shortened where it repeats itself. */
export const deviceProfiles = {
  /** The web client in Chromium on a computer. */
  web: {
    MaxStreamingBitrate: 120_000_000,
    MaxStaticBitrate: 100_000_000,
    MusicStreamingTranscodingBitrate: 384_000,
    DirectPlayProfiles: [
      { Container: 'webm', Type: 'Video', VideoCodec: 'vp8,vp9,av1', AudioCodec: 'vorbis,opus' },
      {
        Container: 'mp4,m4v',
        Type: 'Video',
        VideoCodec: 'h264,vp9,av1',
        AudioCodec: 'aac,mp3,opus,flac,vorbis',
      },
      {
        Container: 'mov',
        Type: 'Video',
        VideoCodec: 'h264',
        AudioCodec: 'aac,mp3,opus,flac,vorbis',
      },
      { Container: 'mp3', Type: 'Audio' },
      { Container: 'flac', Type: 'Audio' },
    ],
    TranscodingProfiles: [],
    ContainerProfiles: [],
    CodecProfiles: [
      {
        Type: 'VideoAudio',
        Codec: 'aac',
        Conditions: [
          { Condition: 'Equals', Property: 'IsSecondaryAudio', Value: 'false', IsRequired: false },
        ],
      },
      {
        Type: 'Video',
        Codec: 'h264',
        Conditions: [
          { Condition: 'NotEquals', Property: 'IsAnamorphic', Value: 'true', IsRequired: false },
          anyOf('VideoProfile', 'high|main|baseline|constrained baseline|high 10'),
          anyOf('VideoRangeType', 'SDR'),
          least('VideoLevel', '52'),
        ],
      },
      { Type: 'Video', Codec: 'av1', Conditions: [anyOf('VideoRangeType', 'SDR|HDR10|HLG')] },
    ],
    SubtitleProfiles: subtitles(['vtt', 'ass', 'ssa'], ['External']),
  },
  /** Android TV with a player of its own. */
  androidTv: {
    Name: 'AndroidTV-ExoPlayer',
    MaxStreamingBitrate: 100_000_000,
    MaxStaticBitrate: 100_000_000,
    DirectPlayProfiles: [
      {
        Type: 'Video',
        Container: 'asf,hls,m4v,mkv,mov,mp4,ogm,ogv,ts,vob,webm,wmv,xvid',
        VideoCodec: 'av1,h264,hevc,mpeg,mpeg2video,vp8,vp9',
        AudioCodec: 'aac,aac_latm,ac3,alac,dca,dts,eac3,flac,mp2,mp3,opus,pcm_s24le,truehd,vorbis',
      },
    ],
    CodecProfiles: [
      { Type: 'Video', Codec: 'h264', Conditions: [least('VideoLevel', '52')] },
      { Type: 'Video', Codec: 'hevc', Conditions: [anyOf('VideoRangeType', 'SDR|HDR10|HLG')] },
      { Type: 'Video', Conditions: [least('Width', '1920'), least('Height', '1080')] },
      { Type: 'VideoAudio', Conditions: [least('AudioChannels', '6')] },
    ],
    SubtitleProfiles: [
      ...subtitles(['vtt', 'webvtt', 'srt', 'subrip', 'ttml'], ['Embed', 'External']),
      ...subtitles(['ass', 'ssa', 'pgs', 'pgssub'], ['Embed']),
    ],
  },
  kodi: {
    Name: 'Kodi',
    MaxStaticBitrate: 1_000_000_000,
    MaxStreamingBitrate: 1_000_000_000,
    DirectPlayProfiles: [{ Type: 'Video' }, { Type: 'Audio' }, { Type: 'Photo' }],
    SubtitleProfiles: subtitles(
      ['srt', 'ass', 'sub', 'ssa', 'smi', 'pgssub'],
      ['External', 'Embed'],
    ),
  },
  /** Plays everything, and says so by naming nothing. */
  infuse: {
    DirectPlayProfiles: [{ Container: '', VideoCodec: '', AudioCodec: '', Type: 'Video' }],
    CodecProfiles: [],
    SubtitleProfiles: subtitles(['ass', 'srt', 'vtt'], ['External', 'Embed']),
  },
  findroid: {
    Name: 'Direct play all',
    MaxStaticBitrate: 1_000_000_000,
    MaxStreamingBitrate: 1_000_000_000,
    CodecProfiles: [],
    DirectPlayProfiles: [],
    SubtitleProfiles: subtitles(['srt', 'ass'], ['External']),
  },
} as const
