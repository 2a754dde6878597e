import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { FetchRange } from '../../src/services/file-headers/byte-reader.ts'
import type { Ending } from './ending.ts'
import { startUpstream } from './upstream.ts'
import type { Handler } from './upstream.ts'

/** Made by ffmpeg; `make.sh` beside them says how. */
export function mediaFile(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../fixtures/media-files', name))
}

const duration = Buffer.from([0x44, 0x89, 0x88])

/** A file whose own header says that it takes this long. */
export function fileLasting(milliseconds: number): Buffer {
  const file = Buffer.from(mediaFile('hdr10.mkv'))
  file.writeDoubleBE(milliseconds, file.indexOf(duration) + duration.length)
  return file
}

/** What the header of such a file says. */
export function lengthOf(file: Buffer): number {
  return file.readDoubleBE(file.indexOf(duration) + duration.length)
}

/** A server with ranges for parts of a file, zeros between them, and what it was asked. */
export function rangesOf(parts: readonly (readonly [at: number, bytes: Buffer])[], total: number) {
  const asked: { from: number; length: number }[] = []
  const fetch: FetchRange = async (from, length) => {
    asked.push({ from, length })
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, total - from)))
    for (const [at, part] of parts) {
      const start = Math.max(at, from)
      const end = Math.min(at + part.length, from + bytes.length)
      if (start < end) part.copy(bytes, start - from, start - at, end - at)
    }
    return { bytes, total }
  }
  const sent = () => asked.reduce((sum, { length }) => sum + length, 0)
  return { fetch, asked, sent }
}

export const wholeFile = (file: Buffer) => rangesOf([[0, file]], file.length)

/** A box of an ISO media file. */
export function box(type: string, ...content: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...content])
}

/** An element of EBML, its size in eight bytes. */
export function element(id: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), size, body])
}

export function uint(value: number): Buffer {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(value, 0, 6)
  return bytes
}

export type MediaServerOptions = {
  /** Length of the file as a film has it; what is behind the parts is zeros. */
  readonly total?: number
  /** Takes a request in the place of the server; false: the server answers. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly hasRanges?: boolean
  readonly ends?: Ending
}

/** A real server of one file, and how many bytes of it were sent. */
export async function startMediaServer(file: Buffer, options: MediaServerOptions = {}) {
  const { total = 60 * 2 ** 20, instead = () => false, hasRanges = true, ends } = options
  const { fetch } = rangesOf([[0, file]], total)
  const state = { sent: 0 }
  const send: Handler = async (request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const isPart = hasRanges && from !== undefined
    const start = isPart ? Number(from) : 0
    const end = isPart ? Math.min(Number(to), total - 1) : total - 1
    response.writeHead(isPart ? 206 : 200, {
      'content-type': 'video/x-matroska',
      'content-length': end - start + 1,
      ...(isPart && { 'content-range': `bytes ${start}-${end}/${total}` }),
    })
    const { bytes } = await fetch(start, Math.min(end - start + 1, 2 ** 20))
    state.sent += bytes.length
    if (bytes.length === end - start + 1) response.end(bytes)
    else response.write(bytes)
  }
  const answer: Handler = (request, response) => {
    if (!instead(request, response)) send(request, response)
  }
  const upstream = await startUpstream(answer, '127.0.0.1', ends)
  return { ...upstream, state }
}
