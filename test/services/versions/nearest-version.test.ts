import { describe, expect, it } from 'vitest'
import { variantOf } from '../../../src/model/release-traits.ts'
import { parseReleaseName } from '../../../src/search/release-name/parse-release-name.ts'
import {
  nearestVersion,
  sortVersions,
  sourceName,
} from '../../../src/services/versions/sort-versions.ts'
import { deviceProfiles } from '../../support/device-profiles.ts'
import { readDeviceProfile } from '../../../src/http/media-server/playback/device-profile.ts'
import { bodyFields } from '../../../src/http/media-server/transport/fields.ts'
import { stream } from '../../support/streams.ts'

function version(filename: string, { bingeGroup = null as string | null, mark = 0 } = {}) {
  const result = stream({ filename, bingeGroup, parsedFile: parseReleaseName(filename) })
  return { mark, link: '', name: filename, description: '', result }
}

function modelOf(filename: string, { group = null as string | null, mark = 0 } = {}) {
  const parsed = parseReleaseName(filename)
  const { resolution, releaseGroup, quality, encode, languages } = parsed
  const traits = { releaseGroup, quality, encode, languages, ...variantOf(parsed) }
  return { mark, group, resolution, traits, audio: null, subtitle: null }
}

describe('What is nearest to the release that was watched', () => {
  const watched = 'Show.S01E01.1080p.BluRay.x264-GROUP.mkv'
  it.each([
    [
      'the same release',
      ['Show.S01E02.1080p.BluRay.x264-OTHER.mkv', 'Show.S01E02.1080p.BluRay.x264-GROUP.mkv'],
      1,
    ],
    [
      'its group in the same resolution',
      ['Show.S01E02.1080p.BluRay.x264-OTHER.mkv', 'Show.S01E02.1080p.WEB-DL.x265-GROUP.mkv'],
      1,
    ],
    [
      'its source medium',
      ['Show.S01E02.1080p.WEB-DL.x264-A.mkv', 'Show.S01E02.1080p.BluRay.x265-B.mkv'],
      1,
    ],
    [
      'its codec',
      ['Show.S01E02.1080p.WEB-DL.x265-A.mkv', 'Show.S01E02.1080p.WEB-DL.x264-B.mkv'],
      1,
    ],
    [
      'its resolution rather than its group',
      ['Show.S01E02.2160p.BluRay.x264-GROUP.mkv', 'Show.S01E02.1080p.WEB-DL.x265-A.mkv'],
      1,
    ],
    [
      'the first of equals',
      ['Show.S01E02.1080p.WEB-DL.x265-A.mkv', 'Show.S01E02.1080p.WEB-DL.x265-B.mkv'],
      0,
    ],
  ])('%s', (_name, files, place) => {
    const versions = files.map((file, mark) => version(file, { mark: mark + 1 }))
    expect(nearestVersion(versions, modelOf(watched))?.name).toBe(files[place])
  })

  const uhd = (variant: string, episode = 2) =>
    `Show.S01E0${episode}.${variant}.2160p.WEB-DL.DDP5.1.x265-GROUP.mkv`

  it.each([
    ['DV', ['HDR10', 'DV', 'DV.HDR10']],
    ['HDR10', ['DV', 'HDR']],
    ['SDR', ['HDR10', 'SDR']],
    ["Director's.Cut", ['HDR10', "Director's.Cut"]],
  ])('is one like it in its group: %s', (own, others) => {
    const versions = others.map((variant, place) => version(uhd(variant), { mark: place + 1 }))
    expect(nearestVersion(versions, modelOf(uhd(own, 1), { mark: 9 }))?.mark).toBe(2)
  })

  it('is one with its sound', () => {
    const files = ['TrueHD.Atmos.7.1', 'DTS-HD.MA.5.1', 'DTS.5.1'].map(
      (sound) => `Show.S01E02.1080p.BluRay.${sound}.x264-GROUP.mkv`,
    )
    const versions = files.map((file, place) => version(file, { mark: place + 1 }))
    const model = modelOf('Show.S01E01.1080p.BluRay.DTS-HD.MA.5.1.x264-GROUP.mkv', { mark: 9 })
    expect(nearestVersion(versions, model)?.mark).toBe(2)
  })

  it('is the first of its group where range, sound and cut were not kept yet', () => {
    const { traits, ...model } = modelOf(uhd('DV', 1), { mark: 9 })
    const { range: _range, audio: _audio, edition: _edition, ...old } = traits
    const versions = ['HDR10', 'DV'].map((variant, place) =>
      version(uhd(variant), { mark: place + 1 }),
    )
    expect(nearestVersion(versions, { ...model, traits: old })?.mark).toBe(1)
  })

  it('is one in its languages', () => {
    const german = 'Show.S01E02.German.1080p.WEB-DL.x265-A.mkv'
    const versions = [version('Show.S01E02.1080p.BluRay.x264-GROUP.mkv'), version(german)]
    const model = modelOf('Show.S01E01.German.1080p.BluRay.x264-GROUP.mkv', { mark: 9 })
    expect(nearestVersion(versions, model)?.name).toBe(german)
  })

  it('is the one of its source where both are alike otherwise', () => {
    const other = version(watched, { mark: 1 })
    const same = version(watched, { mark: 2 })
    const addon = 'Alpha '.repeat(20)
    const versions = [other, { ...same, result: { ...same.result, addon } }]
    const model = modelOf(watched, { mark: 9 })
    const traits = { ...model.traits, source: sourceName(addon) }
    expect(nearestVersion(versions, { ...model, traits })).toMatchObject({ mark: 2 })
    expect(nearestVersion(versions, model)).toMatchObject({ mark: 1 })
  })

  it('is one of its binge group, whatever its name says', () => {
    const versions = [version(watched), version('b.mkv', { bingeGroup: 'group', mark: 1 })]
    expect(nearestVersion(versions, modelOf(watched, { group: 'group', mark: 9 }))?.name).toBe(
      'b.mkv',
    )
  })

  it('is itself before all others', () => {
    const versions = [version(watched, { bingeGroup: 'group' }), version('b.mkv', { mark: 7 })]
    expect(nearestVersion(versions, modelOf(watched, { group: 'group', mark: 7 }))?.name).toBe(
      'b.mkv',
    )
  })

  it('is nothing where group and resolution are others', () => {
    expect(
      nearestVersion([version('Show.720p.BluRay.x264-GROUP.mkv', { mark: 1 })], modelOf(watched)),
    ).toBeNull()
  })

  it('is found by group and resolution where nothing else was kept', () => {
    const { traits: _traits, ...old } = modelOf(watched, { mark: 9 })
    const versions = [version('Show.720p.mkv'), version('Show.1080p.mkv')]
    expect(nearestVersion(versions, old)?.name).toBe('Show.1080p.mkv')
  })
})

