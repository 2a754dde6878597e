import { UpstreamError } from '../../core/upstream-error.ts'
import type { ExpectedLength } from '../../library/expected-length.ts'
import type { GuardedOpen } from '../../security/guarded-stream.ts'
import { asWhole, openVersion } from './open-version.ts'
import type { OpenedVersion, ProxyRequest } from './open-version.ts'
import { partOf } from './part.ts'

export type Judged = { readonly opened: OpenedVersion; readonly isPlaceholder: boolean }

/** Bytes a second; no film with sound is as small. */
const leastBytes = 5_000
/** Bytes a second if the source promised far more. */
const fewBytes = 25_000
/** Sizes may be those of a whole season. */
const farBelow = 0.05
const usualRuntimeMs = 2_400_000
const shortMs = 600_000
const playlistStart = '#EXTM3U'
const lookMs = 6_000

/**
 * Services answer with a clip of some minutes where they do not have the file. What looks like one is asked for its first
 * bytes: playlists are small too, and lengths in answers to HEAD are often wrong.
 */
export async function judge(
  open: GuardedOpen,
  opened: OpenedVersion,
  request: ProxyRequest,
  expected: ExpectedLength,
): Promise<Judged> {
  if (!isSmall(opened, expected)) return { opened, isPlaceholder: false }
  const isHead = request.method === 'HEAD'
  const isVideo = opened.headers['content-type']?.startsWith('video/') ?? false
  if (!isHead && (isVideo || showsStart(opened))) {
    return { opened, isPlaceholder: true }
  }
  const range = `bytes=0-${playlistStart.length - 1}`
  const asked = { ...request, method: 'GET', range, ifRange: null } as const
  try {
    const first = await openVersion(open, opened.version, asked, lookMs)
    const start = await startOf(first)
    const isPlaceholder = isSmall(first, expected) && !start.startsWith(playlistStart)
    return { opened: isHead ? asWhole(first) : opened, isPlaceholder }
  } catch (error) {
    if (request.signal.aborted || !(error instanceof UpstreamError)) {
      opened.body.destroy()
      throw error
    }
    return { opened, isPlaceholder: !isHead }
  }
}

/** Then it was looked at when it was opened. Players ask for two bytes first, which say nothing. */
function showsStart(opened: OpenedVersion): boolean {
  const part = partOf(opened)
  return part !== null && part.from === 0 && part.to >= playlistStart.length - 1
}

async function startOf({ body }: OpenedVersion): Promise<string> {
  let start = ''
  const late = setTimeout(() => body.destroy(), lookMs)
  try {
    for await (const chunk of body) {
      start += (chunk as Buffer).toString('latin1', 0, playlistStart.length)
      if (!playlistStart.startsWith(start)) break
    }
  } catch {
    // The bytes read so far are judged.
  } finally {
    clearTimeout(late)
    body.destroy()
  }
  return start
}

export function isSmall(opened: OpenedVersion, expected: ExpectedLength): boolean {
  const part = partOf(opened)
  if (part === null || isPlaylist(opened)) return false
  const { size } = opened.version.result
  const { ownMs, usualMs, isSpecial } = expected
  if (ownMs !== null && part.total < (ownMs / 1_000) * leastBytes) return true
  const likelyMs = ownMs ?? usualMs ?? (isSpecial ? shortMs : usualRuntimeMs)
  return size !== null && part.total < size * farBelow && part.total < (likelyMs / 1_000) * fewBytes
}

/** Its length may change while it plays. */
export function isPlaylist({ type, version, isPlaylist: isHls }: OpenedVersion): boolean {
  if (isHls) return true
  const path = URL.parse(version.link)?.pathname ?? ''
  return /mpegurl|dash\+xml/.test(type) || /\.(m3u8?|mpd)$/i.test(path)
}
