import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDeviceProfile } from '../../../src/http/media-server/playback/device-profile.ts'
import { bodyFields } from '../../../src/http/media-server/transport/fields.ts'
import { asksNoMore, fitOf } from '../../../src/services/versions/device-fit.ts'
import { fileFactsOf } from '../../../src/services/versions/file-facts.ts'
import { parseReleaseName } from '../../../src/search/release-name/parse-release-name.ts'
import { deviceProfiles } from '../../support/device-profiles.ts'
import { stream } from '../../support/streams.ts'

function profileOf(values: object) {
  return readDeviceProfile(bodyFields({ DeviceProfile: values }))!
}

function factsOf(filename: string, size: number | null = null) {
  return fileFactsOf(stream({ filename, size, parsedFile: parseReleaseName(filename) }), 3_600_000)
}

const video = (values: object) => ({ DirectPlayProfiles: [{ Type: 'Video', ...values }] })
const limit = (values: object) => ({ CodecProfiles: [{ Type: 'Video', ...values }] })
const condition = (Condition: string, Property: string, Value: string) => ({
  Conditions: [{ Condition, Property, Value }],
})

describe('A device is known not to play a file', () => {
  it.each([
    ['in another container', video({ Container: 'mp4,mov' }), 'Film.mkv'],
    ['in a container that is left out', video({ Container: '-mkv' }), 'Film.mkv'],
    ['in another codec', video({ VideoCodec: 'h264' }), 'Film.1080p.HEVC'],
    ['with sound in another codec', video({ AudioCodec: 'aac' }), 'Film.1080p.DTS'],
    ['that is wider', limit(condition('LessThanEqual', 'Width', '1920')), 'Film.2160p'],
    ['that is smaller', limit(condition('GreaterThanEqual', 'Height', '720')), 'Film.480p'],
    [
      'of another range',
      limit(condition('EqualsAny', 'VideoRangeType', 'SDR|HDR10')),
      'Film.2160p.DV.HEVC',
    ],
    ['of a range by name', limit(condition('NotEquals', 'VideoRangeType', 'hlg')), 'Film.HLG'],
    ['of more bits', limit(condition('LessThanEqual', 'VideoBitDepth', '8')), 'Film.10bit.x264'],
    [
      'with more channels',
      {
        CodecProfiles: [
          {
            Type: 'VideoAudio',
            Codec: 'opus',
            ...condition('LessThanEqual', 'AudioChannels', '2'),
          },
        ],
      },
      'Film.1080p.Opus.5.1',
    ],
    [
      'in a container with a limit',
      {
        ContainerProfiles: [
          { Type: 'Video', Container: 'avi', ...condition('LessThanEqual', 'Width', '720') },
        ],
      },
      'Film.1080p.avi',
    ],
    [
      'beyond what a codec may have',
      limit({ Codec: 'h264', ...condition('LessThanEqual', 'VideoBitrate', '8000000') }),
      'Film.1080p.x264',
    ],
  ])('%s', (_what, values, filename) => {
    // An hour of 10 Mbit/s.
    expect(fitOf(profileOf(values), factsOf(filename, 4.5e9))).toBe('unfit')
  })

  it.each([
    ['other names of a container', video({ Container: 'matroska' }), 'Film.mkv'],
    ['other names of a codec', video({ VideoCodec: 'h265' }), 'Film.HEVC'],
    ['one of several tracks', video({ AudioCodec: 'ac3' }), 'Film.TrueHD.DD5.1'],
    [
      'what is not known',
      video({ Container: 'mp4', VideoCodec: 'h264', AudioCodec: 'aac' }),
      'Film',
    ],
    ['no list at all', video({}), 'Film.2160p.HEVC.DV.TrueHD.mkv'],
    ['music alone', { DirectPlayProfiles: [{ Type: 'Audio', Container: 'mp3' }] }, 'Film.mkv'],
    [
      'a limit of another codec',
      limit({ Codec: 'h264', ...condition('LessThanEqual', 'Width', '1') }),
      'Film.2160p.HEVC',
    ],
    [
      'a limit of a codec that is not known',
      limit({ Codec: 'h264', ...condition('LessThanEqual', 'Width', '1') }),
      'Film.2160p',
    ],
    [
      'a limit of what nobody can know',
      limit({ ...condition('LessThanEqual', 'VideoLevel', '1') }),
      'Film.2160p',
    ],
    [
      'a limit for what is not so',
      limit({
        ApplyConditions: [{ Condition: 'GreaterThanEqual', Property: 'Width', Value: '3840' }],
        ...condition('Equals', 'VideoRangeType', 'SDR'),
      }),
      'Film.1080p.HDR10',
    ],
    ['its line', { MaxStreamingBitrate: 12_000_000 }, 'Film.1080p'],
  ])('not for %s', (_what, values, filename) => {
    expect(fitOf(profileOf(values), factsOf(filename, 4.5e9))).toBe('fit')
  })

  it.each([
    ['8000000', 'Film.1080p.x264.mkv', 'overLine'],
    ['8000000', 'Film.1080p.x265.mkv', 'unfit'],
    [10_000_000, 'Film.1080p.x264.mkv', 'fit'],
  ])('apart from its line of %s: %s is %s', (MaxStreamingBitrate, filename, fit) => {
    const profile = profileOf({ ...video({ VideoCodec: 'h264' }), MaxStreamingBitrate })
    expect(fitOf(profile, factsOf(filename, 4.5e9))).toBe(fit)
  })

  it('never where nothing is known of the file', () => {
    const words = fc.constantFrom('', 'mkv', '-mkv', 'h264,hevc', 'x', ',', '1', '0|SDR', '-')
    const conditions = fc.array(
      fc.record({
        Condition: fc.constantFrom('Equals', 'NotEquals', 'LessThanEqual', 'EqualsAny'),
        Property: fc.constantFrom('Width', 'VideoBitDepth', 'AudioChannels', 'IsAvc'),
        Value: words,
      }),
    )
    const part = fc.record({
      Type: fc.constantFrom('Video', 'VideoAudio', 'Audio'),
      Container: words,
      Codec: words,
      VideoCodec: words,
      AudioCodec: words,
      Conditions: conditions,
      ApplyConditions: conditions,
    })
    const profile = fc.record({
      MaxStreamingBitrate: fc.integer(),
      DirectPlayProfiles: fc.array(part),
      CodecProfiles: fc.array(part),
      ContainerProfiles: fc.array(part),
    })
    fc.assert(
      fc.property(profile, (values) => {
        expect(fitOf(profileOf(values), factsOf('Some Film'))).toBe('fit')
      }),
    )
  })

  it('by what real apps send, as those apps behave', () => {
    const files = {
      'Film.2160p.BluRay.REMUX.HEVC.DV.TrueHD.7.1.mkv': ['web', 'androidTv'],
      'Film.1080p.WEB-DL.DDP5.1.H.264.mkv': ['web'],
      'Film.1080p.WEB-DL.AAC2.0.H.264.mp4': [],
      'Film.1080p.WEB-DL.AV1.Opus.webm': [],
      'Film.1080p.WEB-DL.H.264.HDR10.mp4': ['web'],
      'Film.XviD.avi': ['web', 'androidTv'],
    }
    for (const [file, refused] of Object.entries(files)) {
      const found = Object.entries(deviceProfiles).flatMap(([name, profile]) =>
        fitOf(profileOf(profile), factsOf(file)) === 'unfit' ? name : [],
      )
      expect([file, found]).toEqual([file, refused])
    }
  })
})

describe('A device that plays one file should play another', () => {
  const had = 'Film.1080p.x264.DD+.5.1'
  it.each([
    ['of the same kind', 'Film.1080p.x264.DD+.5.1', 4e9, true],
    ['with fewer channels', 'Film.720p.x264.DD+.2.0', 4e9, true],
    ['of which little is known', 'Film.1080p', null, true],
    ['with sound in another codec', 'Film.1080p.x264.TrueHD.5.1', 4e9, false],
    ['with sound in one codec more', 'Film.1080p.x264.DD+.5.1.DTS', 4e9, false],
    ['with more channels', 'Film.1080p.x264.DD+.7.1', 4e9, false],
    ['with more bits per second', 'Film.1080p.x264.DD+.5.1', 5e9, false],
  ])('%s', (_kind, filename, size, isSo) => {
    expect(asksNoMore(factsOf(filename, size), factsOf(had, 4e9))).toBe(isSo)
  })
})
