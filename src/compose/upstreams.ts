import { isUnsent, subjectOf } from '../model/source-health.ts'
import { readListAddresses, requireOverridesFile } from '../anime/settings.ts'
import type { Config } from '../config/config.ts'
import type { IdTranslator } from '../model/id-translator.ts'
import { createFetcher } from '../search/fetch.ts'
import { createMetadata } from '../search/metadata.ts'
import { createAnimeDownload } from '../services/anime-download.ts'
import { observeClient } from '../services/health/observed-client.ts'
import { createAnimeService } from '../services/anime.ts'
import { createProviders } from '../services/trackers/open-providers.ts'
import { withDemoSource } from '../sources/demo/source.ts'
import { createBreakers } from '../sources/breakers.ts'
import { createStremioClient } from '../sources/stremio/client.ts'
import { join } from 'node:path'
import type { Infrastructure } from './infrastructure.ts'

export type Upstreams = ReturnType<typeof createUpstreams>

/** Whom the service asks. */
export function createUpstreams(config: Config, infrastructure: Infrastructure) {
  const { cache, guarded, unguarded, stored, scheduler, share, warn, healthRecorder, metrics } =
    infrastructure
  const { timeoutMs, maxBytes } = config.sources
  const breakers = createBreakers()
  metrics.watchBreakers(() => breakers.list())
  const asking = createStremioClient({
    fetch: config.demoSource ? withDemoSource(guarded.fetch) : guarded.fetch,
    cache,
    stored,
    scheduler,
    timeoutMs,
    maxBytes,
    memoryShare: share,
    breakers,
  })
  infrastructure.onClose(() => asking.close())
  const client = observeClient(asking, healthRecorder)
  const anime = createAnime(config, infrastructure)
  const translators = [anime.idTranslator]
  return {
    client,
    breakers,
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
  { metrics, share, log, healthRecorder }: Infrastructure,
  client: ReturnType<typeof createStremioClient>,
  translators: readonly IdTranslator[],
) {
  return createFetcher({
    client,
    translators,
    timeoutMs,
    memoryShare: share,
    onSourceResult({ source, status, tookMs, count, failure, fromCache, reason }, host, error) {
      const label = metrics.sourceLabel(host)
      const outcome = isUnsent(failure) ? 'unasked' : status
      metrics.sources.labels(label, outcome).observe(tookMs / 1_000)
      metrics.sourceResults.labels(label).inc(count)
      const { configuration } = source
      if (configuration !== null && reason === null) {
        const subject = subjectOf(source)
        const sample = { configuration, area: 'streams' as const, subject, failure }
        healthRecorder.record({ ...sample, fromCache: fromCache !== null, tookMs, results: count })
      }
      if (error !== null) log.error({ err: error, host }, 'a request to a source failed')
    },
  })
}
