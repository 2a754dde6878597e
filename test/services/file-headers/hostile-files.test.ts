import { describe, expect, it } from 'vitest'
import { createByteReader } from '../../../src/services/file-headers/byte-reader.ts'
import { readFileHeader } from '../../../src/services/file-headers/read-file-header.ts'
import type { FileHeader } from '../../../src/model/file-header.ts'
import { fastestMs } from '../../support/fastest.ts'
import { box, element, mediaFile, rangesOf, uint, wholeFile } from '../../support/media-files.ts'

const names = ['hdr10.mkv', 'front.mp4', 'end.mp4', 'chapters.mov', 'plain.webm']
const seconds = Number(process.env['FUZZ_SECONDS'] ?? 10) / 10
/** However busy the machine is. */
const leastFiles = 21
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1e9)

/** The same numbers for the same seed. */
function createRandom(start: number) {
  let state = start
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

/** As many bytes as are read of a file at most. */
const plainBytes = Buffer.alloc(2 ** 20, 1)
let sum = 0
function readPlain(): void {
  for (const byte of plainBytes) sum += byte
}
const timesPlain = 10
const plainMs = await fastestMs(readPlain)

async function isQuickAgain(file: Buffer): Promise<boolean> {
  const tookMs = await fastestMs(() => readFileHeader(wholeFile(file).fetch))
  return tookMs < (await fastestMs(readPlain)) * timesPlain
}

/** Within what nothing may exceed, whatever the file says. */
async function readBounded(file: Buffer): Promise<FileHeader | null> {
  const server = wholeFile(file)
  const startedAt = performance.now()
  const header = await readFileHeader(server.fetch)
  const tookMs = performance.now() - startedAt
  // The machine may have been busy with something else.
  const isQuick = tookMs < plainMs * timesPlain || (await isQuickAgain(file))
  expect(server.sent()).toBeLessThanOrEqual(2 ** 20)
  expect(server.asked.length).toBeLessThanOrEqual(12)
  expect(isQuick).toBe(true)
  return header
}

/** What players and 32-bit fields can hold. */
function expectPossible(header: FileHeader | null): void {
  const days = 86_400_000
  const inside = (value: number | null, least: number, most: number) =>
    expect(value === null || (value >= least && value <= most), `${value}`).toBe(true)
  inside(header?.durationMs ?? null, 1, 10 * days)
  for (const { startMs } of header?.chapters ?? [])
    inside(startMs, 0, header!.durationMs ?? 10 * days)
  for (const track of header?.tracks ?? []) {
    inside(track.width, 1, 65_535)
    inside(track.height, 1, 65_535)
    inside(track.bitDepth, 1, 64)
    inside(track.frameRate, 1, 1_000)
    inside(track.channels, 1, 255)
    inside(track.sampleRate, 1, 10_000_000)
    expect(track.codec.length).toBeLessThanOrEqual(40)
  }
  expect(JSON.stringify(header).length).toBeLessThanOrEqual(64 * 1024)
}

describe('A file that lies', () => {
  it(`is read within bounds, or not at all, however its bytes are changed (seed ${seed})`, async () => {
    const random = createRandom(seed)
    const files = names.map(mediaFile)
    const end = performance.now() + seconds * 1_000
    let count = 0
    for (; count < leastFiles || performance.now() < end; count += 1) {
      const file = Buffer.from(files[random(files.length)]!)
      for (let changes = 1 + random(20); changes > 0; changes -= 1) {
        const at = random(random(2) ? file.length : 2_000)
        file[at] = [0, 0xff, 1, random(256)][random(4)]!
      }
      const header = await readBounded(file)
      expect(header?.tracks.length ?? 1).toBeGreaterThan(0)
      expectPossible(header)
      for (const track of header?.tracks ?? []) {
        expect(track.codec).toMatch(/^[\w-]+$/)
        expect(track.language ?? 'eng').toMatch(/^[a-z]{3}$/)
      }
    }
  })

  it.each(names)('is cut off anywhere: %s', async (name) => {
    const file = mediaFile(name)
    for (let length = 0; length < file.length; length += 97) {
      const header = await readBounded(file.subarray(0, length))
      expect(header?.tracks.length ?? 1).toBeGreaterThan(0)
    }
  })

  const ebml = element(0x1a45dfa3, element(0x4282, Buffer.from('matroska')))
  const endless = Buffer.from('1853806701ffffffffffffff', 'hex')
  const many = (part: Buffer, count: number) => Buffer.concat(Array<Buffer>(count).fill(part))
  const mvhd = box('mvhd', Buffer.alloc(100))
  it.each<[string, Buffer]>([
    ['is empty', Buffer.alloc(0)],
    ['is a text', Buffer.from('#EXTM3U\nhttps://streams.example/1.ts\n')],
    ['is of zeros', Buffer.alloc(3e6)],
    ['is of ones', Buffer.alloc(3e6, 0xff)],
    ['has elements without end', Buffer.concat([ebml, endless, many(element(0xec), 300_000)])],
    [
      'has tracks without end',
      Buffer.concat([
        ebml,
        endless,
        element(0x1654ae6b, many(element(0xae, element(0x83, uint(2))), 20_000)),
      ]),
    ],
    [
      'has an index that leads to itself',
      Buffer.concat([
        ebml,
        endless,
        element(
          0x114d9b74,
          many(
            element(
              0x4dbb,
              element(0x53ab, Buffer.from('1654ae6b', 'hex')),
              element(0x53ac, uint(0)),
            ),
            500,
          ),
        ),
      ]),
    ],
    ['has boxes without end', many(box('free'), 300_000)],
    [
      'has boxes in boxes',
      Array.from({ length: 5_000 }).reduce<Buffer>((inner) => box('moov', inner), mvhd),
    ],
    ['has tracks of nothing', box('moov', mvhd, many(box('trak'), 100_000))],
    [
      'has a size beyond all numbers',
      Buffer.concat([Buffer.from('000000016d6f6f76ffffffffffffffff', 'hex'), mvhd]),
    ],
  ])('%s', async (_what, file) => {
    const header = await readBounded(file)
    expect(header?.tracks.length ?? 0).toBeLessThanOrEqual(200)
  })

  const float = (value: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleBE(value)
    return bytes
  }
  const text = (value: string) => Buffer.from(value)
  const info = (durationMs: number) => element(0x1549a966, element(0x4489, float(durationMs)))
  const video = (...fields: Buffer[]) =>
    element(0xae, element(0x83, uint(1)), element(0x86, text('V_AV1')), element(0xe0, ...fields))
  const tracks = (...entries: Buffer[]) => element(0x1654ae6b, ...entries)
  const atom = (ns: bigint) => {
    const start = Buffer.alloc(8)
    start.writeBigUInt64BE(ns)
    return element(0xb6, element(0x91, start))
  }
  const chapters = (...starts: bigint[]) =>
    element(0x1043a770, element(0x45b9, ...starts.map(atom)))
  const matroska = (...parts: Buffer[]) =>
    readFileHeader(wholeFile(Buffer.concat([ebml, endless, ...parts])).fetch)

  it('has pictures and sound that no file has: those numbers count as unknown', async () => {
    const huge = uint(2 ** 32)
    const header = await matroska(
      tracks(
        video(element(0xb0, huge), element(0xba, huge), element(0x55b0, element(0x55b2, huge))),
        element(
          0xae,
          element(0x83, uint(2)),
          element(0x86, text(`A_${'X'.repeat(200)}`)),
          element(0xe1, element(0x9f, huge), element(0xb5, float(1e12))),
        ),
        element(0xae, element(0x83, uint(1)), element(0x23e383, uint(1))),
      ),
    )
    expect(header?.tracks).toMatchObject([
      { width: null, height: null, bitDepth: null },
      { channels: null, sampleRate: null },
      { frameRate: null },
    ])
    expectPossible(header)
  })

  it.each([
    ['longer than any film', 1e12, [0n, 5_000_000_000n, 10n ** 15n], null, [0, 5_000]],
    ['shorter than its chapters say', 4_000, [0n, 5_000_000_000n], 4_000, [0]],
  ] as const)('is %s', async (_what, written, starts, durationMs, left) => {
    const header = await matroska(info(written), tracks(video()), chapters(...starts))
    expect(header).toMatchObject({ durationMs, chapters: left.map((startMs) => ({ startMs })) })
  })

  it('has an MP4 length and chapters beyond 64 bits of ticks', async () => {
    const file = Buffer.from(mediaFile('front.mp4'))
    file.writeUInt32BE(1, file.indexOf('mvhd') + 16)
    file.writeUInt32BE(0xfffffff0, file.indexOf('mvhd') + 20)
    file.writeUInt32BE(0x00ffffff, file.indexOf('chpl') + 13)
    const header = await readFileHeader(wholeFile(file).fetch)
    expect(header?.durationMs).toBeNull()
    expectPossible(header)
  })

  it('fills its tracks with names: the last ones are left out', async () => {
    const named = element(
      0xae,
      element(0x83, uint(17)),
      element(0x86, text('S_TEXT/UTF8')),
      element(0x536e, text('\u{1F3AC}'.repeat(100))),
    )
    const header = await matroska(tracks(many(named, 200)))
    expect(header?.trackCount).toBe(200)
    expect(header?.tracks.length).toBeGreaterThan(50)
    expectPossible(header)
  })

  it('has a description that no film needs: it is not parsed', async () => {
    const padding = element(0xec, Buffer.alloc(200 * 1024))
    expect(await matroska(tracks(video(), padding))).toBeNull()
  })

  it('has more than may be read: a part is not taken for the whole', async () => {
    const handler = Buffer.alloc(12)
    handler.write('vide', 8)
    const sample = box('stsd', Buffer.alloc(8), box('av01', Buffer.alloc(78)))
    const stbl = box('stbl', box('free', Buffer.alloc(100_000)), sample)
    const mdia = box('mdia', box('hdlr', handler), box('minf', stbl))
    const trak = box('trak', box('tkhd', Buffer.alloc(84)), mdia)
    const few = await readFileHeader(wholeFile(box('moov', mvhd, many(trak, 4))).fetch)
    expect(few?.tracks).toHaveLength(4)
    const server = wholeFile(box('moov', mvhd, many(trak, 40)))
    expect(await readFileHeader(server.fetch)).toBeNull()
    expect(server.asked).toHaveLength(12)
  })

  it('sends more than it is asked for', async () => {
    const file = mediaFile('hdr10.mkv')
    const fetch = async () => ({ bytes: Buffer.concat([file, Buffer.alloc(20e6)]), total: null })
    expect((await readFileHeader(fetch))?.tracks).toHaveLength(5)
  })
})

describe('Reading here and there', () => {
  it('asks for nothing twice, nothing past the end, and no more than 1 MB', async () => {
    const server = rangesOf([], 50e6)
    const reader = createByteReader(server.fetch)
    const read = (from: number, length: number) => reader.read(from, length)
    expect(await read(0, 10)).toHaveLength(10)
    expect(await read(1_000, 1_000)).toHaveLength(1_000)
    expect(server.asked).toHaveLength(1)
    expect(await read(50e6, 1)).toHaveLength(0)
    expect(await read(49_999_990, 10)).toHaveLength(10)
    expect(await read(49_999_990, 11)).toHaveLength(10)
    expect(await read(10e6, 2e6)).toHaveLength(0)
    expect(await read(Number.MAX_SAFE_INTEGER, 10)).toHaveLength(0)
    for (let at = 1e6; at < 40e6; at += 1e6) await read(at, 200_000)
    expect(server.sent()).toBeLessThanOrEqual(2 ** 20)
  })
})