describe('Versions for a device that cannot play the release that was watched', () => {
  it('begin with what is most like it of those that it can play', () => {
    const profile = readDeviceProfile(bodyFields({ DeviceProfile: deviceProfiles.web }))!
    const files = [
      'Show.S01E02.720p.WEB-DL.x264-B.mp4',
      'Show.S01E02.1080p.WEB-DL.x264-B.mp4',
      'Show.S01E02.1080p.BluRay.HEVC-A.mkv',
      'Show.S01E02.1080p.BluRay.HEVC-GROUP.mkv',
    ]
    const sorted = sortVersions(
      files.map((file, mark) => version(file, { mark: mark + 1 })),
      {
        profile,
        model: modelOf('Show.S01E01.1080p.BluRay.HEVC-GROUP.mkv'),
        failed: new Set([3]),
        runtimeMs: null,
      },
    )
    expect(sorted.map(({ name }) => name)).toEqual([files[1], files[0], files[3], files[2]])
  })

  const sized = (file: string, mark: number, size: number) => {
    const { result, ...rest } = version(file, { mark })
    return { ...rest, result: { ...result, size } }
  }

  it('that are too much for its line come before those that it cannot play, and none is left out', () => {
    const values = {
      MaxStreamingBitrate: 8_000_000,
      DirectPlayProfiles: [{ Type: 'Video', VideoCodec: 'h264' }],
    }
    const profile = readDeviceProfile(bodyFields({ DeviceProfile: values }))!
    const versions = [
      sized('Film.2160p.HEVC-A.mkv', 1, 9e9),
      sized('Film.1080p.x264-A.mkv', 2, 9e9),
      sized('Film.1080p.x264-B.mkv', 3, 5e9),
      sized('Film.720p.x264-A.mkv', 4, 2e9),
    ]
    const model = modelOf('Film.1080p.x264-B.mkv', { mark: 9 })
    const sorted = sortVersions(versions, {
      profile,
      model,
      failed: new Set(),
      runtimeMs: 3_600_000,
    })
    expect(sorted.map(({ mark }) => mark)).toEqual([4, 3, 2, 1])
  })
})
