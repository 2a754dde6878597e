import type { FileHeader } from '../../model/file-header.ts'
import { boundHeader } from './bound-header.ts'
import { createByteReader } from './byte-reader.ts'
import type { FetchRange } from './byte-reader.ts'
import { readMatroska } from './matroska.ts'
import { readMp4 } from './mp4.ts'

/** Null for other formats, broken files, and those that are only read in part. Fails as the requests do. */
export async function readFileHeader(fetch: FetchRange): Promise<FileHeader | null> {
  const reader = createByteReader(fetch)
  const header = (await readMatroska(reader)) ?? (await readMp4(reader))
  return header && boundHeader(header)
}
