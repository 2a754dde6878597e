import { setImmediate } from 'node:timers/promises'
import type { Metadata, Sharp } from 'sharp'
import type { PictureFormat, Quality } from './picture.ts'
import type { Size } from './sizes.ts'

export type Variant = {
  readonly width: number
  readonly quality: Quality
  readonly format: PictureFormat
}

export type Converter = Awaited<ReturnType<typeof openConverter>>

/** A small file can claim to be a huge picture. */
const maxPixels = 25_000_000
/** Nor do few pixels say how much memory they take. */
const maxDecodedBytes = 64 * 2 ** 20
const mostSeconds = 2
/** AVIF is decoded in one go, which nothing can stop. */
const mostOfHeif = { bytes: 1_500_000, pixels: 6_000_000 }
/** WebP ends at 16383. */
const maxHeight = 4_096
const blurSide = 16
/** Behind what is transparent, where there is no transparency. */
const background = '#2b2d31'
/** The first animated frame, and of bytes only what the content says to be one of these: never a document such as SVG. */
const loaders = ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'NsgifBuffer', 'HeifBuffer']

async function loadLibraries() {
  const [{ default: sharp }, { encode }] = await Promise.all([import('sharp'), import('blurhash')])
  // One thread for each picture; how many pictures are made at once is up to the caller.
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) })
  return { sharp, encode }
}

/** Settings are the process's: set again, they would stop pictures that are being read. */
let libraries: ReturnType<typeof loadLibraries> | undefined

/** Loads the library (20 MB, native code for most platforms) on first use. Throws where there is none. */
export async function openConverter() {
  const { sharp, encode } = await (libraries ??= loadLibraries())
  const open = (bytes: Uint8Array): Sharp =>
    sharp(bytes, { failOn: 'truncated', limitInputPixels: maxPixels })
      .timeout({ seconds: mostSeconds })
      .autoOrient()

  async function check(bytes: Uint8Array): Promise<Size> {
    const most = isHeif(bytes) ? mostOfHeif : { bytes: Infinity, pixels: maxPixels }
    if (bytes.length > most.bytes) throw new Error('the picture is too large')
    const found = await open(bytes).metadata()
    if (found.width * found.height > most.pixels || decodedBytes(found) > maxDecodedBytes) {
      throw new Error('the picture is too large')
    }
    return found.autoOrient
  }

  return {
    /** Throws where the bytes are no picture, or one that is too large. */
    sizeOf: check,

    /** Throws where the picture is damaged or too large. */
    async convert(bytes: Uint8Array, { width, quality, format }: Variant): Promise<Buffer> {
      await check(bytes)
      const resized = open(bytes).resize({
        width,
        height: maxHeight,
        fit: 'inside',
        withoutEnlargement: true,
      })
      return write(resized, format, quality).toBuffer()
    },

    async blurHash(bytes: Uint8Array): Promise<string> {
      const { data, info } = await open(bytes)
        .flatten({ background })
        .toColourspace('srgb')
        .resize(blurSide, blurSide, { fit: 'inside' })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      // Encoding holds up the event loop for a moment.
      await setImmediate()
      const [across, down] = info.width < info.height ? [3, 4] : [4, 3]
      return encode(new Uint8ClampedArray(data), info.width, info.height, across, down)
    },

    /** A calm, dark surface; nothing at all in place of a logo. */
    async placeholder({ width, height }: Size, isLogo: boolean, format: PictureFormat) {
      const alpha = isLogo ? 0 : 255
      const surface = Uint8Array.of(0x3a, 0x3d, 0x44, alpha, 0x22, 0x24, 0x29, alpha)
      const drawn = sharp(surface, { raw: { width: 1, height: 2, channels: 4 } }).resize(
        width,
        height,
        { fit: 'fill', kernel: 'linear' },
      )
      return write(isLogo ? drawn : drawn.removeAlpha(), format, 'usual').toBuffer()
    },
  }
}

/** Pictures in several passes are kept until the last pass. */
function decodedBytes(found: Metadata): number {
  const { width, height, channels, depth, isProgressive } = found
  const depthBytes = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4
  return width * height * channels * depthBytes * (isProgressive ? 2 : 1)
}

function isHeif(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(4, 8)).toString('latin1') === 'ftyp'
}

/** Whether the picture may be tried again soon. A HEIF would hold a thread just as long. */
export function isTooSlow(error: unknown, bytes: Uint8Array): boolean {
  return error instanceof Error && /^timeout/m.test(error.message) && !isHeif(bytes)
}

/** The least effort of WebP and AVIF: more saves few bytes and takes several times as long. */
function write(picture: Sharp, format: PictureFormat, quality: Quality): Sharp {
  const isLow = quality === 'low'
  if (format === 'webp') return picture.webp({ quality: isLow ? 50 : 80, effort: 1 })
  if (format === 'avif') return picture.avif({ quality: isLow ? 35 : 55, effort: 0 })
  if (format === 'png') return picture.png()
  return picture.flatten({ background }).jpeg({ quality: isLow ? 50 : 82 })
}
