import type { ByteReader } from './byte-reader.ts'

/** A box of an ISO media file; places are counted from the start of the file. */
export type Box = {
  readonly type: string
  readonly start: number
  readonly end: number
}

const longestHead = 16
const mostBoxes = 500

/** The boxes between two places of the file, without reading what is in them. Ends where they make no sense. */
export async function* boxesIn(
  reader: ByteReader,
  { start, end }: Pick<Box, 'start' | 'end'>,
): AsyncGenerator<Box> {
  let at = start
  for (let count = 0; count < mostBoxes && at + 8 <= end; count += 1) {
    const box = headOf(await reader.read(at, longestHead), at, end)
    if (box === null) return
    yield box
    at = box.end
  }
}

/** For bytes that were read already; positions count from their start. */
export function* boxesOf(bytes: Buffer): Generator<readonly [type: string, content: Buffer]> {
  let at = 0
  for (let count = 0; count < mostBoxes && at + 8 <= bytes.length; count += 1) {
    const box = headOf(bytes.subarray(at, at + longestHead), at, bytes.length)
    if (box === null || box.end > bytes.length) return
    yield [box.type, bytes.subarray(box.start, box.end)]
    at = box.end
  }
}

export async function boxIn(
  reader: ByteReader,
  parent: Pick<Box, 'start' | 'end'>,
  type: string,
): Promise<Box | null> {
  for await (const box of boxesIn(reader, parent)) if (box.type === type) return box
  return null
}

export async function boxAt(reader: ByteReader, parent: Box, path: string): Promise<Box | null> {
  let box: Box | null = parent
  for (const type of path.split('/')) box = box && (await boxIn(reader, box, type))
  return box
}

export function contentOf(reader: ByteReader, box: Box, most: number): Promise<Buffer> {
  return reader.read(box.start, Math.min(box.end - box.start, most))
}

function headOf(head: Buffer, at: number, end: number): Box | null {
  if (head.length < 8) return null
  const type = head.toString('latin1', 4, 8)
  const written = head.readUInt32BE(0)
  if (written === 0) return { type, start: at + 8, end }
  if (written !== 1) return written < 8 ? null : { type, start: at + 8, end: at + written }
  if (head.length < longestHead) return null
  const size = head.readUInt32BE(8) * 2 ** 32 + head.readUInt32BE(12)
  if (size < longestHead || !Number.isSafeInteger(at + size)) return null
  return { type, start: at + longestHead, end: at + size }
}
