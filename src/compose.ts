import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { readListAddresses, requireOverridesFile } from './anime/settings.ts'
import { createMemoryLock, createRedisLock } from './cache/lock.ts'
import { createMemoryLiveEvents, createRedisLiveEvents } from './cache/live-events.ts'
import { countLookups } from './cache/count-lookups.ts'
import { createMemoryCache } from './cache/memory.ts'
import { closeRedis, openRedis } from './cache/open-redis.ts'
import { createRedisCache } from './cache/redis.ts'
import type { Config } from './config/config.ts'
import { memoryShare, searchPlaces } from './config/memory.js'
import type { Logger } from './core/logger.ts'
import { watchMemory } from './core/memory-pressure.ts'
import type { Client } from './model/credentials.ts'
import type { LiveEvents } from './model/live-event.ts'
import { createMetrics } from './core/metrics.ts'
import type { Metrics } from './core/metrics.ts'
import { createSlicer } from './core/slices.ts'
import type { Services } from './graphql/context.ts'
import { schema } from './graphql/schema.ts'
import { mountDocs } from './http/pages/docs.ts'
import { mountGraphql } from './http/graphql/mount.ts'
import { compileLibraryDocuments } from './http/media-server/transport/library-documents.ts'
import { mountMediaServer } from './http/media-server/transport/mount.ts'
import { mediaRoutes } from './http/media-server/routes.ts'
import { createSessionList } from './http/media-server/playback/session-list.ts'
import { mountSocket } from './http/media-server/transport/websocket.ts'
import { mountPages } from './http/pages/mount.ts'
import { createPublicAddress } from './http/public-address.ts'
import { createContextFactory } from './http/request-context.ts'
import type { OperationLimits } from './http/request-context.ts'
import { mountRest } from './http/rest/mount.ts'
import { createServer } from './http/server.ts'
import { mountSofa } from './http/graphql/sofa.ts'
import { instanceHeader, mountStremio } from './http/stremio/mount.ts'
import { mountSystem } from './http/system-routes.ts'
import { createFetcher } from './search/fetch.ts'
import { createMetadata } from './search/metadata.ts'
import { createPipeline } from './search/pipeline.ts'
import { createPlans } from './search/plans.ts'
import { createReleaseNameMemo } from './search/release-name/memo.ts'
import type { IdTranslator } from './model/id-translator.ts'
import { createGuardedFetch } from './security/guarded-fetch.ts'
import type { GuardedFetch } from './security/guarded-fetch.ts'
import { createItemIds, createPlaySessionIds, createVersionMark } from './security/item-ids.ts'
import { assertSecretKey, keyCheckSetting } from './security/key-check.ts'
import { createPasswords } from './security/passwords.ts'
import { createRateLimiter } from './security/rate-limit.ts'
import { createSealer } from './security/seal.ts'
import { loadSecretKey } from './security/secret-key.ts'
import { createTokens } from './security/tokens.ts'
import { createAddonService } from './services/addon.ts'
import { createAnimeDownload } from './services/anime-download.ts'
import { createAnimeService } from './services/anime.ts'
import { createArchiveService } from './services/archive/service.ts'
import { createUploads } from './services/archive/uploads.ts'
import { createHistoryService } from './services/history/service.ts'
import { createLibraryService } from './services/library/service.ts'
import { createViews } from './services/library/views.ts'
import { createPlaybackService } from './services/playback/service.ts'
import { createRemoteControl } from './services/playing/remote.ts'
import { createPlayingService } from './services/playing/service.ts'
import { createSockets } from './services/playing/sockets.ts'
import { withPlaylists } from './services/playlists/library.ts'
import { createPlaylistService } from './services/playlists/service.ts'
import { createDeviceProfiles } from './services/profiles/device-profiles.ts'
import { createLastingAccess } from './services/profiles/lasting-access.ts'
import { createPreferenceService } from './services/profiles/preference-service.ts'
import { rememberMembers } from './services/profiles/remembered-members.ts'
import { createProfileService } from './services/profiles/service.ts'
import { createUserConfigurations } from './services/profiles/user-configurations.ts'
import { createSearchService } from './services/search.ts'
import { createUserService } from './services/user/service.ts'
import { createAniList } from './trackers/anilist/client.ts'
import { createMyAnimeList } from './trackers/my-anime-list/client.ts'
import { createSimkl } from './trackers/simkl/client.ts'
import { createTrakt } from './trackers/trakt/client.ts'
import { createWatchStateClient } from './trackers/watch-state/client.ts'
import { createStremioClient } from './sources/stremio/client.ts'
import { createTrackerService } from './services/trackers/service.ts'
import { nativeNames } from './services/trackers/trackers.ts'
import { createSourceChecks } from './services/user/warnings/sources.ts'
import { createWarnings } from './services/user/warnings/warnings.ts'
import type { Natives } from './services/trackers/connections.ts'
import { createVersionService } from './services/versions/service.ts'
import { closeDatabase, openDatabase } from './storage/database.ts'
import { migrateToLatest } from './storage/migrate.ts'
import { databaseProblem } from './storage/health.ts'
import { requireServerVersion } from './storage/server-version.ts'
import { hasSetting } from './storage/sqlite.ts'
import { createConfigurationStore } from './storage/repositories/configurations.ts'
import { createDeviceStore } from './storage/repositories/devices.ts'
import { createHistoryStore } from './storage/repositories/history/store.ts'
import { createItemNames } from './storage/repositories/item-names.ts'
import { createPlayingStore } from './storage/repositories/playing.ts'
import { createPlaylistStore } from './storage/repositories/playlists/store.ts'
import { createPreferenceStore } from './storage/repositories/preferences.ts'
import { createSettingsStore } from './storage/repositories/settings.ts'
import { createLockStore } from './storage/repositories/sign-in-locks.ts'
import { createSocketStore } from './storage/repositories/sockets.ts'
import { createTrackerStore } from './storage/repositories/trackers.ts'
import { createStoredCache } from './storage/repositories/stored-answers.ts'
import { createTitleSights } from './storage/repositories/title-sights.ts'

