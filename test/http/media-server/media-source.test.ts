import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Ajv } from 'ajv'
import type { GraphQLEnumType } from 'graphql'
import { describe, expect, it } from 'vitest'
import {
  placeholderSource,
  toMediaSource,
} from '../../../src/http/media-server/playback/media-source.ts'
import { schema } from '../../../src/graphql/schema.ts'
import type { VersionFieldsFragment } from '../../../src/http/documents/documents.ts'
import type { VersionMedia } from '../../../src/model/media-stream.ts'
import { describeMedia } from '../../../src/services/streaming/describe-media.ts'
import type { MediaContext } from '../../../src/services/streaming/describe-media.ts'
import { mediaStreamsOf } from '../../../src/services/streaming/media-streams.ts'
import { usualConfiguration } from '../../../src/model/user-configuration.ts'
import { parseReleaseName } from '../../../src/search/release-name/parse-release-name.ts'
import { leaveOutData } from '../../support/missing-service.ts'
import { stream } from '../../support/streams.ts'

// The standard's description is not ours to keep here. Without it the answers are not compared with it.
const root = process.env['TEST_DATA']
if (!root) leaveOutData('TEST_DATA is not set: sources are not compared with the standard')

type Schema = { required?: string[] }

/** Tells what of a value is not as the standard says, required fields included; undefined: everything is. */
function createCheck(folder: string): (value: object) => unknown {
  const file = (name: string) => readFileSync(join(folder, 'data/jellyfin', name))
  const text = String(gunzipSync(file('jellyfin-openapi.json.gz')))
  // What is null is left out here, so that nothing may be.
  const { components } = JSON.parse(text, (key, value: unknown) =>
    key === 'nullable' ? undefined : value,
  ) as { components: { schemas: Record<string, Schema> } }
  const required = JSON.parse(String(file('required-fields.json'))) as Record<string, string[]>
  for (const [name, schema] of Object.entries(components.schemas))
    schema.required = required[name] ?? []
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ $id: 'standard', components })
  const validate = ajv.compile({ $ref: 'standard#/components/schemas/MediaSourceInfo' })
  return (value) => {
    const { service: _ours, ...standard } = JSON.parse(JSON.stringify(value)) as {
      service: unknown
    }
    return validate(standard) ? undefined : validate.errors
  }
}

const check = root ? createCheck(root) : () => undefined

const item = { id: 'a'.repeat(32), name: 'Some Film', runtimeMs: 6_000_000 }
const asked = { key: 'tt1', mediaType: 'movie', runtimeMs: item.runtimeMs }
const tracks = [
  { url: 'https://s.example/1', language: 'eng', title: 'English', codec: 'subrip' },
  { url: 'https://s.example/2', language: null, title: 'Klingon', codec: 'ass' },
] as const

function version(filename: string, overrides: Parameters<typeof stream>[0] = {}) {
  const parsedFile = parseReleaseName(filename)
  const { languages, subtitles } = parsedFile
  return {
    id: 'b'.repeat(32),
    name: 'One line',
    description: 'Several\nlines',
    bingeGroup: 'group',
    link: 'https://streams.example/film?key=1',
    result: stream({ filename, parsedFile, languages, subtitles, size: 15e9, ...overrides }),
  }
}

/** As GraphQL answers it. */
function answered(media: VersionMedia) {
  const named = (type: string, value: string | null) =>
    value && (schema.getType(type) as GraphQLEnumType).serialize(value)
  const streams = media.streams.map((one) => ({
    ...one,
    kind: named('MediaStreamKind', one.kind),
    range: named('VideoRange', one.range),
    spatialFormat: named('SpatialFormat', one.spatialFormat),
    delivery: named('SubtitleDelivery', one.delivery),
  }))
  return { ...media, streams } as VersionFieldsFragment['media']
}

function sourceOf(
  filename: string,
  { first = false, ...context }: Partial<MediaContext> & { first?: boolean } = {},
  overrides: Parameters<typeof stream>[0] = {},
) {
  const usual = {
    client: 'Jellyfin Web',
    proxied: false,
    tracks: [],
    profile: null,
    configuration: usualConfiguration,
  }
  const one = version(filename, overrides)
  const question = { version: one, item: asked, chosen: null, client: null }
  const media = describeMedia(question, { ...usual, ...context })
  const source = toMediaSource({ ...one, isFirst: first, media: answered(media) }, item)
  expect(check(source)).toBeUndefined()
  return source
}

