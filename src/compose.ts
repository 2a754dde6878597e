import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { readListAddresses, requireOverridesFile } from './anime/settings.ts'
import { createMemoryLock, createRedisLock } from './cache/lock.ts'
import { countLookups } from './cache/count-lookups.ts'
import { createMemoryCache } from './cache/memory.ts'
import { closeRedis, openRedis } from './cache/open-redis.ts'
import { createRedisCache } from './cache/redis.ts'
import type { Config } from './config/config.ts'
import type { Logger } from './core/logger.ts'
import { createMetrics } from './core/metrics.ts'
import type { Metrics } from './core/metrics.ts'
import { createSlicer } from './core/slices.ts'
import type { Services } from './graphql/context.ts'
import { schema } from './graphql/schema.ts'
import { mountDocs } from './http/docs.ts'
import { mountGraphql } from './http/graphql.ts'
import { mountPages } from './http/pages.ts'
import { createContextFactory } from './http/request-context.ts'
import type { OperationLimits } from './http/request-context.ts'
import { mountRest } from './http/rest/mount.ts'
import { createServer } from './http/server.ts'
import { mountSofa } from './http/sofa.ts'
import { instanceHeader, mountStremio } from './http/stremio/mount.ts'
import { mountSystem } from './http/system-routes.ts'
import { createFetcher } from './search/fetch.ts'
import { createMetadata } from './search/metadata.ts'
import { createPipeline } from './search/pipeline.ts'
import { createPlans } from './search/plans.ts'
import { createReleaseNameMemo } from './search/release-name/memo.ts'
import { createGuardedFetch } from './security/guarded-fetch.ts'
import { assertSecretKey } from './security/key-check.ts'
import { createPasswords } from './security/passwords.ts'
import { createRateLimiter } from './security/rate-limit.ts'
import { createSealer } from './security/seal.ts'
import { loadSecretKey } from './security/secret-key.ts'
import { createTokens } from './security/tokens.ts'
import { createAddonService } from './services/addon.ts'
import { createAnimeDownload } from './services/anime-download.ts'
import { createAnimeService } from './services/anime.ts'
import { createSearchService } from './services/search.ts'
import { createUserService } from './services/user/service.ts'
import { createStremioClient } from './sources/stremio/client.ts'
import { closeDatabase, isReachable, openDatabase } from './storage/database.ts'
import { migrateToLatest, pendingMigrations } from './storage/migrate.ts'
import { createConfigurationStore } from './storage/repositories/configurations.ts'
import { createSettingsStore } from './storage/repositories/settings.ts'

/** Id spaces that the anime database translates between. */
const translatedPrefixes = ['tt', 'tmdb:', 'tvdb:', 'kitsu:', 'mal:', 'anilist:', 'anidb:']
const rememberedNames = 60_000
const cacheBytes = 32 * 1024 * 1024

const { version } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }

type Closer = () => Promise<unknown>

