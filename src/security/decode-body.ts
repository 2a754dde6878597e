import { promisify } from 'node:util'
import {
  brotliDecompress,
  constants,
  gunzip,
  inflate,
  inflateRaw,
  zstdDecompress,
  type ZlibOptions,
} from 'node:zlib'
import { UpstreamError } from '../core/upstream-error.ts'

type Limits = Pick<ZlibOptions, 'maxOutputLength' | 'chunkSize'>
type Decoder = (body: Buffer, limits: Limits) => Promise<Buffer>

const inflateWrapped = promisify<Buffer, Limits, Buffer>(inflate)
const inflateBare = promisify<Buffer, Limits, Buffer>(inflateRaw)
const unzstd = promisify(zstdDecompress)

const gzip: Decoder = promisify<Buffer, Limits, Buffer>(gunzip)
/** Servers send deflate with and without wrapping; the wrapped form begins with compression method 8. */
const deflate: Decoder = (body, limits) =>
  (body[0]! & 0x0f) === 8 ? inflateWrapped(body, limits) : inflateBare(body, limits)
/** HTTP's own bound; without it a few bytes could demand 128 MB. */
const zstd: Decoder = (body, limits) =>
  unzstd(body, { ...limits, params: { [constants.ZSTD_d_windowLogMax]: 23 } })

const decoders = new Map<string, Decoder>([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['br', promisify<Buffer, Limits, Buffer>(brotliDecompress)],
  ['deflate', deflate],
  ['zstd', zstd],
])

const maxLayers = 3

export const acceptedEncodings = 'zstd, br, gzip, deflate'

/** Runs off the event loop. Throws `too-large` above `maxBytes` of output, `invalid` for a broken body. */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | undefined,
  { maxBytes, host }: { maxBytes: number; host: string },
): Promise<Buffer> {
  if (!contentEncoding || body.length === 0) return body
  const layers = contentEncoding
    .toLowerCase()
    .split(',')
    .flatMap((name) => decoders.get(name.trim()) ?? [])
  if (layers.length > maxLayers)
    throw new UpstreamError('invalid', `${host} compressed its answer too many times`)
  let decoded = body
  for (const decode of layers.reverse()) {
    decoded = await decode(decoded, { maxOutputLength: maxBytes, chunkSize: 128 * 1024 }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(host, maxBytes)
        throw new UpstreamError('invalid', `${host} sent a damaged compressed answer`)
      },
    )
  }
  return decoded
}

export function tooLarge(host: string, maxBytes: number): UpstreamError {
  const size = maxBytes >= 2 ** 20 ? `${Math.floor(maxBytes / 2 ** 20)} MB` : `${maxBytes} bytes`
  return new UpstreamError('too-large', `${host} sent an answer of more than ${size}`)
}
