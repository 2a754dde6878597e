import type { ParsedFile } from '../../src/model/parsed-file.ts'
import type { MediaQuery, Stream } from '../../src/model/search-result.ts'
import { emptyStream } from '../../src/model/source.ts'
import type { SourceStream } from '../../src/model/source.ts'

type StreamOverrides = Partial<Omit<Stream, 'parsedFile'>> & { parsedFile?: Partial<ParsedFile> }

/** What a name that says nothing is read as. */
export function parsedFile(overrides: Partial<ParsedFile> = {}): ParsedFile {
  return {
    title: null,
    year: null,
    seasons: [],
    episodes: [],
    date: null,
    resolution: null,
    quality: null,
    encode: null,
    visualTags: [],
    audioTags: [],
    audioChannels: [],
    languages: [],
    subtitles: [],
    releaseGroup: null,
    container: null,
    network: null,
    edition: null,
    flags: [],
    ...overrides,
  }
}

/** A stream on its way through the pipeline: an anonymous http result unless told otherwise. */
export function stream({ parsedFile: parsed, ...overrides }: StreamOverrides = {}): Stream {
  return {
    infoHash: null,
    fileIdx: null,
    sources: [],
    url: null,
    nzbUrl: null,
    ytId: null,
    externalUrl: null,
    filename: null,
    folderName: null,
    size: null,
    folderSize: null,
    seeders: null,
    age: null,
    indexer: null,
    addon: 'Alpha',
    type: 'http',
    service: null,
    cached: null,
    library: false,
    proxied: false,
    message: null,
    duration: null,
    bitrate: null,
    languages: [],
    subtitles: [],
    subtitleTracks: [],
    videoHash: null,
    bingeGroup: null,
    notWebReady: false,
    requestHeaders: null,
    responseHeaders: null,
    countryWhitelist: [],
    private: false,
    parsedFile: parsedFile(parsed),
    name: null,
    description: null,
    sourceId: 'alpha',
    sourceIndex: 0,
    position: 0,
    originalName: '',
    originalDescription: '',
    regexScore: 0,
    regexNames: [],
    expressionScore: 0,
    ...overrides,
  }
}

/** A search for a film that nothing is known of, unless told otherwise. */
export function query(overrides: Partial<MediaQuery> = {}): MediaQuery {
  return {
    type: 'movie',
    id: 'tt0000001',
    season: null,
    episode: null,
    anime: false,
    titles: [],
    year: null,
    endYear: null,
    runtime: null,
    alternativeEpisodes: [],
    ...overrides,
  }
}

/** A stream as a source sends it, empty unless told otherwise. */
export function sourceStream(overrides: Partial<SourceStream> = {}): SourceStream {
  return { ...emptyStream, ...overrides }
}
