import type { SearchResult } from '../../model/search-result.ts'

/** Null for results that need a torrent client. */
export function linkOf(result: SearchResult): string | null {
  const { url, externalUrl, ytId, nzbUrl } = result
  return url ?? externalUrl ?? (ytId && `https://www.youtube.com/watch?v=${ytId}`) ?? nzbUrl
}

/** Stable across listings: the file that its source names, else the address without changing parts such as keys. */
export function identityOf(result: SearchResult): string {
  const { infoHash, fileIdx, filename, size, service, addon, videoHash } = result
  const origin = [addon, service ?? '']
  if (infoHash !== null) return JSON.stringify([...origin, infoHash, fileIdx, filename])
  if (videoHash !== null) return JSON.stringify([...origin, videoHash, filename])
  if (filename !== null) return JSON.stringify([...origin, filename, size])
  return JSON.stringify([...origin, addressOf(linkOf(result) ?? ''), size])
}

/** Equal for one file among the versions of a title, whichever source lists it. */
export function releaseOf(result: SearchResult): string {
  const { filename, size } = result
  const hashed = hashedFileOf(result)
  if (hashed !== null) return hashed
  return filename !== null && size !== null ? JSON.stringify([filename, size]) : identityOf(result)
}

/** Tells files of all titles apart; null if the source names no hash of this one. */
export function hashedFileOf(result: SearchResult): string | null {
  const { infoHash, fileIdx, filename, size, videoHash } = result
  // A torrent alone may be a whole season.
  const isNamed = fileIdx !== null || filename !== null
  if (infoHash !== null && isNamed) {
    return JSON.stringify([infoHash.toLowerCase(), fileIdx, filename])
  }
  return videoHash !== null ? JSON.stringify([videoHash, filename, size]) : null
}

function addressOf(link: string): string {
  const url = URL.parse(link)
  // Without the query nothing would identify the video.
  if (!url) return link
  return url.pathname === '/' || /^\/watch$/.test(url.pathname) ? link : url.origin + url.pathname
}
