import { parseMediaId } from '../../src/model/media-id.ts'
import type { SourceClient } from '../../src/model/source-client.ts'
import {
  createFetcher,
  type FetcherOptions,
  type FetchStreamsRequest,
} from '../../src/search/fetch.ts'
import { manifest, source } from './sources.ts'
import { sourceStream } from './streams.ts'

/** A client of a source with one stream; a test says what answers otherwise. */
export function fakeClient(values: Partial<SourceClient> = {}): SourceClient {
  return {
    manifest: () => Promise.resolve({ value: manifest(), fromCache: 'fresh' }),
    streams: () =>
      Promise.resolve({
        value: [sourceStream({ url: 'https://cdn.example/film.mkv' })],
        fromCache: null,
      }),
    meta: () => Promise.resolve({ value: null, fromCache: null }),
    catalog: () => Promise.resolve({ value: [], fromCache: null }),
    subtitles: () => Promise.resolve({ value: [], fromCache: null }),
    addons: () => Promise.resolve({ value: [], fromCache: null }),
    ...values,
  }
}

/** What this client answers for the film tt1 within five seconds. */
export function fetchWith(
  client: SourceClient,
  request: Partial<FetchStreamsRequest> = {},
  options: Partial<FetcherOptions> = {},
) {
  const fetcher = createFetcher({ client, translators: [], timeoutMs: 5_000, ...options })
  return fetcher.fetchStreams({
    sources: [source()],
    type: 'movie',
    id: parseMediaId('tt1'),
    overallDeadlineMs: 5_000,
    ...request,
  })
}
