import { onTestFinished } from 'vitest'
import { createMemoryCache } from '../../src/cache/memory.ts'
import type { SearchResult } from '../../src/model/search-result.ts'
import type { Version } from '../../src/model/version.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createFileHeaders } from '../../src/services/file-headers/service.ts'
import { mediaFile, startMediaServer } from './media-files.ts'
import type { MediaServerOptions } from './media-files.ts'
import { stream } from './streams.ts'

export const expected = { ownMs: 5_400_000, usualMs: null, isSpecial: false }

export function version(
  url: string,
  result: Partial<SearchResult> = {},
  configuration = 1,
): Version {
  const ref = { configuration, space: 'imdb', number: 1, season: null, episode: null } as const
  return {
    ref: { ...ref, kind: 'version', version: 7 },
    id: 'a'.repeat(32),
    result: stream({ url, filename: 'Film.mkv', size: 2 ** 30, ...result }),
    link: url,
    name: 'Film',
    description: '',
  }
}

/** A film on a server, and who reads its header. */
export async function startHeaders(
  options: MediaServerOptions & { file?: string; waitMs?: number } = {},
) {
  const { file = 'hdr10.mkv', waitMs, ...server } = options
  const upstream = await startMediaServer(mediaFile(file), server)
  const stored = createMemoryCache({ maxBytes: 2 ** 20 })
  const client = createGuardedFetch({ allowPrivate: true })
  onTestFinished(() => client.close())
  const create = () =>
    createFileHeaders({ open: client.open, stored, ...(waitMs !== undefined && { waitMs }) })
  const ask = (
    result: Partial<SearchResult> = {},
    configuration = 1,
    path = '/film.mkv?key=1',
  ) => ({
    version: version(upstream.url + path, result, configuration),
    expected,
  })
  return { ...upstream, headers: create(), create, ask }
}
