import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { createDiskCache } from '../../src/cache/disk.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { openConverter } from '../../src/services/pictures/convert.ts'
import type { Converter } from '../../src/services/pictures/convert.ts'
import { createPictureFacts } from '../../src/services/pictures/picture-facts.ts'
import { createOriginals } from '../../src/services/pictures/originals.ts'
import type { AskedPicture } from '../../src/services/pictures/picture.ts'
import { createPictureService } from '../../src/services/pictures/service.ts'
import type { Ending } from './ending.ts'
import { startUpstream } from './upstream.ts'
import type { Handler } from './upstream.ts'

/** A picture of a soft pattern. */
export function draw(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < pixels.length; at += 3) {
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)]
    pixels[at] = (x * 255) / width
    pixels[at + 1] = (y * 255) / height
    pixels[at + 2] = 128 + 100 * Math.sin((x + y) / 30)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A grey picture of any size, in a few kilobytes. */
export function greyPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The same AVIF file, which claims 10,000 pixels each way. */
export function hugeAvif(bytes: Buffer): Buffer {
  const huge = Buffer.from(bytes)
  const extent = huge.indexOf('ispe') + 8
  huge.writeUInt32BE(10_000, extent)
  huge.writeUInt32BE(10_000, extent + 4)
  return huge
}

export function sends(bytes: Uint8Array, type = 'image/jpeg'): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': type })
    response.end(bytes)
  }
}

/** A host of pictures: a handler for each path. */
export function startPictureHost(
  paths: Readonly<Record<string, Handler>>,
  ends: Ending = onTestFinished,
) {
  return startUpstream(
    (request, response) => {
      const handler = paths[request.url!.split('?')[0]!]
      if (handler) handler(request, response)
      else response.writeHead(404).end()
    },
    '127.0.0.1',
    ends,
  )
}

export const asked: AskedPicture = {
  size: { fillWidth: null, fillHeight: null, maxWidth: null, maxHeight: null },
  format: 'webp',
  quality: 'usual',
  ratio: 2 / 3,
}

export function atWidth(maxWidth: number, more: Partial<AskedPicture> = {}): AskedPicture {
  return { ...asked, size: { ...asked.size, maxWidth }, ...more }
}

export function pictureFolder(ends: Ending = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'))
  ends(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Parts = {
  readonly allowPrivate?: boolean | readonly string[]
  readonly folder?: string
  readonly ends?: Ending
  readonly memoryShare?: number
  readonly convert?: Partial<Converter>
}

/** The use case with its real parts. */
export function startPictures({
  allowPrivate = true,
  ends = onTestFinished,
  folder = pictureFolder(ends),
  memoryShare = 1,
  convert = {},
}: Parts = {}) {
  const warnings: string[] = []
  const warn = (message: string) => void warnings.push(message)
  const guarded = createGuardedFetch({ allowPrivate })
  const files = createDiskCache({ folder, maxBytes: 2 ** 26, warn })
  const known = createPictureFacts({ file: join(folder, 'picture-facts') })
  const originals = createOriginals({ fetch: guarded.fetch, files, memoryShare })
  const service = createPictureService({
    originals,
    files,
    known,
    openConverter: async () => ({ ...(await openConverter()), ...convert }),
    memoryShare,
    warn,
  })
  let stopped: Promise<void> | undefined
  const stop = () =>
    (stopped ??= (async () => {
      originals.stop()
      await known.stop()
      await files.stop()
      await guarded.close()
    })())
  ends(stop)
  const find = (
    address: string,
    what: AskedPicture,
    signal = new AbortController().signal,
    payer?: number | 'unsaved',
  ) => service.find(address, what, { signal, payer })
  return { ...service, find, warnings, folder, stop }
}

export async function shapeOf(bytes: Uint8Array): Promise<string> {
  const { width, height, format, pages = 1 } = await sharp(bytes).metadata()
  return `${width}x${height} ${format}${pages > 1 ? ` of ${pages} frames` : ''}`
}
