import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { searchSlots } from '../config/memory.js'
import type { Services } from '../graphql/context.ts'
import type { PlaySessionIds } from '../model/item-ids.ts'
import type { Client } from '../model/credentials.ts'
import { createPipeline } from '../search/pipeline.ts'
import { createReleaseNameMemo } from '../search/release-name/memo.ts'
import { createPlaySessionIds, createVersionMark } from '../security/item-ids.ts'
import type { Hasher } from '../security/passwords.ts'
import { createRateLimiter } from '../security/rate-limit.ts'
import { createAccessTokenService } from '../services/access-tokens/service.ts'
import { createActivityService } from '../services/activity/service.ts'
import { createCatalogService } from '../services/catalogs/service.ts'
import { createHistoryFiles } from '../services/history-files/service.ts'
import { createUploads } from '../services/history-files/uploads.ts'
import { createReportHistory } from '../services/history/reports.ts'
import { createUpdateState } from '../services/history/update-state.ts'
import { createMediaDescriber } from '../services/streaming/describe-media.ts'
import { createHistoryPages } from '../services/history-pages/service.ts'
import { createStreamingService } from '../services/streaming/service.ts'
import { createSetCapabilities } from '../services/sessions/capabilities.ts'
import { createRemoteControl } from '../services/sessions/remote-control.ts'
import { createSessionService } from '../services/sessions/service.ts'
import { createSockets } from '../services/sessions/sockets.ts'
import { createHealthService } from '../services/health/service.ts'
import { createNodes } from '../services/nodes.ts'
import { createLastingAccess } from '../services/users/lasting-access.ts'
import { createPreferenceService } from '../services/users/preference-service.ts'
import { segmentServices } from '../model/segment.ts'
import { createSegmentService } from '../services/segments/service.ts'
import { segmentClients } from '../sources/segments/clients.ts'
import { createBreakers } from '../sources/breakers.ts'
import { createAskedOnce } from '../sources/asked-once.ts'
import { createSourcePreviews } from '../services/sources/source-preview.ts'
import { createSearchService } from '../services/search.ts'
import { createVersionService } from '../services/versions/service.ts'
import { createSessionStore } from '../storage/repositories/sessions.ts'
import { createSocketStore } from '../storage/repositories/sockets.ts'
import { createFoundation } from './foundation.ts'
import type { Foundation } from './foundation.ts'
import type { Infrastructure } from './infrastructure.ts'
import { createTitleServices } from './titles.ts'
import { version } from './version.ts'

/** Ids that the anime database can translate. */
const translatedPrefixes = ['tt', 'tmdb:', 'tvdb:', 'kitsu:', 'mal:', 'anilist:', 'anidb:']
/** Bytes, if no memory limit applies. */
const nameBytes = 28 * 2 ** 20

export function createServices(
  config: Config,
  infrastructure: Infrastructure,
  hasher: Hasher,
): Services {
  const foundation = createFoundation(config, infrastructure, hasher)
  const { secretKey, itemIds, events, stores, cache, isAlone, health, onClose } = infrastructure
  const playSessionIds = createPlaySessionIds(secretKey)
  const titles = createTitleServices(config, foundation)
  const { history, trackers, deviceProfiles } = titles
  const finding = createFindingServices(config, foundation, titles)
  const versions = createVersionService({
    search: finding.search,
    history,
    deviceProfiles,
    cache,
    items: titles.items,
    itemIds,
    playSessionIds,
    markOf: createVersionMark(secretKey),
    ttlMs: config.mediaServer.versionsTtlMs,
  })
  const sockets = createSockets({ store: createSocketStore(infrastructure.db), events })
  onClose(() => sockets.stop())
  const sessionStore = createSessionStore(infrastructure.db)
  const sessions = createSessionService({
    store: sessionStore,
    items: titles.items,
    history: createReportHistory({ store: stores.history, events, trackers }),
    events,
    sockets,
    isAlone,
    itemIds,
    playSessionIds,
    versions,
  })
  onClose(() => sessions.stop())
  const uploads = createUploads({ folder: join(config.dataDir, 'uploads') })
  onClose(() => uploads.close())
  return {
    configurations: foundation.configurations,
    browserSessions: foundation.browserSessions,
    instance: instanceOf(config),
    users: foundation.users,
    anime: foundation.anime,
    ...titles,
    ...finding,
    ...createAccess(foundation),
    preferences: createPreferenceService(stores.preferences),
    historyFiles: createHistoryFiles({
      store: stores.history,
      events,
      translators: foundation.translators,
      uploads,
    }),
    ...createActivity(foundation, titles),
    sessions,
    setCapabilities: createSetCapabilities({ store: sessionStore, events, deviceProfiles }),
    updateState: createUpdateState({ ...titles, sessions }),
    sockets,
    remote: createRemoteControl({
      sessions,
      items: titles.items,
      itemIds,
      events,
      sockets,
      limiter: createRateLimiter({
        name: 'remote-control',
        limit: { points: 600, windowMs: 60_000 },
        redis: infrastructure.redis,
      }),
    }),
    itemIds,
    versions,
    segments: createSegments(config, foundation, { ...titles, versions }),
    nodes: createNodes({ items: titles.items, versions }),
    ...createStreaming(foundation, titles, { versions, playSessionIds }),
    health: createHealthService({ ...foundation, store: stores.health, recorder: health }),
  }
}