/** What is said of the video and of the first audio stream. */
function mediaOf(filename: string) {
  const [video, audio] = sourceOf(filename).MediaStreams
  return { video, audio }
}

describe('A version as a media source', () => {
  it('is a file that is played as it is, over the stream route', () => {
    const source = sourceOf('Some.Film.2020.1080p.WEB-DL.DDP5.1.H.264-GRP.mkv')
    expect(source).toMatchObject({
      Protocol: 'File',
      IsRemote: false,
      Id: 'b'.repeat(32),
      ETag: 'b'.repeat(32),
      Name: 'One line',
      Path: 'Some.Film.2020.1080p.WEB-DL.DDP5.1.H.264-GRP.mkv',
      Container: 'mkv',
      Size: 15e9,
      Bitrate: 20_000_000,
      RunTimeTicks: 60_000_000_000,
      SupportsDirectPlay: true,
      SupportsDirectStream: true,
      SupportsTranscoding: false,
      RequiredHttpHeaders: {},
      service: {
        id: 'b'.repeat(32),
        name: 'One line',
        description: 'Several\nlines',
        bingeGroup: 'group',
      },
    })
    expect(JSON.stringify(source)).not.toContain('streams.example')
    expect(source).not.toHaveProperty('TranscodingUrl')
    expect(check({ ...source, Protocol: undefined }) === undefined).toBe(!root)
  })

  it('goes by the id of its item where it is the first, and keeps its own beside', () => {
    const source = sourceOf('Some.Film.mkv', { first: true })
    expect([source.Id, source.ETag, source.service.id]).toEqual([
      item.id,
      'b'.repeat(32),
      'b'.repeat(32),
    ])
  })

  it('shows its address only to the app that plays it best, and only where that can', () => {
    const file = 'Some.Film.mkv'
    expect(sourceOf(file, { client: 'Kodi' })).toMatchObject({
      Protocol: 'Http',
      IsRemote: true,
      Path: 'https://streams.example/film?key=1',
    })
    const needy = { requestHeaders: { Referer: 'https://site.example/' } }
    expect(sourceOf(file, { client: 'Kodi' }, needy).IsRemote).toBe(false)
    expect(sourceOf(file, { client: 'Kodi', proxied: true }).IsRemote).toBe(false)
    expect(sourceOf(file, { client: 'Kodi JellyCon' }).IsRemote).toBe(false)
    expect(sourceOf(file, { client: null }).IsRemote).toBe(false)
  })

  it('says what its release name says of picture and sound', () => {
    expect(
      mediaOf('Some.Film.2020.2160p.BluRay.REMUX.HEVC.DV.HDR10.TrueHD.7.1.Atmos-GRP.mkv'),
    ).toMatchObject({
      video: {
        Codec: 'hevc',
        Width: 3840,
        Height: 2160,
        VideoRange: 'HDR',
        VideoRangeType: 'DOVIWithHDR10',
        BitDepth: 10,
      },
      audio: {
        Codec: 'truehd',
        Profile: 'Dolby TrueHD + Dolby Atmos',
        Channels: 8,
        ChannelLayout: '7.1',
        AudioSpatialFormat: 'DolbyAtmos',
      },
    })
    expect(mediaOf('Some.Film.2020.1080p.WEB-DL.DDP5.1.Atmos.x264-GRP.mp4')).toMatchObject({
      video: { Codec: 'h264', VideoRange: 'SDR', VideoRangeType: 'SDR', BitDepth: 8 },
      audio: { Codec: 'eac3', Profile: 'Dolby Digital Plus + Dolby Atmos', ChannelLayout: '5.1' },
    })
    expect(mediaOf('Some.Film.2020.720p.BluRay.10bit.AV1.HDR10+.Opus.2.0.mkv')).toMatchObject({
      video: { Codec: 'av1', VideoRangeType: 'HDR10Plus', BitDepth: 10, Height: 720 },
      audio: { Codec: 'opus', ChannelLayout: 'stereo' },
    })
  })

  it.each([
    ['Film.1080p.x264.AAC2.0.mkv', '1080p H264 SDR', 'AAC - Stereo - Default'],
    ['Film.480p.MPEG-2.DD5.1.mkv', '480p MPEG-2 SDR', 'Dolby Digital - 5.1 - Default'],
    ['Film.2160p.HEVC.HDR10.DDP5.1.mkv', '4K HEVC HDR10', 'Dolby Digital+ - 5.1 - Default'],
    ['Film.1080p.VC-1.DTS-HD.MA.7.1.mkv', '1080p VC-1 SDR', 'DTS-HD MA - 7.1 - Default'],
    ['Film.1080p.x264.TrueHD.7.1.mkv', '1080p H264 SDR', 'TrueHD - 7.1 - Default'],
    ['Film.1080p.AV1.Opus.mkv', '1080p AV1 SDR', 'Opus - Default'],
    ['Film.XviD.MP3.1.0.avi', 'MPEG-4 SDR', 'MP3 - Mono - Default'],
    ['Film.1080p.x264.FLAC.German.mkv', '1080p H264 SDR', 'German - FLAC - Default'],
  ])('names what is in %s as people do', (filename, picture, sound) => {
    const { video, audio } = mediaOf(filename)
    expect([video?.DisplayTitle, audio?.DisplayTitle]).toEqual([picture, sound])
  })

  it('has a codec for everything, known or not, and one container', () => {
    for (const name of ['film', 'Film.webm', 'Some.Film.1998.XviD.avi', 'Film 2160p']) {
      const { Container, MediaStreams } = sourceOf(name)
      expect(Container).toMatch(/^\w+$/)
      expect(MediaStreams.length).toBeGreaterThan(1)
      expect(MediaStreams.every(({ Codec }) => Codec.length > 0)).toBe(true)
    }
    expect(sourceOf('Film.webm').MediaStreams.map(({ Codec }) => Codec)).toEqual(['vp9', 'opus'])
  })

  it('lists a stream for each language, then subtitles beside the file at addresses of this server', () => {
    const source = sourceOf(
      'Some.Film.2020.1080p.mkv',
      { tracks },
      {
        languages: ['Japanese', 'Multi', 'German'],
        subtitles: ['English'],
        subtitleTracks: [
          { id: null, url: 'https://s.example/2', lang: 'tlh' },
          { id: null, url: 'https://s.example/own.vtt', lang: 'fr' },
        ],
      },
    )
    const base = `/Videos/${item.id}/${'b'.repeat(32)}/Subtitles`
    expect(
      source.MediaStreams.map((media) => [
        media.Index,
        media.Type,
        'Language' in media ? media.Language : undefined,
        media.IsDefault,
        'DeliveryUrl' in media ? media.DeliveryUrl : undefined,
      ]),
    ).toEqual([
      [0, 'Video', undefined, true, undefined],
      [1, 'Audio', 'jpn', true, undefined],
      [2, 'Audio', 'ger', false, undefined],
      [3, 'Subtitle', 'eng', false, undefined],
      [4, 'Subtitle', undefined, false, `${base}/4/0/Stream.srt`],
      [5, 'Subtitle', 'fre', false, `${base}/5/0/Stream.vtt`],
      [6, 'Subtitle', 'eng', false, `${base}/6/0/Stream.srt`],
    ])
    expect(source.MediaStreams[5]).toMatchObject({
      Codec: 'webvtt',
      IsExternal: true,
      IsExternalUrl: false,
      DeliveryMethod: 'External',
      IsTextSubtitleStream: true,
      SupportsExternalStream: true,
    })
    expect(source.DefaultAudioStreamIndex).toBe(1)
    expect(source.DefaultSubtitleStreamIndex).toBeUndefined()
  })

  it('names no more than it can keep apart', () => {
    const { result } = version('Some.Film.mkv', { languages: Array(5_000).fill('English') })
    expect(mediaStreamsOf(result, [], []).length).toBeLessThan(30)
    const large = sourceOf('Some.Film.mkv', {}, { size: 9e15, bitrate: 9e12 })
    expect(large.Bitrate).toBeUndefined()
  })
})

describe('A title that nobody has looked up', () => {
  it('has one source that stands for all', () => {
    const source = placeholderSource({ ...item, runtimeMs: null })
    expect(check(source)).toBeUndefined()
    expect(source).toMatchObject({
      Id: item.id,
      Name: 'Some Film',
      Container: 'mkv',
      SupportsDirectPlay: true,
      service: { id: item.id, name: 'Some Film', description: '' },
    })
    expect(source.MediaStreams.map(({ Type }) => Type)).toEqual(['Video', 'Audio'])
  })
})