/** Id spaces that the anime database translates between. */
const translatedPrefixes = ['tt', 'tmdb:', 'tvdb:', 'kitsu:', 'mal:', 'anilist:', 'anidb:']
/** Bytes, where nothing bounds the memory. */
const nameBytes = 28 * 2 ** 20
const cacheBytes = 32 * 2 ** 20
/** How many accounts' worth of wrong passwords one address may try. */
const accountsPerAddress = 10
const pruneEveryMs = 3_600_000

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
  const secretKey = await secretKeyOf(config, warn)

  const db = openDatabase(config.storage)
  closers.push(() => closeDatabase(db))
  await requireServerVersion(db)
  const settings = createSettingsStore(db)
  // Before anything is changed in a database that belongs to another key.
  if (await settings.exists()) await assertSecretKey(settings, secretKey)
  await migrateToLatest(db, { onStep: (name) => log.info(`database: applied ${name}`) })
  await assertSecretKey(settings, secretKey)

  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, { warn })
  if (redis) closers.push(() => closeRedis(redis))
  const shared = redis && createRedisLiveEvents(redis)
  if (shared) closers.push(() => shared.close())
  const events = shared ?? createMemoryLiveEvents()

  const services = createServices(config, { db, redis, events, secretKey, metrics, log, closers })
  const contexts = createContextFactory(services, createLimits(config, redis))

  const memory = watchMemory(config.memoryCeiling)
  closers.push(async () => memory.stop())
  const server = await createServer({
    trustedProxies: config.http.trustedProxies,
    log,
    metrics,
    memory,
  })
  closers.push(() => server.close())
  const { app, paths } = server
  const addressOf = createPublicAddress(config.http.baseUrl)
  mountRest(app, schema, contexts)
  mountStremio(app, {
    schema,
    contexts,
    aliases: config.aliases,
    instance: instanceOf(secretKey),
    addressOf,
    version,
  })
  const media = {
    services,
    serverId: instanceOf(secretKey),
    serverName: config.branding.serverName,
    prefix: config.mediaServer.prefix,
    logoUrl: config.branding.logoUrl,
    configureUrl: config.branding.configureUrl,
  }
  const documents = compileLibraryDocuments(schema)
  const sessions = createSessionList(documents, services, media.serverId)
  mountMediaServer(app, mediaRoutes(documents, sessions, media), {
    ...media,
    addressOf,
    paths,
    contexts,
    log,
  })
  const sockets = mountSocket(app, { ...media, sessions, log })
  closers.push(() => sockets.close())
  mountGraphql(app, schema, contexts, log)
  mountSofa(app, schema, contexts, log)
  mountDocs(app)
  mountPages(app, addressOf)
  mountSystem(app, {
    metrics,
    metricsToken: config.metricsToken,
    async readiness() {
      const problem = await databaseProblem(db, config.storage)
      return {
        problems: problem === null ? [] : [problem],
        details: { anime: services.anime.state().data },
      }
    },
  })

  return {
    app,
    paths,
    services,
    /** Answers where it listens, whatever address it is known by. */
    async listen(): Promise<{ port: number; url: string }> {
      await services.anime.start()
      services.trackers.start()
      await app.listen({ port: config.http.port, host: config.http.host })
      const { port } = app.server.address() as AddressInfo
      const shown = ['0.0.0.0', '::'].includes(config.http.host) ? 'localhost' : config.http.host
      return { port, url: `http://${isIPv6(shown) ? `[${shown}]` : shown}:${port}` }
    },
    /** Finishes what runs, for ten seconds at most, then lets go of everything. */
    close: () => closeAll(closers),
  }
}

