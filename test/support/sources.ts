import type { SourceManifest } from '../../src/model/source-manifest.ts'
import type { Source } from '../../src/model/source.ts'

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