/** Builds the whole service and connects its parts; nothing else does. Throws an Error that says why it cannot start. */
export async function createService(config: Config, log: Logger) {
  const closers: Closer[] = []
  try {
    return await build(config, log, closers)
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

async function closeAll(closers: readonly Closer[]): Promise<void> {
  for (const close of closers.toReversed()) await close()
}

async function build(config: Config, log: Logger, closers: Closer[]) {
  const warn = (message: string): void => log.warn(message)
  const metrics = createMetrics()
  const secretKey =
    config.secretKey === null ? loadSecretKey(config.dataDir) : Buffer.from(config.secretKey, 'hex')

  const db = openDatabase(config.storage)
  closers.push(() => closeDatabase(db))
  await migrateToLatest(db, { onStep: (name) => log.info(`database: applied ${name}`) })
  await assertSecretKey(createSettingsStore(db), secretKey)

  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, { warn })
  if (redis) closers.push(() => closeRedis(redis))

  const services = createServices(config, { db, redis, secretKey, metrics, log, closers })
  const contexts = createContextFactory(services, createLimits(config, redis))

  const server = await createServer({
    trustedProxies: config.http.trustedProxies,
    log,
    metrics,
  })
  closers.push(() => server.close())
  const { app } = server
  mountRest(app, schema, contexts)
  mountStremio(app, {
    schema,
    contexts,
    aliases: config.aliases,
    instance: instanceOf(secretKey),
    baseUrl: (request) => config.http.baseUrl ?? `${request.protocol}://${request.host}`,
    version,
  })
  mountGraphql(app, schema, contexts, log)
  mountSofa(app, schema, contexts, log)
  mountDocs(app)
  mountPages(app)
  mountSystem(app, {
    metrics,
    metricsToken: config.metricsToken,
    async readiness() {
      const problem = await databaseProblem(db)
      return {
        problems: problem === null ? [] : [problem],
        details: { anime: services.anime.state().data },
      }
    },
  })

  return {
    app,
    services,
    /** Answers where it listens, whatever address it is known by. */
    async listen(): Promise<{ port: number; url: string }> {
      await services.anime.start()
      await app.listen({ port: config.http.port, host: config.http.host })
      const { port } = app.server.address() as AddressInfo
      const shown = ['0.0.0.0', '::'].includes(config.http.host) ? 'localhost' : config.http.host
      return { port, url: `http://${isIPv6(shown) ? `[${shown}]` : shown}:${port}` }
    },
    /** Finishes what runs, for ten seconds at most, then lets go of everything. */
    close: () => closeAll(closers),
  }
}

/** Names this installation to itself, the same on all its nodes. */
function instanceOf(secretKey: Uint8Array): string {
  return createHmac('sha256', secretKey).update('instance').digest('hex').slice(0, 32)
}

/** Why the service cannot work with its database now; null: it can. */
async function databaseProblem(db: ReturnType<typeof openDatabase>): Promise<string | null> {
  const away = 'the database cannot be reached'
  if (!(await isReachable(db))) return away
  const pending = await pendingMigrations(db).catch(() => null)
  if (pending === null) return away
  return pending.length > 0 ? 'the database lacks migrations; restart the service' : null
}

type Foundation = {
  readonly db: ReturnType<typeof openDatabase>
  readonly redis: Redis | null
  readonly secretKey: Uint8Array
  readonly metrics: Metrics
  readonly log: Logger
  readonly closers: Closer[]
}

function createServices(
  config: Config,
  { db, redis, secretKey, metrics, log, closers }: Foundation,
): Services {
  const warn = (message: string): void => log.warn(message)
  const slicer = createSlicer()
  const cache = countLookups(
    redis
      ? createRedisCache(redis, 'cache:', { warn })
      : createMemoryCache({ maxBytes: cacheBytes }),
    (found) => metrics.caches.labels('sources', found ? 'hit' : 'miss').inc(),
  )
  const guarded = createGuardedFetch({
    allowPrivate: config.allowPrivateUrls,
    headers: { [instanceHeader]: instanceOf(secretKey) },
  })
  closers.push(() => guarded.close())
  const { timeoutMs, maxBytes } = config.sources
  const client = createStremioClient({ fetch: guarded.fetch, cache, slicer, timeoutMs, maxBytes })
  // The operator's own addresses are not guarded.
  const lists = createGuardedFetch({ allowPrivate: true })
  closers.push(() => lists.close())
  const anime = createAnimeService({
    folder: join(config.dataDir, 'anime'),
    lists: readListAddresses(config.anime.sources),
    overrides: requireOverridesFile(config.anime.overrides),
    refreshMs: config.anime.refreshMs,
    download: createAnimeDownload(lists.fetch),
    lock: redis ? createRedisLock(redis, 'lock:') : createMemoryLock(),
    log,
  })
  closers.push(() => anime.stop())
  const translators = [anime.idTranslator]
  const metadata = createMetadata({ client, cache, translators })
  const fetcher = createFetcher({
    client,
    translators,
    timeoutMs,
    onSourceResult({ host, outcome, tookMs, count, error }) {
      const label = metrics.sourceLabel(host)
      metrics.sources.labels(label, outcome).observe(tookMs / 1_000)
      metrics.sourceResults.labels(label).inc(count)
      if (error !== null) log.error({ err: error, host }, 'a source could not be asked')
    },
  })
  const pipeline = createPipeline({ slicer, parseName: createReleaseNameMemo(rememberedNames) })

  const plans = createPlans()
  const users = createUserService({
    store: createConfigurationStore(db),
    passwords: createPasswords(),
    tokens: createTokens(secretKey),
    sealer: createSealer(secretKey, 'configuration'),
    aliases: config.aliases,
    addonPasswords: config.addonPasswords,
    signInFailures: createRateLimiter({ name: 'sign-in', limit: config.limits.signIn, redis }),
    checkPlan: plans,
  })
  return {
    users,
    search: createSearchService({
      users,
      fetcher,
      metadata,
      pipeline,
      metrics,
      isAnime: anime.isAnime,
      plans,
      sourceTimeoutMs: timeoutMs,
    }),
    addon: createAddonService({
      users,
      client,
      serverName: config.branding.serverName,
      translatedPrefixes: () => (anime.state().data === 'loaded' ? translatedPrefixes : []),
    }),
    anime,
  }
}

function createLimits({ limits }: Config, redis: Redis | null): OperationLimits {
  const limiter = (name: keyof OperationLimits) =>
    createRateLimiter({ name, limit: limits[name], redis })
  return {
    user: limiter('user'),
    search: limiter('search'),
    anime: limiter('anime'),
    graphql: limiter('graphql'),
  }
}
