import type { FileHeader } from '../../model/file-header.ts'
import { boundHeader } from './bound-header.ts'
import { createByteReader, firstBytes } from './byte-reader.ts'
import { readMatroska } from './matroska.ts'
import { lengthOfMp4, readMp4 } from './mp4.ts'

/** The first bytes of a file that is sent; `total` is the length of the file, null if unknown. */
export type FileStart = { readonly bytes: Buffer; readonly total: number | null }

export const fileStartBytes = firstBytes

/** What the start says without the rest: the header where that is whole, else perhaps the length. */
export async function readFileStart({ bytes, total }: FileStart) {
  const reader = createByteReader(async (from, length) => ({
    bytes: bytes.subarray(from, from + length),
    total,
  }))
  const found = (await readMatroska(reader)) ?? (await readMp4(reader))
  const header: FileHeader | null = found && boundHeader(found)
  const durationMs = header ? header.durationMs : await lengthOfMp4(reader)
  const isWhole = !reader.isCutShort()
  return { header: isWhole ? header : null, durationMs, isWhole }
}
