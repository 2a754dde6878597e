import { createRedisCache } from '../cache/redis.ts'
import { createSealer } from '../security/seal.ts'
import type { Config } from '../config/config.ts'
import type { Client } from '../model/credentials.ts'
import { createPipeline } from '../search/pipeline.ts'
import { createReleaseNameMemo } from '../search/release-name/memo.ts'
import { createCatalogService } from '../services/catalogs/service.ts'
import { createAskedOnce } from '../sources/asked-once.ts'
import { createSourcePreviews } from '../services/sources/source-preview.ts'
import { createHeldSearches } from '../services/rules/held-searches.ts'
import { createRulesService } from '../services/rules/service.ts'
import { createSearchLog } from '../services/search-log/service.ts'
import { createSearchService } from '../services/search.ts'
import type { BaseServices } from './base-services.ts'
import type { createLibraryServices } from './library-services.ts'

/** Ids that the anime database can translate. */
const translatedPrefixes = ['tt', 'tmdb:', 'tvdb:', 'kitsu:', 'mal:', 'anilist:', 'anidb:']
/** Bytes, if no memory limit applies. */
const nameBytes = 28 * 2 ** 20
/** If no memory limit applies: 32 searches of 2,500 streams, which hold 40 MB, or more of small ones. */
const backlogMs = 640

function createHeld({ previews }: Config, base: BaseServices) {
  const { redis, secretKey, scheduler, share, warn } = base
  const maxBytes = Math.floor(previews.maxBytes * share)
  return createHeldSearches({
    ...previews,
    scheduler,
    maxBytes,
    shared: redis && {
      cache: createRedisCache(redis, 'held:', { maxValueBytes: maxBytes, warn }),
      sealer: createSealer(secretKey, 'held-searches', { packs: false }),
    },
  })
}

export function createSearchServices(
  config: Config,
  base: BaseServices,
  { library, history }: ReturnType<typeof createLibraryServices>,
) {
  const { configurations, users, browserSessions, client, fetcher, metadata, metrics, anime } = base
  const { plans, scheduler, share, healthRecorder, searchLogRecorder } = base
  const directory = {
    ...configurations,
    ofToken: (token: string, from: Client) => users.findUser(token, from),
    ofBrowser: browserSessions.account,
  }
  const pipeline = createPipeline({
    scheduler,
    parseName: createReleaseNameMemo(Math.floor(nameBytes * share)),
    maxResults: config.search.maxResults,
  })
  const held = createHeld(config, base)
  const search = createSearchService({
    configurations: directory,
    fetcher,
    metadata,
    pipeline,
    scheduler,
    held,
    metrics,
    isAnime: anime.isAnime,
    plans,
    sourceTimeoutMs: config.sources.timeoutMs,
    library,
    searchLog: searchLogRecorder,
    health: healthRecorder,
    backlogMs: backlogMs * share,
  })
  const addon = createCatalogService({
    configurations: directory,
    client,
    scheduler,
    library,
    history,
    translators: base.translators,
    sameTitle: anime.sameTitle,
    memoryShare: share,
    serverName: config.branding.serverName,
    translatedPrefixes: () => (anime.state().data === 'loaded' ? translatedPrefixes : []),
  })
  return {
    search,
    searchLog: createSearchLog({ recorder: searchLogRecorder, library }),
    rules: createRulesService({ configurations, pipeline, plans, held }),
    askSourcesOnce: (signal: AbortSignal) => createAskedOnce(client, signal),
    addon,
    sourcePreviews: createSourcePreviews({ client, timeoutMs: config.sources.timeoutMs }),
  }
}
