import { UpstreamError } from '../../core/upstream-error.ts'

/** Request headers that this service sets itself, whatever a source asks for. */
const ownBusiness: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'if-range',
  'keep-alive',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function requestHeadersOf(
  given: Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([name]) => !ownBusiness.has(name.toLowerCase())),
  )
}

/** Headers of a version, for the addresses in its playlists. */
export type PlaylistHeaders = {
  /** The origin of the version's link, the only one that gets all headers. */
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
}

/** Each part of a playlist carries them in its address. */
const maxCharacters = 4_000
/** Whatever else a source names may be a secret of the first host. */
const goElsewhere = /^(?:referer|origin|user-agent|accept(?:-[\w-]+)?)$/i

/** Throws an UpstreamError where they are too long. */
export function playlistHeadersOf(
  given: Readonly<Record<string, string>> | null,
  link: string,
): PlaylistHeaders {
  const headers = requestHeadersOf(given)
  if (JSON.stringify(headers).length > maxCharacters) {
    throw new UpstreamError(
      'invalid',
      `its source asks for request headers of more than ${maxCharacters} characters, too many for a playlist`,
    )
  }
  return { origin: originOf(link), headers }
}

export function headersAt({ origin, headers }: PlaylistHeaders, address: string): PlaylistHeaders {
  const own = originOf(address)
  if (own === origin) return { origin, headers }
  const kept = Object.entries(headers).filter(([name]) => goElsewhere.test(name))
  return { origin: own, headers: Object.fromEntries(kept) }
}

export function originOf(address: string): string {
  return URL.parse(address)?.origin ?? ''
}
