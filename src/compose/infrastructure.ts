import { createHmac } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Cache } from '../cache/cache.ts'
import { countLookups } from '../cache/count-lookups.ts'
import { createMemoryLiveEvents, createRedisLiveEvents } from '../cache/live-events.ts'
import { createMemoryLock, createRedisLock } from '../cache/lock.ts'
import { createMemoryCache } from '../cache/memory.ts'
import { closeRedis, openRedis } from '../cache/open-redis.ts'
import { createRedisCache } from '../cache/redis.ts'
import type { Config } from '../config/config.ts'
import { memoryShare } from '../config/memory.js'
import type { Logger } from '../core/logger.ts'
import { createMetrics } from '../core/metrics.ts'
import { createScheduler } from '../core/scheduler.ts'
import type { LiveEvents } from '../model/live-event.ts'
import { instanceHeader } from '../http/stremio/caller.ts'
import { createGuardedFetch } from '../security/guarded-fetch.ts'
import { createItemIds } from '../security/item-ids.ts'
import { createRateLimiters } from '../security/rate-limiters.ts'
import { assertSecretKey, keyCheckSetting } from '../security/key-check.ts'
import { createSealer } from '../security/seal.ts'
import { loadSecretKey } from '../security/secret-key.ts'
import { closeDatabase, openDatabase } from '../storage/database.ts'
import { migrateToLatest } from '../storage/migrate.ts'
import { createAccessTokenStore } from '../storage/repositories/access-tokens.ts'
import { createBrowserSessionStore } from '../storage/repositories/browser-sessions.ts'
import { createDeviceStore } from '../storage/repositories/devices.ts'
import { createHistoryStore } from '../storage/repositories/history/store.ts'
import { createOperatorSessionStore } from '../storage/repositories/operator-sessions.ts'
import { createPersonalAddressStore } from '../storage/repositories/personal-addresses.ts'
import { createPlaylistStore } from '../storage/repositories/playlists/store.ts'
import { createHealthStore } from '../storage/repositories/source-health.ts'
import { createSearchLogRecorder } from '../services/search-log/recorder.ts'
import { createHealthRecorder } from '../services/health/recorder.ts'
import { createPlayStore } from '../storage/repositories/plays/store.ts'
import { forgetUnusedTitles } from '../storage/repositories/plays/unused-titles.ts'
import { createDisplayPreferenceStore } from '../storage/repositories/display-preferences.ts'
import { createLockStore } from '../storage/repositories/sign-in-locks.ts'
import { createSettingsStore } from '../storage/repositories/settings.ts'
import { createStoredCache } from '../storage/repositories/stored-answers.ts'
import { createTitleSights } from '../storage/repositories/title-sights.ts'
import { createTrackerStore } from '../storage/repositories/trackers/store.ts'
import { forgetUnusedNames } from '../storage/repositories/unused-names.ts'
import { createWatchedTimeStore } from '../storage/repositories/watched-time.ts'
import { requireServerVersion } from '../storage/server-version.ts'
import { hasSetting } from '../storage/sqlite.ts'
import { keepFolded } from './keep-folded.ts'
import { keepNumbers } from './keep-numbers.ts'
import { keepPruned, notWhilePruned } from './keep-pruned.ts'

export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>

/** Registers a clean-up; the last one registered runs first. */
export type OnClose = (close: () => Promise<unknown>) => void

/** Bytes, if no memory limit applies. Answers of sources would push out what is kept nowhere else. */
const cacheBytes = {
  sources: 32 * 2 ** 20,
  searches: 16 * 2 ** 20,
  plays: 4 * 2 ** 20,
  state: 8 * 2 ** 20,
}
const mostStored = 2 ** 20

