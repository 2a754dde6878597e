import type { SourceManifest } from '../../src/model/source-manifest.ts'
import type { Source, SourceStream } from '../../src/model/source.ts'

/** A configured source; only what a test cares about needs to be named. */
export function source(values: Partial<Source> = {}): Source {
  return {
    configuration: null,
    id: 's1',
    name: 'Alpha',
    url: 'https://addon.example/manifest.json',
    timeout: null,
    resources: null,
    mediaTypes: null,
    ...values,
  }
}

/** Offers streams and metadata of films and series under IMDb ids. */
export function manifest(values: Partial<SourceManifest> = {}): SourceManifest {
  const [types, idPrefixes] = [['movie', 'series'], ['tt']]
  return {
    id: 'example.alpha',
    name: 'Alpha',
    version: '1.0.0',
    description: null,
    logo: null,
    types,
    resources: ['stream', 'meta'].map((name) => ({ name, types, idPrefixes })),
    catalogs: [],
    addonCatalogs: [],
    watchState: null,
    behaviorHints: { adult: false, p2p: false, configurable: false, configurationRequired: false },
    ...values,
  }
}

/** A stream with an address and nothing else. */
export function sourceStream(values: Partial<SourceStream> = {}): SourceStream {
  return {
    name: '',
    description: '',
    infoHash: null,
    fileIdx: null,
    sources: [],
    url: 'https://cdn.example/film.mkv',
    nzbUrl: null,
    ytId: null,
    externalUrl: null,
    filename: null,
    videoSize: null,
    videoHash: null,
    bingeGroup: null,
    notWebReady: false,
    requestHeaders: null,
    responseHeaders: null,
    countryWhitelist: [],
    subtitleTracks: [],
    ...values,
  }
}
