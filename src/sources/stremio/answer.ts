import { cutText, trimmed } from '../../core/cut-text.ts'
import type { SourceStream, SubtitleTrack } from '../../model/source.ts'
import { isRecord, listOf, recordOf, type JsonRecord } from '../../core/json.ts'

const maxText = 10_000
const maxUrl = 32_768
const none: readonly never[] = Object.freeze([])
/** Addresses that would run or read something on the machine of whoever opens them. */
const harmful = /^(javascript|vbscript|data|file|blob|about):/i

/** The first `max` streams, every value's type checked. Entries with nothing to play stay only if they say something. */
export function readStreams(list: unknown, max = Infinity): SourceStream[] {
  const streams: SourceStream[] = []
  for (const entry of listOf(list)) {
    if (streams.length >= max) break
    const stream = isRecord(entry) ? readStream(entry) : null
    if (stream) streams.push(stream)
  }
  return streams
}

function readStream(entry: JsonRecord): SourceStream | null {
  const name = textUpTo(entry['name'])
  const description = textUpTo(entry['description']) || textUpTo(entry['title'])
  const infoHash = hashOf(entry['infoHash'])
  const url = urlOf(entry['url'])
  const nzbUrl = urlOf(entry['nzbUrl'])
  const ytId = keyOf(entry['ytId'])
  const externalUrl = urlOf(entry['externalUrl'])
  const isPlayable =
    infoHash !== null || url !== null || nzbUrl !== null || ytId !== null || externalUrl !== null
  if (!isPlayable && !name.trim() && !description.trim()) return null
  const hints = recordOf(entry['behaviorHints'])
  const proxyHeaders = recordOf(hints['proxyHeaders'])
  return {
    name,
    description,
    infoHash,
    fileIdx: wholeOf(entry['fileIdx']),
    sources: textsOf(entry['sources']),
    url,
    nzbUrl,
    ytId,
    externalUrl,
    filename: keyOf(hints['filename']),
    videoSize: sizeOf(hints['videoSize']),
    videoHash: keyOf(hints['videoHash']),
    bingeGroup: keyOf(hints['bingeGroup']),
    notWebReady: hints['notWebReady'] === true,
    requestHeaders: headersOf(proxyHeaders['request']),
    responseHeaders: headersOf(proxyHeaders['response']),
    countryWhitelist: textsOf(hints['countryWhitelist']),
    subtitleTracks: readSubtitles(entry['subtitles']),
  }
}

function textUpTo(value: unknown): string {
  if (typeof value !== 'string') return ''
  return cutText(value, maxText)
}

function keyOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? textUpTo(value) : null
}

function textsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) return none
  return value.every((item) => typeof item === 'string')
    ? value
    : value.filter((item) => typeof item === 'string')
}

function hashOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.length === 40 || value.length === 32 ? value : null
}

/** Absolute addresses only, of any scheme that a player or app may know. */
function urlOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxUrl) return null
  if (value.startsWith('https://') || value.startsWith('http://')) return value
  // Browsers skip control characters and spaces inside a scheme.
  const bare = value.replaceAll(/[\0-\x20]/g, '')
  return /^[a-z][a-z\d+.-]*:./i.test(bare) && !harmful.test(bare) ? trimmed(value) : null
}

function wholeOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null
}

function sizeOf(value: unknown): number | null {
  if (typeof value === 'number') return wholeOf(Math.round(value)) || null
  return typeof value === 'string' && /^\d{1,16}$/.test(value)
    ? wholeOf(Number(value)) || null
    : null
}

function headersOf(value: unknown): Readonly<Record<string, string>> | null {
  if (!isRecord(value)) return null
  const headers = Object.entries(value).filter(
    (entry): entry is [string, string] => entry[0] !== '__proto__' && typeof entry[1] === 'string',
  )
  return headers.length > 0 ? Object.fromEntries(headers) : null
}

export function readSubtitles(list: unknown, max = Infinity): readonly SubtitleTrack[] {
  if (!Array.isArray(list) || list.length === 0) return none
  return list.slice(0, max).flatMap((track: unknown) => {
    const own = recordOf(track)
    const url = urlOf(own['url'])
    return url === null ? [] : [{ id: keyOf(own['id']), url, lang: keyOf(own['lang']) }]
  })
}