function createSegments(
  { skipSources, sources: { timeoutMs } }: Config,
  { unguarded, stored, translators }: Foundation,
  titles: Pick<Services, 'items' | 'versions'>,
) {
  const breakers = createBreakers()
  const { fetch } = unguarded
  const opened = segmentServices.flatMap((name) => {
    const baseUrl = skipSources[name]
    return baseUrl === null ? [] : segmentClients[name]({ fetch, breakers, baseUrl, timeoutMs })
  })
  return createSegmentService({ ...titles, sources: opened, stored, translators })
}

function createAccess({ stores, configurations, users, events }: Foundation) {
  const { householdOf } = users
  return {
    accessTokens: createAccessTokenService({
      store: stores.accessTokens,
      configurations,
      householdOf,
      events,
    }),
    lastingAccess: createLastingAccess({ events }),
  }
}

function instanceOf({ branding, addonPasswords }: Config): Services['instance'] {
  return { name: branding.serverName, version, isProtected: addonPasswords.length > 0 }
}

/** What dashboards read. */
function createActivity(
  { stores: { history, plays }, events }: Foundation,
  titles: ReturnType<typeof createTitleServices>,
) {
  const { items } = titles
  return {
    activity: createActivityService({ ...titles, plays, history }),
    historyPages: createHistoryPages({ store: history, events, plays, items }),
  }
}

function createStreaming(
  foundation: Foundation,
  titles: ReturnType<typeof createTitleServices>,
  plays: Pick<Services, 'versions'> & { readonly playSessionIds: PlaySessionIds },
) {
  const { fetch, open } = foundation.guarded
  const streaming = createStreamingService({ ...foundation, ...titles, ...plays, fetch, open })
  return { streaming, describeMedia: createMediaDescriber({ ...titles, streaming }) }
}

function createFindingServices(
  config: Config,
  foundation: Foundation,
  { library, history }: ReturnType<typeof createTitleServices>,
) {
  const { configurations, users, browserSessions, client, fetcher, metadata, metrics, anime } =
    foundation
  const { plans, scheduler, share, health } = foundation
  const directory = {
    ...configurations,
    ofToken: (token: string, from: Client) => users.findUser(token, from),
    ofBrowser: browserSessions.account,
  }
  const search = createSearchService({
    configurations: directory,
    fetcher,
    metadata,
    pipeline: createPipeline({
      scheduler,
      parseName: createReleaseNameMemo(Math.floor(nameBytes * share)),
      maxResults: config.search.maxResults,
    }),
    metrics,
    isAnime: anime.isAnime,
    plans,
    sourceTimeoutMs: config.sources.timeoutMs,
    slots: searchSlots(config.memoryCeiling),
    health,
  })
  const addon = createCatalogService({
    configurations: directory,
    client,
    library,
    history,
    translators: foundation.translators,
    sameTitle: anime.sameTitle,
    memoryShare: share,
    serverName: config.branding.serverName,
    translatedPrefixes: () => (anime.state().data === 'loaded' ? translatedPrefixes : []),
  })
  return {
    search,
    askSourcesOnce: (signal: AbortSignal) => createAskedOnce(client, signal),
    addon,
    sourcePreviews: createSourcePreviews({ client }),
  }
}
