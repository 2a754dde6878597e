import { describe, expect, it } from 'vitest'
import { unknownTrack } from '../../../src/model/file-header.ts'
import type { FileHeader } from '../../../src/model/file-header.ts'
import { readFileHeader } from '../../../src/services/file-headers/read-file-header.ts'
import { box, element, mediaFile, rangesOf, uint, wholeFile } from '../../support/media-files.ts'

const chapters = [
  { startMs: 0, name: 'Opening' },
  { startMs: 1_000, name: 'The end' },
]

async function read(name: string): Promise<FileHeader> {
  return (await readFileHeader(wholeFile(mediaFile(name)).fetch))!
}

describe('The header of a file that ffmpeg made', () => {
  it('is read from Matroska: tracks, flags, HDR10 and chapters', async () => {
    expect(await read('hdr10.mkv')).toEqual({
      container: 'mkv',
      durationMs: 2_038,
      trackCount: 5,
      chapters,
      tracks: [
        {
          ...unknownTrack,
          kind: 'video',
          index: 0,
          codec: 'hevc',
          profile: 'Main 10',
          width: 64,
          height: 36,
          bitDepth: 10,
          frameRate: 24,
          range: 'HDR10',
          language: null,
        },
        {
          ...unknownTrack,
          kind: 'audio',
          index: 1,
          codec: 'ac3',
          channels: 6,
          sampleRate: 44_100,
          language: 'jpn',
          name: 'Surround',
          isDefault: true,
        },
        {
          ...unknownTrack,
          kind: 'audio',
          index: 2,
          codec: 'aac',
          channels: 1,
          sampleRate: 44_100,
          language: 'eng',
          name: "Director's commentary",
          isCommentary: true,
        },
        {
          ...unknownTrack,
          kind: 'subtitle',
          index: 3,
          codec: 'subrip',
          language: 'ger',
          isForced: true,
        },
        {
          ...unknownTrack,
          kind: 'subtitle',
          index: 4,
          codec: 'subrip',
          language: 'eng',
          name: 'SDH',
          isHearingImpaired: true,
        },
      ],
    })
  })

  it.each(['front.mp4', 'end.mp4'])(
    'is read from %s, wherever its description is',
    async (name) => {
      const { tracks, ...file } = await read(name)
      expect(file).toEqual({
        container: 'mp4',
        durationMs: name === 'front.mp4' ? 2_015 : 2_000,
        // The last one is of chapters.
        trackCount: 6,
        chapters,
      })
      expect(tracks).toMatchObject([
        { kind: 'video', width: 64, height: 36, isDefault: true },
        { kind: 'audio', index: 1, language: 'jpn', name: 'Surround', isDefault: true },
        { kind: 'audio', index: 2, language: 'eng', channels: 1, isCommentary: true },
        { kind: 'subtitle', index: 3, codec: 'mov_text', language: 'ger', isForced: true },
        { kind: 'subtitle', index: 4, language: 'eng', name: 'SDH', isHearingImpaired: true },
      ])
      const modern = { codec: 'hevc', profile: 'Main 10', bitDepth: 10, range: 'HLG' }
      const plain = { codec: 'h264', profile: 'Baseline', bitDepth: 8, range: null }
      expect(tracks[0]).toMatchObject(name === 'front.mp4' ? modern : plain)
      const surround = { codec: 'eac3', channels: 6 }
      expect(tracks[1]).toMatchObject(
        name === 'front.mp4' ? surround : { codec: 'aac', channels: 1 },
      )
    },
  )

  it('is read from QuickTime, whose chapters are a track of texts', async () => {
    const { container, tracks, ...file } = await read('chapters.mov')
    expect(container).toBe('mov')
    expect(file.chapters).toEqual(chapters)
    expect(tracks.map(({ kind, language }) => [kind, language])).toEqual([
      ['video', null],
      ['audio', 'jpn'],
      ['audio', null],
      ['subtitle', 'ger'],
      ['subtitle', null],
    ])
  })

  it('is read from WebM', async () => {
    expect(await read('plain.webm')).toMatchObject({
      container: 'webm',
      tracks: [{ codec: 'vp9' }, { codec: 'opus', channels: 1, sampleRate: 48_000 }],
      chapters: [],
    })
  })
})

describe('Where the parts of a file are far from each other', () => {
  it('only those are asked for, at most 1 MB', async () => {
    const file = mediaFile('end.mp4')
    const at = file.indexOf('moov') - 4
    const far = 8e9
    const gap = Buffer.alloc(16)
    gap.writeUInt32BE(1)
    gap.write('mdat', 4)
    gap.writeBigUInt64BE(BigInt(far - 32), 8)
    const ftyp = file.subarray(0, 32)
    const server = rangesOf(
      [
        [0, ftyp],
        [32, gap],
        [far, file.subarray(at)],
      ],
      far + file.length - at,
    )
    expect((await readFileHeader(server.fetch))?.tracks).toHaveLength(5)
    expect(server.asked).toHaveLength(2)
    expect(server.sent()).toBeLessThan(2 ** 20)
  })

  it('tables of samples are passed over', async () => {
    const file = mediaFile('front.mp4')
    const grown = withLongTables(file, 3_000_000)
    const server = wholeFile(grown)
    expect((await readFileHeader(server.fetch))?.tracks).toHaveLength(5)
    expect(server.sent()).toBeLessThan(2 ** 20)
    expect(server.asked.length).toBeLessThan(12)
  })

  it('chapters at the end of Matroska are found by its index', async () => {
    const far = 5e9
    const atom = element(
      0xb6,
      element(0x91, uint(90e9)),
      element(0x80, element(0x85, Buffer.from('Late'))),
    )
    const late = element(0x1043a770, element(0x45b9, atom))
    const seek = element(
      0x4dbb,
      element(0x53ab, Buffer.from('1043a770', 'hex')),
      element(0x53ac, uint(far)),
    )
    const video = element(0xae, element(0x83, uint(1)), element(0x86, Buffer.from('V_AV1')))
    const head = element(0x1a45dfa3, element(0x4282, Buffer.from('matroska')))
    const segment = Buffer.concat([
      Buffer.from('18538067', 'hex'),
      Buffer.from('01ffffffffffffff', 'hex'),
    ])
    const front = Buffer.concat([
      head,
      segment,
      element(0x114d9b74, seek),
      element(0x1654ae6b, video),
      element(0x1f43b675, Buffer.alloc(1_000)),
    ])
    const place = head.length + segment.length + far
    const server = rangesOf(
      [
        [0, front],
        [place, late],
      ],
      place + late.length,
    )
    expect(await readFileHeader(server.fetch)).toMatchObject({
      container: 'mkv',
      tracks: [{ codec: 'av1', language: 'eng', isDefault: true }],
      chapters: [{ startMs: 90_000, name: 'Late' }],
    })
    expect(server.asked).toHaveLength(2)
  })
})

/** As in films of hours: the description of each track is followed by tables. */
function withLongTables(file: Buffer, length: number): Buffer {
  const at = file.indexOf('moov') - 4
  const end = at + file.readUInt32BE(at)
  const parts: Buffer[] = []
  for (let place = at + 8; place < end; place += file.readUInt32BE(place)) {
    const part = file.subarray(place, place + file.readUInt32BE(place))
    const isTrack = part.toString('latin1', 4, 8) === 'trak' && parts.length < 3
    const table = box('free', Buffer.alloc(isTrack ? length : 0))
    parts.push(isTrack ? box('trak', part.subarray(8), table) : part)
  }
  return Buffer.concat([file.subarray(0, at), box('moov', ...parts), file.subarray(end)])
}
