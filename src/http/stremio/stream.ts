import { bingeGroupOf } from '../../model/binge-group.ts'
import type { GroupedFile } from '../../model/binge-group.ts'
import type { SearchResult } from '../../model/search-result.ts'

/** The fields that a Stremio stream object is made from. */
export type PlayableResult = Pick<
  SearchResult,
  | 'infoHash'
  | 'fileIdx'
  | 'sources'
  | 'url'
  | 'nzbUrl'
  | 'ytId'
  | 'externalUrl'
  | 'filename'
  | 'size'
  | 'videoHash'
  | 'bingeGroup'
  | 'notWebReady'
  | 'subtitleTracks'
  | 'countryWhitelist'
> & {
  readonly requestHeaders: Readonly<Record<string, unknown>> | null
  readonly responseHeaders: Readonly<Record<string, unknown>> | null
  readonly addon: string
  readonly service: string | null
  readonly parsedFile: GroupedFile
  readonly name?: string | null
  readonly description?: string | null
}

/** Drops null, undefined, false and empty members: players handle absence better than null. */
export function compact<T extends Record<string, unknown>>(object: T): Partial<T> {
  const kept: Partial<T> = {}
  for (const name of Object.keys(object) as (keyof T)[]) {
    const value = object[name]
    const isEmpty = value == null || value === false || (Array.isArray(value) && value.length === 0)
    if (!isEmpty) kept[name] = value
  }
  return kept
}

/** Exactly one address: an info hash beside a URL would make players start a torrent. */
function address(result: PlayableResult) {
  if (result.url !== null) return { url: result.url }
  if (result.nzbUrl !== null) return { nzbUrl: result.nzbUrl }
  if (result.infoHash !== null) {
    return { infoHash: result.infoHash, fileIdx: result.fileIdx, sources: result.sources }
  }
  return result.ytId === null ? { externalUrl: result.externalUrl } : { ytId: result.ytId }
}

/** False for notes that sources send among their streams. */
export function hasAddress(result: PlayableResult): boolean {
  return Object.values(address(result)).some((value) => typeof value === 'string')
}

export function stremioStream(result: PlayableResult) {
  const proxyHeaders = compact({ request: result.requestHeaders, response: result.responseHeaders })
  const behaviorHints = compact({
    notWebReady: result.notWebReady,
    bingeGroup: bingeGroupOf(result),
    countryWhitelist: result.countryWhitelist,
    proxyHeaders: Object.keys(proxyHeaders).length > 0 ? proxyHeaders : null,
    filename: result.filename,
    videoSize: result.size,
    videoHash: result.videoHash,
  })
  return compact({
    name: result.name,
    description: result.description,
    ...address(result),
    subtitles: result.subtitleTracks.map(({ id, url, lang }, index) => ({
      id: id ?? String(index),
      url,
      lang: lang ?? 'und',
    })),
    behaviorHints: Object.keys(behaviorHints).length > 0 ? behaviorHints : null,
  })
}