export async function openInfrastructure(config: Config, log: Logger, onClose: OnClose) {
  const warn = (message: string): void => log.warn(message)
  const secretKey = await secretKeyOf(config, warn)
  const instance = instanceOf(secretKey)
  const metrics = createMetrics()
  const db = await openStorage(config, secretKey, log, onClose)
  const redis = config.redisUrl === null ? null : await openRedis(config.redisUrl, { warn })
  if (redis) onClose(() => closeRedis(redis))
  const events = openEvents(redis, onClose)
  const limiters = createRateLimiters(redis, (name) => metrics.refusals.labels(name).inc())

  const share = memoryShare(config.memoryCeiling)
  const shared = redis && createRedisCache(redis, 'cache:', { warn })
  const openCache = (bytes: number): Cache =>
    shared ?? createMemoryCache({ maxBytes: Math.floor(bytes * share) })
  const cache = countLookups(openCache(cacheBytes.sources), (found) =>
    metrics.caches.labels('sources', found ? 'hit' : 'miss').inc(),
  )
  const lock = redis ? createRedisLock(redis, 'lock:') : createMemoryLock()
  const guarded = createGuardedFetch({
    allowPrivate: config.allowPrivateUrls,
    headers: { [instanceHeader]: instance },
  })
  onClose(() => guarded.close())
  // The operator's own addresses need no guard.
  const unguarded = createGuardedFetch({ allowPrivate: true })
  onClose(() => unguarded.close())
  const stored = createStoredCache(db, {
    sealer: createSealer(secretKey, 'stored-answers', { packs: false }),
    maxBytes: config.storedBytes,
    maxValueBytes: mostStored,
    alone: notWhilePruned(lock),
    warn,
  })
  onClose(() => stored.close())
  const sights = createTitleSights(db)
  const stores = createStores(db, share)
  const { health, browserSessions, operatorSessions, locks } = stores
  const pruning = keepPruned([stored, sights, health, browserSessions, operatorSessions, locks], {
    lock,
    log,
  })
  onClose(() => pruning.stop())
  const itemIds = createItemIds(secretKey)
  const forgetNumbers = [
    forgetUnusedTitles.bind(null, db),
    forgetUnusedNames.bind(null, db, itemIds),
  ]
  const numbers = keepNumbers(forgetNumbers, { lock, log })
  onClose(() => numbers.stop())
  const healthRecorder = createHealthRecorder({ store: stores.health, log, metrics })
  onClose(() => healthRecorder.stop())
  const searchLogRecorder = createSearchLogRecorder({
    cache: openCache(cacheBytes.searches),
    lock,
    sealer: createSealer(secretKey, 'search-log'),
    most: config.search.logged,
    log,
  })
  onClose(() => searchLogRecorder.stop())
  const folding = keepFolded(stores.plays, { lock, log })
  onClose(() => folding.stop())

  return {
    log,
    warn,
    metrics,
    secretKey,
    instance,
    itemIds,
    db,
    stores,
    healthRecorder,
    searchLogRecorder,
    folding,
    redis,
    limiters,
    events,
    cache,
    playCache: openCache(cacheBytes.plays),
    /** For codes that wait, failed links and what plays in their place. */
    stateCache: openCache(cacheBytes.state),
    lock,
    stored,
    sights,
    guarded,
    unguarded,
    scheduler: createScheduler(),
    /** Factor for cache sizes; 1 if no memory limit applies. */
    share,
    /** Whether no other process writes to the same database. */
    isAlone: config.storage.dialect === 'sqlite' && redis === null,
    onClose,
  }
}

/** From the environment, or else the data folder. */
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

/** Identifies this installation to itself, the same on all nodes. */
function instanceOf(secretKey: Uint8Array): string {
  return createHmac('sha256', secretKey).update('instance').digest('hex').slice(0, 32)
}

async function openStorage(
  { storage }: Config,
  secretKey: Uint8Array,
  log: Logger,
  onClose: OnClose,
) {
  const db = openDatabase(storage)
  if (storage.dialect === 'sqlite' && storage.file !== ':memory:') {
    await holdShared(storage.file, onClose)
  }
  onClose(() => closeDatabase(db))
  await requireServerVersion(db)
  const settings = createSettingsStore(db)
  const isNew = !(await settings.exists())
  // Before changing a database that belongs to another key.
  if (!isNew) await assertSecretKey(settings, secretKey)
  let isMadeHere = false
  const onStep = (name: string): void => {
    if (isNew) isMadeHere = true
    else log.info(`database: applied ${name}`)
  }
  await migrateToLatest(db, { onStep })
  if (isMadeHere) log.info('database: created')
  await assertSecretKey(settings, secretKey)
  return db
}

/** Imported here alone: with MySQL nothing of SQLite is loaded. */
async function holdShared(file: string, onClose: OnClose): Promise<void> {
  const { shareDatabase } = await import('../storage/database-lock.ts')
  const release = shareDatabase(file)
  onClose(async () => release())
}

function createStores(db: ReturnType<typeof openDatabase>, share: number) {
  return {
    accessTokens: createAccessTokenStore(db),
    browserSessions: createBrowserSessionStore(db),
    devices: createDeviceStore(db),
    health: createHealthStore(db),
    history: createHistoryStore(db),
    locks: createLockStore(db),
    operatorSessions: createOperatorSessionStore(db),
    personalAddresses: createPersonalAddressStore(db),
    playlists: createPlaylistStore(db),
    plays: createPlayStore(db, share),
    displayPreferences: createDisplayPreferenceStore(db),
    trackers: createTrackerStore(db),
    watchedTime: createWatchedTimeStore(db),
  }
}

function openEvents(redis: Redis | null, onClose: OnClose): LiveEvents {
  if (!redis) return createMemoryLiveEvents()
  const events = createRedisLiveEvents(redis)
  onClose(() => events.close())
  return events
}
