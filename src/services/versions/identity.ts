import type { SearchResult } from '../../model/search-result.ts'

/** What players can open; null for what only a torrent client could. */
export function linkOf(result: SearchResult): string | null {
  const { url, externalUrl, ytId, nzbUrl } = result
  return url ?? externalUrl ?? (ytId && `https://www.youtube.com/watch?v=${ytId}`) ?? nzbUrl
}

/**
 * What makes a result the same version in every listing: its file where the source names it, else its address
 * without the parts that change from one answer to the next, such as keys and expiry times.
 */
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
  // Where a video is told by the query alone, there is nothing else to go by.
  if (!url) return link
  return url.pathname === '/' || /^\/watch$/.test(url.pathname) ? link : url.origin + url.pathname
}