/** Of the environment, or of the data folder. */
async function secretKeyOf(
  { secretKey, dataDir, storage }: Config,
  warn: (message: string) => void,
): Promise<Uint8Array> {
  if (secretKey !== null) return Buffer.from(secretKey, 'hex')
  return loadSecretKey(dataDir, {
    isDatabaseUsed: async () =>
      storage.dialect === 'sqlite' && (await hasSetting(storage.file, keyCheckSetting)),
    warn,
  })
}

/** Names this installation to itself, the same on all its nodes. */
function instanceOf(secretKey: Uint8Array): string {
  return createHmac('sha256', secretKey).update('instance').digest('hex').slice(0, 32)
}

type Foundation = {
  readonly db: ReturnType<typeof openDatabase>
  readonly redis: Redis | null
  readonly events: LiveEvents
  readonly secretKey: Uint8Array
  readonly metrics: Metrics
  readonly log: Logger
  readonly closers: Closer[]
}

function createServices(
  config: Config,
  { db, redis, events, secretKey, metrics, log, closers }: Foundation,
): Services {
  const warn = (message: string): void => log.warn(message)
  const slicer = createSlicer()
  const share = memoryShare(config.memoryCeiling)
  const shareOf = (bytes: number): number => Math.floor(bytes * share)
  const cache = countLookups(
    redis
      ? createRedisCache(redis, 'cache:', { warn })
      : createMemoryCache({ maxBytes: shareOf(cacheBytes) }),
    (found) => metrics.caches.labels('sources', found ? 'hit' : 'miss').inc(),
  )
  const guarded = createGuardedFetch({
    allowPrivate: config.allowPrivateUrls,
    headers: { [instanceHeader]: instanceOf(secretKey) },
  })
  closers.push(() => guarded.close())
  const { timeoutMs, maxBytes } = config.sources
  const stored = createStoredCache(db, {
    sealer: createSealer(secretKey, 'stored-answers', { packs: false }),
    warn,
  })
  closers.push(() => stored.close())
  const sights = createTitleSights(db)
  const lock = redis ? createRedisLock(redis, 'lock:') : createMemoryLock()
  const pruning = setInterval(() => {
    const prune = async () => {
      await stored.prune(Date.now())
      await sights.prune(Date.now())
    }
    // Where the database is away, the next hour will do.
    lock.withLock('stored-answers', 60_000, prune).catch(() => {})
  }, pruneEveryMs)
  closers.push(async () => clearInterval(pruning))
  const client = createStremioClient({
    fetch: guarded.fetch,
    cache,
    stored,
    slicer,
    timeoutMs,
    maxBytes,
    memoryShare: share,
  })
  // The operator's own addresses are not guarded.
  const lists = createGuardedFetch({ allowPrivate: true })
  closers.push(() => lists.close())
  const anime = createAnimeService({
    folder: join(config.dataDir, 'anime'),
    lists: readListAddresses(config.anime.sources),
    overrides: requireOverridesFile(config.anime.overrides),
    refreshMs: config.anime.refreshMs,
    download: createAnimeDownload(lists.fetch),
    lock,
    log,
  })
  closers.push(() => anime.stop())
  const translators = [anime.idTranslator]
  const metadata = createMetadata({ client, cache, translators })
  const fetcher = createFetcher({
    client,
    translators,
    timeoutMs,
    memoryShare: share,
    onSourceResult({ host, outcome, tookMs, count, error }) {
      const label = metrics.sourceLabel(host)
      metrics.sources.labels(label, outcome).observe(tookMs / 1_000)
      metrics.sourceResults.labels(label).inc(count)
      if (error !== null) log.error({ err: error, host }, 'a source could not be asked')
    },
  })
  const pipeline = createPipeline({
    slicer,
    parseName: createReleaseNameMemo(shareOf(nameBytes)),
    maxResults: config.search.maxResults,
  })

  // No other process writes to the same database.
  const isAlone = config.storage.dialect === 'sqlite' && redis === null
  let onHouseholdChanged = (_number: number): void => {}
  let onUsersChanged = (_number: number): void => {}
  const plans = createPlans()
  const passwords = createPasswords()
  const devices = createDeviceStore(db)
  const historyStore = createHistoryStore(db)
  const itemIds = createItemIds(secretKey)
  const playlistStore = createPlaylistStore(db)
  const natives = createNatives(config, lists.fetch, translators, warn)
  const findWarnings = createWarnings(createSourceChecks(client), {
    maxResults: config.search.maxResults,
    knownTrackers: nativeNames,
    nativeTrackers: new Set(nativeNames.filter((name) => natives[name] !== null)),
  })
  const users = createUserService({
    store: createConfigurationStore(db),
    passwords,
    tokens: createTokens(secretKey),
    sealer: createSealer(secretKey, 'configuration'),
    aliases: config.aliases,
    addonPasswords: config.addonPasswords,
    signInFailures: createRateLimiter({ name: 'sign-in', limit: config.limits.signIn, redis }),
    addressFailures: createRateLimiter({
      name: 'sign-in-address',
      limit: config.limits.signIn && {
        ...config.limits.signIn,
        points: accountsPerAddress * config.limits.signIn.points,
      },
      redis,
    }),
    checkPlan: plans,
    isOwnerId: (id) => itemIds.decode(id)?.kind === 'user',
    async findWarnings(own, whole) {
      try {
        return await findWarnings(own, whole)
      } catch (error) {
        // It is saved already.
        log.error({ err: error }, 'a configuration could not be looked through for warnings')
        return []
      }
    },
    onChanged: (number) => onUsersChanged(number),
    async onRemoved(number) {
      await devices.forget(number)
      await historyStore.forget(number)
      await trackerStore.forget(number)
      await playlistStore.forget(number)
    },
  })
  const playSessionIds = createPlaySessionIds(secretKey)
  const { pinAttempts, pinLockMs, pinSignIn } = config.mediaServer
  const limiter = (name: string, points: number, windowMs: number) =>
    createRateLimiter({ name, limit: { points, windowMs }, redis })
  const everyProfile = createProfileService({
    users,
    passwords,
    devices,
    locks: createLockStore(db),
    cache,
    itemIds,
    aliases: config.aliases,
    onSignedOut(configuration, device) {
      remembered?.forget()
      events.publish({ kind: 'signedOut', configuration, device })
    },
    failures: createRateLimiter({
      name: 'profile-sign-in',
      limit: { points: pinAttempts, windowMs: pinLockMs },
      locks: true,
      redis,
    }),
    quickConnects: limiter('quick-connect', 30, 600_000),
    codeFailures: limiter('quick-connect-code', 10, 600_000),
    pinAttempts,
    pinLockMs,
    pinSignIn,
  })
  const remembered: ReturnType<typeof rememberMembers> | null = isAlone
    ? rememberMembers(everyProfile)
    : null
  onUsersChanged = (number) => {
    remembered?.forget()
    events.publish({ kind: 'secrets', configuration: number })
    onHouseholdChanged(number)
  }
  const profiles = remembered ?? everyProfile
  const trackerStore = createTrackerStore(db)
  const trackers = createTrackerService({
    store: trackerStore,
    history: historyStore,
    client,
    watchState: createWatchStateClient({ fetch: guarded.fetch, timeoutMs }),
    natives,
    sealer: createSealer(secretKey, 'trackers'),
    translators,
    events,
    lock,
    log,
    household: (number) => profiles.household(number),
  })
  closers.push(() => trackers.stop())
  onHouseholdChanged = (number) => {
    // Nobody waits for it: what a source says of itself may take its time.
    profiles
      .household(number)
      .then(async (household) => {
        if (!household) return
        await userConfigurations.prune(household)
        await playlists.forgetOthers(household)
        await trackers.sync(household)
      })
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a household could not be brought in step'),
      )
  }
  const preferenceStore = createPreferenceStore(db)
  const userConfigurations = createUserConfigurations({ store: preferenceStore, isAlone })
  const deviceProfiles = createDeviceProfiles({ stored })
  const history = createHistoryService({ store: historyStore, events, trackers })
  const views = createViews({ userConfigurations, itemIds })
  const titles = createLibraryService({
    client,
    names: createItemNames(db),
    sights,
    history,
    views,
    events,
    translators,
    sameTitle: anime.sameTitle,
    memoryShare: share,
  })
  const playlists = createPlaylistService({
    store: playlistStore,
    history,
    histories: historyStore,
    library: titles,
    events,
  })
  const library = withPlaylists(titles, playlists, views)
  const sockets = createSockets({ store: createSocketStore(db), events })
  closers.push(() => sockets.stop())
  const directory = {
    ...users,
    ofToken: (token: string, from: Client) => profiles.member(token, from),
  }
  const search = createSearchService({
    users: directory,
    fetcher,
    metadata,
    pipeline,
    metrics,
    isAnime: anime.isAnime,
    plans,
    sourceTimeoutMs: timeoutMs,
    places: searchPlaces(config.memoryCeiling),
  })
  const versions = createVersionService({
    search,
    history,
    deviceProfiles,
    cache,
    itemIds,
    markOf: createVersionMark(secretKey),
    ttlMs: config.mediaServer.versionsTtlMs,
  })
  const playing = createPlayingService({
    store: createPlayingStore(db),
    history,
    trackers,
    events,
    sockets,
    isAlone,
    itemIds,
    playSessionIds,
    versions,
  })
  const uploads = createUploads({ folder: join(config.dataDir, 'uploads') })
  closers.push(() => uploads.close())
  const { fetch, open } = guarded
  return {
    users,
    profiles,
    lastingAccess: createLastingAccess({ events }),
    preferences: createPreferenceService(preferenceStore),
    userConfigurations,
    deviceProfiles,
    library,
    history,
    trackers,
    archive: createArchiveService({ store: historyStore, events, translators, uploads }),
    playing,
    sockets,
    remote: createRemoteControl({
      playing,
      library,
      itemIds,
      events,
      limiter: limiter('remote-control', 600, 60_000),
    }),
    playlists,
    itemIds,
    playSessionIds,
    search,
    versions,
    playback: createPlaybackService({
      itemIds,
      playSessionIds,
      profiles,
      library,
      versions,
      client,
      translators,
      cache,
      slicer,
      fetch,
      open,
    }),
    addon: createAddonService({
      users: directory,
      client,
      serverName: config.branding.serverName,
      translatedPrefixes: () => (anime.state().data === 'loaded' ? translatedPrefixes : []),
    }),
    anime,
  }
}

/** Those that the operator has set up. Their addresses are the operator's own, and not guarded. */
function createNatives(
  { trackers }: Config,
  fetch: GuardedFetch,
  translators: readonly IdTranslator[],
  warn: (message: string) => void,
): Natives {
  const [trakt, simkl, anilist] = (['trakt', 'simkl', 'anilist'] as const).map((name) => {
    const own = trackers[name]
    if (own === null || own.clientSecret !== null) {
      return own && { ...own, clientSecret: own.clientSecret!, fetch }
    }
    warn(`${name} is off: ${name.toUpperCase()}_CLIENT_SECRET is not set`)
    return null
  })
  const { myanimelist } = trackers
  return {
    trakt: trakt ? createTrakt(trakt) : null,
    simkl: simkl ? createSimkl(simkl) : null,
    anilist: anilist ? createAniList({ ...anilist, translators }) : null,
    myanimelist: myanimelist && createMyAnimeList({ ...myanimelist, fetch, translators }),
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
