import type { MediaQuery, Stream } from '../model/search-result.ts'

/** How the languages of users see a value; all but lists may be null. */
export type FieldType = 'text' | 'number' | 'boolean' | 'texts' | 'numbers'

export type Field<T> = readonly [type: FieldType, read: (subject: T) => unknown]

export type Fields<T> = Readonly<Record<string, Field<T>>>

/** What expressions and templates can read of a stream, in the units of `SearchResult`. Addresses and headers, which may hold keys, are left out. */
export const streamFields = {
  title: ['text', ({ parsedFile }) => parsedFile.title],
  year: ['number', ({ parsedFile }) => parsedFile.year],
  seasons: ['numbers', ({ parsedFile }) => parsedFile.seasons],
  episodes: ['numbers', ({ parsedFile }) => parsedFile.episodes],
  /** Air date of a daily show, `YYYY-MM-DD`. */
  date: ['text', ({ parsedFile }) => parsedFile.date],
  resolution: ['text', ({ parsedFile }) => parsedFile.resolution],
  /** Lines of the picture: 1080 for `1080p`. */
  height: ['number', ({ parsedFile }) => linesOf(parsedFile.resolution)],
  quality: ['text', ({ parsedFile }) => parsedFile.quality],
  encode: ['text', ({ parsedFile }) => parsedFile.encode],
  visualTags: ['texts', ({ parsedFile }) => parsedFile.visualTags],
  audioTags: ['texts', ({ parsedFile }) => parsedFile.audioTags],
  audioChannels: ['texts', ({ parsedFile }) => parsedFile.audioChannels],
  releaseGroup: ['text', ({ parsedFile }) => parsedFile.releaseGroup],
  container: ['text', ({ parsedFile }) => parsedFile.container],
  network: ['text', ({ parsedFile }) => parsedFile.network],
  edition: ['text', ({ parsedFile }) => parsedFile.edition],
  flags: ['texts', ({ parsedFile }) => parsedFile.flags],
  languages: ['texts', ({ languages }) => languages],
  subtitles: ['texts', ({ subtitles }) => subtitles],
  filename: ['text', ({ filename }) => filename],
  folderName: ['text', ({ folderName }) => folderName],
  infoHash: ['text', ({ infoHash }) => infoHash],
  size: ['number', ({ size }) => size],
  folderSize: ['number', ({ folderSize }) => folderSize],
  bitrate: ['number', ({ bitrate }) => bitrate],
  duration: ['number', ({ duration }) => duration],
  seeders: ['number', ({ seeders }) => seeders],
  age: ['number', ({ age }) => age],
  indexer: ['text', ({ indexer }) => indexer],
  addon: ['text', ({ addon }) => addon],
  service: ['text', ({ service }) => service],
  streamType: ['text', ({ type }) => type],
  message: ['text', ({ message }) => message],
  cached: ['boolean', ({ cached }) => cached],
  uncached: ['boolean', ({ cached }) => (cached === null ? null : !cached)],
  library: ['boolean', ({ library }) => library],
  proxied: ['boolean', ({ proxied }) => proxied],
  private: ['boolean', (stream) => stream.private],
} as const satisfies Fields<Stream>

/** What they can read of the search, as `query.type` and so on. */
export const queryFields = {
  type: ['text', ({ type }) => type],
  id: ['text', ({ id }) => id],
  title: ['text', ({ titles }) => titles[0] ?? null],
  year: ['number', ({ year }) => year],
  season: ['number', ({ season }) => season],
  episode: ['number', ({ episode }) => episode],
  anime: ['boolean', ({ anime }) => anime],
  /** Minutes. */
  runtime: ['number', ({ runtime }) => runtime],
} as const satisfies Fields<MediaQuery>

function linesOf(resolution: string | null): number | null {
  return resolution === null ? null : Number.parseInt(resolution, 10)
}
