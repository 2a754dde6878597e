export const unknownType = 'application/octet-stream'

const byContainer: Readonly<Record<string, string>> = {
  mkv: 'video/x-matroska',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  avi: 'video/x-msvideo',
  mov: 'video/quicktime',
  wmv: 'video/x-ms-wmv',
  flv: 'video/x-flv',
  ts: 'video/mp2t',
  m2ts: 'video/mp2t',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  ogv: 'video/ogg',
  '3gp': 'video/3gpp',
  m3u8: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
}

const otherMedia: ReadonlySet<string> = new Set([
  'application/vnd.apple.mpegurl',
  'application/x-mpegurl',
  'application/dash+xml',
  'application/mp4',
  'application/ogg',
])

export function containerOf(filename: string | null): string | null {
  const [, ending] = /\.(\w{2,4})$/.exec(filename ?? '') ?? []
  const container = ending?.toLowerCase()
  return container !== undefined && container in byContainer ? container : null
}

/** Falls back from a vague Content-Type to the file name. Null for types that browsers render as pages: not from this origin. */
export function mediaTypeOf(
  said: string | undefined,
  container: string | null,
  filename: string | null,
): string | null {
  const type = said?.split(';')[0]!.trim().toLowerCase() ?? ''
  if (/^(video|audio)\/[\w.+-]+$/.test(type) || otherMedia.has(type)) return type
  if (/^text\/html|xhtml|^application\/json$|svg/.test(type)) return null
  const known = container ?? containerOf(filename)
  return (known === null ? undefined : byContainer[known]) ?? unknownType
}
