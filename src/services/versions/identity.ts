import type { SearchResult } from '../../model/search-result.ts'

/** Null for results that need a torrent client. */
export function linkOf(result: SearchResult): string | null {
  const { url, externalUrl, ytId, nzbUrl } = result
  return url ?? externalUrl ?? (ytId && `https://www.youtube.com/watch?v=${ytId}`) ?? nzbUrl
}

/** The same in every listing: the file its source names, else the address without parts that change, such as keys. */
export function identityOf(result: SearchResult): string {
  const { infoHash, fileIdx, filename, size, service, addon, videoHash } = result
  const origin = [addon, service ?? '']
  if (infoHash !== null) return JSON.stringify([...origin, infoHash, fileIdx, filename])
  if (videoHash !== null) return JSON.stringify([...origin, videoHash, filename])
  if (filename !== null) return JSON.stringify([...origin, filename, size])
  return JSON.stringify([...origin, addressOf(linkOf(result) ?? ''), size])
}

function addressOf(link: string): string {
  const url = URL.parse(link)
  // Without the query nothing would identify the video.
  if (!url) return link
  return url.pathname === '/' || /^\/watch$/.test(url.pathname) ? link : url.origin + url.pathname
}
