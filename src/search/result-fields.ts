import type { ParsedFile } from '../model/parsed-file.ts'
import type { SearchResult } from '../model/search-result.ts'

/** Records, so that the compiler notices a field that is missing here. */
const ofResult: Readonly<Record<keyof SearchResult, true>> = {
  infoHash: true,
  fileIdx: true,
  sources: true,
  url: true,
  nzbUrl: true,
  ytId: true,
  externalUrl: true,
  filename: true,
  folderName: true,
  size: true,
  folderSize: true,
  seeders: true,
  age: true,
  indexer: true,
  addon: true,
  type: true,
  service: true,
  cached: true,
  library: true,
  proxied: true,
  message: true,
  duration: true,
  bitrate: true,
  languages: true,
  subtitles: true,
  subtitleTracks: true,
  videoHash: true,
  bingeGroup: true,
  notWebReady: true,
  requestHeaders: true,
  responseHeaders: true,
  countryWhitelist: true,
  private: true,
  parsedFile: true,
  name: true,
  description: true,
}
const ofParsedFile: Readonly<Record<keyof ParsedFile, true>> = {
  title: true,
  year: true,
  seasons: true,
  episodes: true,
  date: true,
  resolution: true,
  quality: true,
  encode: true,
  visualTags: true,
  audioTags: true,
  audioChannels: true,
  languages: true,
  subtitles: true,
  releaseGroup: true,
  container: true,
  network: true,
  edition: true,
  flags: true,
}

type ResultField = keyof SearchResult | `parsedFile.${keyof ParsedFile}`

/** Every name that `isResultField` knows. */
export const resultFields: readonly string[] = [
  ...Object.keys(ofResult),
  ...Object.keys(ofParsedFile).map((name) => `parsedFile.${name}`),
]

/** Whether results have such a field: a name of `SearchResult`, or one of the parsed name as `parsedFile.year`. */
export function isResultField(name: string): name is ResultField {
  if (name.startsWith('parsedFile.'))
    return Object.hasOwn(ofParsedFile, name.slice('parsedFile.'.length))
  return Object.hasOwn(ofResult, name)
}

/** The value of a field; undefined where there is no such field. */
export function readResultField(result: SearchResult, name: string): unknown {
  if (!isResultField(name)) return undefined
  const [first, second] = name.split('.') as [keyof SearchResult, keyof ParsedFile | undefined]
  return second === undefined ? result[first] : result.parsedFile[second]
}
