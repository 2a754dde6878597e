import { join } from 'node:path'
import { readListAddresses, requireOverridesFile } from '../anime/settings.ts'
import type { Config } from '../config/config.ts'
import type { IdTranslator } from '../model/id-translator.ts'
import { createFetcher } from '../search/fetch.ts'
import { createMetadata } from '../search/metadata.ts'
import { createAnimeDownload } from '../services/anime-download.ts'
import { observeClient } from '../services/health/observed-client.ts'
import { createAnimeService } from '../services/anime.ts'
import { createProviders } from '../services/trackers/open-providers.ts'
import { createStremioClient } from '../sources/stremio/client.ts'
import type { Infrastructure } from './infrastructure.ts'

export type Upstream = ReturnType<typeof createUpstream>

export function createUpstream(config: Config, infrastructure: Infrastructure) {
  const { cache, guarded, unguarded, stored, scheduler, share, warn, health } = infrastructure
  const { timeoutMs, maxBytes } = config.sources
  const asking = createStremioClient({
    fetch: guarded.fetch,
    cache,
    stored,
    scheduler,
    timeoutMs,
    maxBytes,
    memoryShare: share,
  })
  const client = observeClient(asking, health)
  const anime = createAnime(config, infrastructure)
  const translators = [anime.idTranslator]
  return {
    client,
    anime,
    translators,
    metadata: createMetadata({ client, cache, translators }),
    fetcher: createSourceFetcher(config, infrastructure, client, translators),
    providers: createProviders(config, unguarded.fetch, translators, warn),
  }
}

function createAnime(config: Config, { unguarded, lock, log, onClose }: Infrastructure) {
  const anime = createAnimeService({
    folder: join(config.dataDir, 'anime'),
    lists: readListAddresses(config.anime.sources),
    overrides: requireOverridesFile(config.anime.overrides),
    refreshMs: config.anime.refreshMs,
    download: createAnimeDownload(unguarded.fetch),
    lock,
    log,
  })
  onClose(() => anime.stop())
  return anime
}

function createSourceFetcher(
  { sources: { timeoutMs } }: Config,
  { metrics, share, log, health }: Infrastructure,
  client: ReturnType<typeof createStremioClient>,
  translators: readonly IdTranslator[],
) {
  return createFetcher({
    client,
    translators,
    timeoutMs,
    memoryShare: share,
    onSourceResult({ source, status, tookMs, count, failure, fromCache }, host, error) {
      const label = metrics.sourceLabel(host)
      metrics.sources.labels(label, status).observe(tookMs / 1_000)
      metrics.sourceResults.labels(label).inc(count)
      const { configuration, id: subject } = source
      if (configuration !== null && status !== 'skipped') {
        const sample = { configuration, area: 'streams' as const, subject, failure }
        health.record({ ...sample, fromCache: fromCache !== null, tookMs, results: count })
      }
      if (error !== null) log.error({ err: error, host }, 'a request to a source failed')
    },
  })
}
