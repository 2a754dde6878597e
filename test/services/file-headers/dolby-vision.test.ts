import { describe, expect, it } from 'vitest'
import { rangeOf } from '../../../src/services/file-headers/codec-configuration.ts'
import { readFileHeader } from '../../../src/services/file-headers/read-file-header.ts'
import { box, mediaFile, wholeFile } from '../../support/media-files.ts'

/** As in `dvcC`: version, profile and level, then what others see of it. */
function record(profile: number, compatible: number): Buffer {
  return Buffer.from([1, 0, profile << 1, 0, compatible << 4])
}

describe('The kind of Dolby Vision', () => {
  it.each([
    ['profile 5, which nothing else shows', 5, 0, 'DOVI'],
    ['profile 7 of discs', 7, 6, 'DOVIWithHDR10'],
    ['profile 7, whatever it says', 7, 0, 'DOVIWithHDR10'],
    ['profile 8.1', 8, 1, 'DOVIWithHDR10'],
    ['profile 8.2', 8, 2, 'DOVIWithSDR'],
    ['profile 8.4', 8, 4, 'DOVIWithHLG'],
    ['profile 8 that nothing else shows', 8, 0, 'DOVI'],
    ['profile 10 in AV1 over HDR10', 10, 1, 'DOVIWithHDR10'],
  ] as const)('is that of its record: %s', (_what, profile, compatible, range) => {
    expect(rangeOf(null, record(profile, compatible))).toBe(range)
    expect(rangeOf(18, record(profile, compatible))).toBe(range)
  })

  it.each([
    [16, 'HDR10'],
    [18, 'HLG'],
    [1, 'SDR'],
    [2, null],
    [null, null],
  ] as const)('is none where the record is cut off, and %s counts', (transfer, range) => {
    expect(rangeOf(transfer, record(8, 1).subarray(0, 4))).toBe(range)
    expect(rangeOf(transfer, null)).toBe(range)
  })

  it.each([
    ['dvcC', 5, 0, 'DOVI'],
    ['dvvC', 8, 1, 'DOVIWithHDR10'],
    ['dvwC', 8, 4, 'DOVIWithHLG'],
  ] as const)('is read from %s of an MP4 file', async (name, profile, compatible, range) => {
    const file = withPictureBox(mediaFile('front.mp4'), box(name, record(profile, compatible)))
    const { tracks } = (await readFileHeader(wholeFile(file).fetch))!
    expect(tracks[0]).toMatchObject({ kind: 'video', codec: 'hevc', bitDepth: 10, range })
  })
})

/** The same file with a box more at the end of the first picture's description. */
function withPictureBox(file: Buffer, more: Buffer): Buffer {
  const outer = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'hvc1']
  const starts: number[] = []
  for (const name of outer) starts.push(file.indexOf(name, starts.at(-1) ?? 0) - 4)
  const last = starts.at(-1)!
  const end = last + file.readUInt32BE(last)
  const grown = Buffer.concat([file.subarray(0, end), more, file.subarray(end)])
  for (const at of starts) grown.writeUInt32BE(grown.readUInt32BE(at) + more.length, at)
  return grown
}
