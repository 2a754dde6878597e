import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { searchPlaces } from '../config/memory.js'
import type { Services } from '../graphql/context.ts'
import type { Client } from '../model/credentials.ts'
import { createPipeline } from '../search/pipeline.ts'
import { createPlans } from '../search/plans.ts'
import type { Plans } from '../search/plans.ts'
import { createReleaseNameMemo } from '../search/release-name/memo.ts'
import { createPlaySessionIds, createVersionMark } from '../security/item-ids.ts'
import { createRateLimiter } from '../security/rate-limit.ts'
import { createAddonService } from '../services/addon.ts'
import { createArchiveService } from '../services/archive/service.ts'
import { createUploads } from '../services/archive/uploads.ts'
import { createPlaybackService } from '../services/playback/service.ts'
import { createRemoteControl } from '../services/playing/remote.ts'
import { createPlayingService } from '../services/playing/service.ts'
import { createSockets } from '../services/playing/sockets.ts'
import { createLastingAccess } from '../services/profiles/lasting-access.ts'
import { createPreferenceService } from '../services/profiles/preference-service.ts'
import { createSearchService } from '../services/search.ts'
import { createVersionService } from '../services/versions/service.ts'
import { createPlayingStore } from '../storage/repositories/playing.ts'
import { createSocketStore } from '../storage/repositories/sockets.ts'
import { createAccounts } from './accounts.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createTitleServices } from './titles.ts'
import type { Foundation } from './titles.ts'
import { createUpstream } from './upstream.ts'

/** Id spaces that the anime database translates between. */
const translatedPrefixes = ['tt', 'tmdb:', 'tvdb:', 'kitsu:', 'mal:', 'anilist:', 'anidb:']
/** Bytes, where nothing bounds the memory. */
const nameBytes = 28 * 2 ** 20

/** Connects the rules to what they need. */
export function createServices(config: Config, infrastructure: Infrastructure): Services {
  const upstream = createUpstream(config, infrastructure)
  const plans = createPlans()
  const accounts = createAccounts(config, { ...infrastructure, ...upstream, plans })
  const foundation = { ...infrastructure, ...upstream, ...accounts }
  const { secretKey, itemIds, events, stores, cache, guarded, isAlone, onClose } = infrastructure
  const playSessionIds = createPlaySessionIds(secretKey)
  const titles = createTitleServices(config, foundation)
  const { history, trackers, library, deviceProfiles } = titles
  const finding = createFindingServices(config, foundation, plans)
  const versions = createVersionService({
    search: finding.search,
    history,
    deviceProfiles,
    cache,
    itemIds,
    markOf: createVersionMark(secretKey),
    ttlMs: config.mediaServer.versionsTtlMs,
  })
  const sockets = createSockets({ store: createSocketStore(infrastructure.db), events })
  onClose(() => sockets.stop())
  const playing = createPlayingService({
    store: createPlayingStore(infrastructure.db),
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
  onClose(() => uploads.close())
  return {
    ...accounts,
    ...titles,
    ...finding,
    lastingAccess: createLastingAccess({ events }),
    preferences: createPreferenceService(stores.preferences),
    archive: createArchiveService({
      store: stores.history,
      events,
      translators: upstream.translators,
      uploads,
    }),
    playing,
    sockets,
    remote: createRemoteControl({
      playing,
      library,
      itemIds,
      events,
      limiter: createRateLimiter({
        name: 'remote-control',
        limit: { points: 600, windowMs: 60_000 },
        redis: infrastructure.redis,
      }),
    }),
    itemIds,
    playSessionIds,
    versions,
    playback: createPlaybackService({
      itemIds,
      playSessionIds,
      profiles: accounts.profiles,
      library,
      versions,
      client: upstream.client,
      translators: upstream.translators,
      cache,
      slicer: infrastructure.slicer,
      fetch: guarded.fetch,
      open: guarded.open,
    }),
    anime: upstream.anime,
  }
}

/** What answers with streams and catalogs. */
function createFindingServices(config: Config, foundation: Foundation, plans: Plans) {
  const { users, profiles, client, fetcher, metadata, metrics, anime, slicer, share } = foundation
  const directory = {
    ...users,
    ofToken: (token: string, from: Client) => profiles.member(token, from),
  }
  const search = createSearchService({
    users: directory,
    fetcher,
    metadata,
    pipeline: createPipeline({
      slicer,
      parseName: createReleaseNameMemo(Math.floor(nameBytes * share)),
      maxResults: config.search.maxResults,
    }),
    metrics,
    isAnime: anime.isAnime,
    plans,
    sourceTimeoutMs: config.sources.timeoutMs,
    places: searchPlaces(config.memoryCeiling),
  })
  const addon = createAddonService({
    users: directory,
    client,
    serverName: config.branding.serverName,
    translatedPrefixes: () => (anime.state().data === 'loaded' ? translatedPrefixes : []),
  })
  return { search, addon }
}
