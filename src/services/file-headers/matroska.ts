import type { FileHeader } from '../../model/file-header.ts'
import type { Chapter } from '../../model/media-stream.ts'
import type { ByteReader } from './byte-reader.ts'
import { childOf, childrenOf, floatOf, longestHead, readHead, unsignedOf } from './ebml.ts'
import { tracksOfMatroska } from './matroska-tracks.ts'
import { textOf } from './text.ts'

const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  chapters: 0x1043a770,
  edition: 0x45b9,
  editionHidden: 0x45bd,
  atom: 0xb6,
  atomStart: 0x91,
  atomHidden: 0x98,
  display: 0x80,
  displayText: 0x85,
} as const

const none = Buffer.alloc(0)
const mostElements = 100
const mostChapters = 500
const largest: ReadonlyMap<number, number> = new Map([
  [ids.seekHead, 64 * 1024],
  [ids.info, 64 * 1024],
  [ids.tracks, 128 * 1024],
  [ids.chapters, 64 * 1024],
])

/** Null where the file is none, or its tracks are not found. */
export async function readMatroska(reader: ByteReader): Promise<FileHeader | null> {
  const start = await reader.read(0, 64)
  const head = readHead(start, 0)
  if (head?.id !== ids.header || head.size === null) return null
  const docType = textOf(childOf(await reader.read(head.headLength, head.size), ids.docType))
  const segmentAt = head.headLength + head.size
  const segment = readHead(await reader.read(segmentAt, longestHead), 0)
  if (segment?.id !== ids.segment) return null
  const found = await findParts(reader, segmentAt + segment.headLength)
  const described = tracksOfMatroska(found.get(ids.tracks) ?? none)
  if (described.tracks.length === 0) return null
  if (reader.isCutShort() && !found.has(ids.info)) return null
  const chapters = found.get(ids.chapters)
  return {
    container: docType === 'webm' ? 'webm' : 'mkv',
    durationMs: durationOf(found.get(ids.info) ?? null),
    ...described,
    chapters: chapters ? chaptersOf(chapters) : [],
  }
}

type Parts = Map<number, Buffer>

/** Elements before the first frames, then those in the index, since chapters may be at the end. */
async function findParts(reader: ByteReader, origin: number): Promise<Parts> {
  const parts: Parts = new Map()
  let at = origin
  for (let count = 0; count < mostElements; count += 1) {
    const head = readHead(await reader.read(at, longestHead), 0)
    if (head === null || head.id === ids.cluster || head.size === null) break
    await keepPart(reader, parts, at, head.id)
    at += head.headLength + head.size
  }
  const index = parts.get(ids.seekHead)
  if (!index) return parts
  for (const [id, position] of positionsOf(index)) {
    if (id !== ids.seekHead && !parts.has(id)) await keepPart(reader, parts, origin + position, id)
  }
  return parts
}

async function keepPart(reader: ByteReader, parts: Parts, at: number, id: number): Promise<void> {
  const most = largest.get(id)
  if (most === undefined || parts.has(id)) return
  const head = readHead(await reader.read(at, longestHead), 0)
  if (head?.id !== id || head.size === null || head.size > most) return
  const content = await reader.read(at + head.headLength, head.size)
  if (content.length === head.size) parts.set(id, content)
}

function positionsOf(index: Buffer): readonly (readonly [id: number, position: number])[] {
  const positions = new Map<number, number>()
  for (const [id, seek] of childrenOf(index)) {
    if (id !== ids.seek) continue
    const wanted = unsignedOf(childOf(seek, ids.seekId))
    if (!positions.has(wanted)) positions.set(wanted, unsignedOf(childOf(seek, ids.seekPosition)))
  }
  return [ids.tracks, ids.info, ids.chapters].flatMap((id) => {
    const position = positions.get(id)
    return position === undefined ? [] : [[id, position] as const]
  })
}

function durationOf(info: Buffer | null): number | null {
  if (info === null) return null
  const scale = unsignedOf(childOf(info, ids.timestampScale)) || 1_000_000
  const durationMs = (floatOf(childOf(info, ids.duration)) * scale) / 1e6
  return durationMs > 0 && Number.isSafeInteger(Math.round(durationMs))
    ? Math.round(durationMs)
    : null
}

function chaptersOf(content: Buffer): readonly Chapter[] {
  for (const [id, edition] of childrenOf(content)) {
    if (id !== ids.edition || unsignedOf(childOf(edition, ids.editionHidden)) === 1) continue
    const chapters: Chapter[] = []
    for (const [part, atom] of childrenOf(edition)) {
      if (part !== ids.atom || unsignedOf(childOf(atom, ids.atomHidden)) === 1) continue
      if (chapters.length === mostChapters) break
      const display = childOf(atom, ids.display)
      chapters.push({
        startMs: Math.round(unsignedOf(childOf(atom, ids.atomStart)) / 1e6),
        name: display && textOf(childOf(display, ids.displayText)),
      })
    }
    return chapters
  }
  return []
}
