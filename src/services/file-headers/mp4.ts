import type { FileHeader, FileTrack } from '../../model/file-header.ts'
import { boxAt, boxesIn, boxIn, contentOf } from './mp4-boxes.ts'
import type { Box } from './mp4-boxes.ts'
import type { ByteReader } from './byte-reader.ts'
import { chaptersOfMp4, findChapterTrack } from './mp4-chapters.ts'
import { trackOfMp4 } from './mp4-track.ts'

const mostTracks = 100
const wholeFile = { start: 0, end: Number.MAX_SAFE_INTEGER }
const firstBoxes: ReadonlySet<string> = new Set(['ftyp', 'moov', 'wide', 'free', 'skip', 'mdat'])

/** Null where the file is none, or its description is not found. The description may be at the end of the file. */
export async function readMp4(reader: ByteReader): Promise<FileHeader | null> {
  const found = await findDescription(reader)
  return found && describe(reader, found.moov, found.container)
}

/** Known before the tracks are. */
export async function lengthOfMp4(reader: ByteReader): Promise<number | null> {
  const found = await findDescription(reader)
  return found && durationOf(reader, found.moov)
}

async function findDescription(reader: ByteReader) {
  let container: FileHeader['container'] = 'mov'
  for await (const box of boxesIn(reader, wholeFile)) {
    if (!firstBoxes.has(box.type) && box.start === 8) return null
    if (box.type === 'ftyp') {
      const brand = (await contentOf(reader, box, 4)).toString('latin1')
      container = brand === 'qt  ' ? 'mov' : 'mp4'
    }
    if (box.type === 'moov') return { moov: box, container }
  }
  return null
}

async function describe(
  reader: ByteReader,
  moov: Box,
  container: FileHeader['container'],
): Promise<FileHeader | null> {
  const traks: Box[] = []
  for await (const box of boxesIn(reader, moov)) {
    if (box.type === 'trak' && traks.length < mostTracks) traks.push(box)
  }
  const chapterTrack = await findChapterTrack(reader, traks)
  const tracks: FileTrack[] = []
  for (const [index, trak] of traks.entries()) {
    const track = trak === chapterTrack ? null : await trackOfMp4(reader, trak, index)
    if (track) tracks.push(track)
  }
  const durationMs = await durationOf(reader, moov)
  // Only chapters may be missing: what is kept counts as the whole truth.
  if (tracks.length === 0 || reader.isCutShort()) return null
  return {
    container,
    durationMs,
    tracks,
    trackCount: traks.length,
    chapters: await chaptersOfMp4(reader, moov, chapterTrack),
  }
}

async function durationOf(reader: ByteReader, moov: Box): Promise<number | null> {
  const box = await boxIn(reader, moov, 'mvhd')
  if (!box) return null
  const content = await contentOf(reader, box, 32)
  const isLong = content[0] === 1
  if (content.length < (isLong ? 32 : 20)) return null
  const scale = content.readUInt32BE(isLong ? 20 : 12)
  const written = isLong ? longOf(content, 24) : shortOf(content, 16)
  const units = written || (await fragmentsOf(reader, moov))
  const durationMs = scale === 0 ? 0 : Math.round((units * 1_000) / scale)
  return durationMs > 0 && Number.isSafeInteger(durationMs) ? durationMs : null
}

async function fragmentsOf(reader: ByteReader, moov: Box): Promise<number> {
  const box = await boxAt(reader, moov, 'mvex/mehd')
  const content = box && (await contentOf(reader, box, 12))
  if (!content || content.length < 8) return 0
  if (content[0] !== 1) return shortOf(content, 4)
  return content.length < 12 ? 0 : longOf(content, 4)
}

function shortOf(content: Buffer, at: number): number {
  const value = content.readUInt32BE(at)
  return value === 0xffffffff ? 0 : value
}

function longOf(content: Buffer, at: number): number {
  const high = content.readUInt32BE(at)
  return high >= 2 ** 20 ? 0 : high * 2 ** 32 + content.readUInt32BE(at + 4)
}
