import type { Chapter } from '../../model/media-stream.ts'
import type { ByteReader } from './byte-reader.ts'
import { boxAt, contentOf } from './mp4-boxes.ts'
import type { Box } from './mp4-boxes.ts'
import { textOf } from './text.ts'

const mostBytes = 64 * 1024
const mostChapters = 500
const mostName = 1_000

/** From Nero's list, else from the track of texts that QuickTime uses. */
export async function chaptersOfMp4(
  reader: ByteReader,
  moov: Box,
  track: Box | null,
): Promise<readonly Chapter[]> {
  const list = await boxAt(reader, moov, 'udta/chpl')
  if (list) return chaptersOfList(await contentOf(reader, list, mostBytes))
  return track ? chaptersOfTrack(reader, track) : []
}

export async function findChapterTrack(
  reader: ByteReader,
  traks: readonly Box[],
): Promise<Box | null> {
  const id = await chapterTrackId(reader, traks)
  for (const trak of id === null ? [] : traks) {
    if ((await idOf(reader, trak)) === id) return trak
  }
  return null
}

function chaptersOfList(content: Buffer): readonly Chapter[] {
  const chapters: Chapter[] = []
  let at = content[0] === 0 ? 5 : 9
  for (let left = content[at - 1] ?? 0; left > 0 && at + 9 <= content.length; left -= 1) {
    const ticks = content.readUInt32BE(at) * 2 ** 32 + content.readUInt32BE(at + 4)
    const end = at + 9 + content[at + 8]!
    chapters.push({
      startMs: Math.round(ticks / 10_000),
      name: textOf(content.subarray(at + 9, end)),
    })
    at = end
  }
  return chapters.filter(({ startMs }) => Number.isSafeInteger(startMs))
}

async function chapterTrackId(reader: ByteReader, traks: readonly Box[]): Promise<number | null> {
  for (const trak of traks) {
    const box = await boxAt(reader, trak, 'tref/chap')
    const content = box && (await contentOf(reader, box, 4))
    if (content?.length === 4) return content.readUInt32BE(0)
  }
  return null
}

async function idOf(reader: ByteReader, trak: Box): Promise<number | null> {
  const tkhd = await boxAt(reader, trak, 'tkhd')
  const content = tkhd && (await contentOf(reader, tkhd, 24))
  const at = content?.[0] === 1 ? 20 : 12
  return content && content.length >= at + 4 ? content.readUInt32BE(at) : null
}

async function chaptersOfTrack(reader: ByteReader, trak: Box): Promise<readonly Chapter[]> {
  const table = async (path: string): Promise<Buffer> => {
    const box = await boxAt(reader, trak, `mdia/${path}`)
    return box ? contentOf(reader, box, mostBytes) : Buffer.alloc(0)
  }
  const mdhd = await table('mdhd')
  const at = mdhd[0] === 1 ? 20 : 12
  const scale = mdhd.length >= at + 4 ? mdhd.readUInt32BE(at) : 0
  if (scale === 0) return []
  const lengths = durationsOf(await table('minf/stbl/stts'))
  const places = await placesOf(table)
  const chapters: Chapter[] = []
  let units = 0
  for (const [index, length] of lengths.entries()) {
    const startMs = Math.round((units * 1_000) / scale)
    chapters.push({ startMs, name: await nameAt(reader, places[index]) })
    units += length
  }
  return chapters
}

function durationsOf(stts: Buffer): readonly number[] {
  const durations: number[] = []
  for (let at = 8; at + 8 <= stts.length && durations.length < mostChapters; at += 8) {
    const count = Math.min(stts.readUInt32BE(at), mostChapters - durations.length)
    for (let left = count; left > 0; left -= 1) durations.push(stts.readUInt32BE(at + 4))
  }
  return durations
}

/** Positions of samples, if each has its own chunk or all are in the first. */
async function placesOf(table: (path: string) => Promise<Buffer>): Promise<readonly number[]> {
  const stco = await table('minf/stbl/stco')
  const stsz = await table('minf/stbl/stsz')
  if (stco.length < 12 || stsz.length < 12) return []
  const chunks = Math.min(stco.readUInt32BE(4), mostChapters, Math.floor((stco.length - 8) / 4))
  if (chunks > 1)
    return Array.from({ length: chunks }, (_, index) => stco.readUInt32BE(8 + 4 * index))
  const places: number[] = []
  let place = stco.readUInt32BE(8)
  for (let at = 12; at + 4 <= stsz.length && places.length < mostChapters; at += 4) {
    places.push(place)
    place += stsz.readUInt32BE(4) || stsz.readUInt32BE(at)
  }
  return places
}

async function nameAt(reader: ByteReader, place: number | undefined): Promise<string | null> {
  if (place === undefined) return null
  const head = await reader.read(place, 2)
  if (head.length < 2) return null
  return textOf(await reader.read(place + 2, Math.min(head.readUInt16BE(0), mostName)))
}
