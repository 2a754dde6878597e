import type { Readable } from 'node:stream'
import { UpstreamError } from '../../../core/upstream-error.ts'
import { decodeBody } from '../../../security/decode-body.ts'
import type { OpenedAnswer } from '../../../security/guarded-stream.ts'
import { partOf } from '../part.ts'
import { startOfBody } from '../start-of-body.ts'
import { brokenPlaylist } from './lines.ts'

type Answer = Pick<OpenedAnswer, 'status' | 'headers' | 'url' | 'body'>

export const playlistType = 'application/vnd.apple.mpegurl'
export const maxPlaylistBytes = 4 * 2 ** 20
export const readMs = 15_000
const freePieces = 10_000
const leastPieceBytes = 32

const playlistTypes = /^[\w-]+\/(?:vnd\.apple\.|x-)?mpegurl$/
const mediaTypes = /^(?:video|audio|image)\/|^application\/(?:mp4|ogg|dash\+xml)$/
const beginning = '#EXTM3U'
const byteOrderMark = '\xef\xbb\xbf'

/** Judged by the server's headers. `maybe` if they exclude nothing or contradict each other. */
export function claimOf({ headers, url }: Pick<Answer, 'headers' | 'url'>): 'yes' | 'maybe' | 'no' {
  const type = headers['content-type']?.split(';')[0]!.trim().toLowerCase() ?? ''
  if (isPlaylistType(type)) return 'yes'
  const isMedia = mediaTypes.test(type)
  if (isNamedPlaylist(url)) return isMedia ? 'maybe' : 'yes'
  return isMedia ? 'no' : 'maybe'
}

export function isPlaylistType(type: string): boolean {
  return playlistTypes.test(type)
}

function isNamedPlaylist(url: string): boolean {
  return /\.m3u8?$/i.test(URL.parse(url)?.pathname ?? '')
}

/**
 * Whether an answer to GET is a playlist, by its first bytes where it holds them; they stay in its body. Throws an
 * UpstreamError for one that says it is, but is empty or anything else, unless its type is not trusted.
 */
export async function holdsPlaylist(
  answer: Answer,
  ms: number,
  { trustsType = true } = {},
): Promise<boolean> {
  const said = claimOf(answer)
  const claim = said === 'yes' && !trustsType ? 'maybe' : said
  if (claim === 'no' || answer.status === 416) return false
  const isPart = answer.status === 206 && !answer.headers['content-range']?.startsWith('bytes 0-')
  // What is packed shows no beginning; no server packs media.
  const isPacked = answer.headers['content-encoding'] !== undefined
  if (isPart || isPacked) return claim === 'yes' || (isPacked && isNamedPlaylist(answer.url))
  const start = await startOf(answer.body, beginning.length + byteOrderMark.length, ms)
  const text = start.startsWith(byteOrderMark) ? start.slice(byteOrderMark.length) : start
  if (text.startsWith(beginning)) return true
  if (claim === 'maybe') return false
  // Players ask for the first two bytes to see whether parts can be had.
  if (answer.status === 206 && beginning.startsWith(text) && text !== '') return true
  throw brokenPlaylist(text === '' ? 'is empty' : `does not begin with ${beginning}`)
}

export function isWhole(answer: Pick<Answer, 'status' | 'headers'>): boolean {
  if (answer.status !== 206) return true
  const part = partOf(answer)
  return part !== null && part.from === 0 && part.to === part.total - 1
}

/** Throws an UpstreamError for a text that is too long, breaks off, or takes longer. */
export async function readText(
  { body, headers, url }: Answer,
  maxBytes: number,
  ms: number,
): Promise<string> {
  const host = URL.parse(url)?.host ?? ''
  const bytes = await readAll(body, maxBytes, ms)
  const decoded = await decodeBody(bytes, headers['content-encoding'], { maxBytes, host })
  return decoded.toString()
}

async function readAll(body: Readable, maxBytes: number, ms: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  const late = setTimeout(() => {
    body.destroy(new UpstreamError('timeout', 'a playlist did not arrive in time'))
  }, ms)
  try {
    for await (const piece of body) {
      pieces.push(piece as Buffer)
      size += (piece as Buffer).length
      if (size > maxBytes) throw brokenPlaylist(`has more than ${maxBytes / 2 ** 20} MB`)
      if (pieces.length > freePieces && size < pieces.length * leastPieceBytes) {
        throw brokenPlaylist('arrives in too many small pieces')
      }
    }
    return Buffer.concat(pieces, size)
  } catch (error) {
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError('reset', "the stream's server broke off in a playlist")
  } finally {
    clearTimeout(late)
    body.destroy()
  }
}

async function startOf(body: Readable, length: number, ms: number): Promise<string> {
  const late = setTimeout(() => {
    body.destroy(new UpstreamError('timeout', "the stream's server sent nothing in time"))
  }, ms)
  try {
    return (await startOfBody(body, length)).toString('latin1', 0, length)
  } finally {
    clearTimeout(late)
  }
}
