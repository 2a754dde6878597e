import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Services } from '../graphql/services.ts'
import { createPlaySessionIds, createVersionMark } from '../security/item-ids.ts'
import type { Hasher } from '../security/passwords.ts'
import { createAccessTokenService } from '../services/access-tokens/service.ts'
import { createActivityService } from '../services/activity/service.ts'
import { createHistoryFiles } from '../services/history-files/service.ts'
import { createUploads } from '../services/history-files/uploads.ts'
import { createReportHistory } from '../services/history/reports.ts'
import { createUpdateState } from '../services/history/update-state.ts'
import type { FileHeaders } from '../services/file-headers/service.ts'
import { createDeliveries } from '../services/streaming/deliveries.ts'
import { createHistoryPages } from '../services/history-pages/service.ts'
import { createLiveChanges } from '../services/live-changes/service.ts'
import { createSetCapabilities } from '../services/sessions/capabilities.ts'
import { createRemoteControl } from '../services/sessions/remote-control.ts'
import { createSessionService } from '../services/sessions/service.ts'
import type { SessionService } from '../services/sessions/service.ts'
import { createSockets } from '../services/sessions/sockets.ts'
import { createHealthService } from '../services/health/service.ts'
import { createNetworkUrls } from '../services/network-urls.ts'
import { createNodes } from '../services/nodes.ts'
import { createLastingAccess } from '../services/users/lasting-access.ts'
import { createDisplayPreferenceService } from '../services/users/display-preferences.ts'
import { segmentServices } from '../model/segment.ts'
import { createSegmentService } from '../services/segments/service.ts'
import type { AskOptions } from '../sources/ask-json.ts'
import { segmentClients } from '../sources/segments/clients.ts'
import { createOpenPlays } from '../services/stremio-plays/open-plays.ts'
import { createStremioSessions } from '../services/stremio-plays/sessions.ts'
import { createVersionService } from '../services/versions/service.ts'
import { createSessionStore } from '../storage/repositories/sessions.ts'
import { createSocketStore } from '../storage/repositories/sockets.ts'
import { demoManifest } from '../sources/demo/source.ts'
import { createSearchServices } from './search-services.ts'
import { createBaseServices } from './base-services.ts'
import type { BaseServices } from './base-services.ts'
import type { Infrastructure } from './infrastructure.ts'
import { keepEnded } from './keep-ended.ts'
import { createLibraryServices } from './library-services.ts'
import { version } from './version.ts'
import { createOperatorServices } from './operator-services.ts'
import { createStreamingServices, openFileHeaders, openStremioPlays } from './streaming-services.ts'

export function createServices(
  config: Config,
  infrastructure: Infrastructure,
  hasher: Hasher,
): Services {
  const base = createBaseServices(config, infrastructure, hasher)
  const { secretKey, itemIds, events, stores, stateCache, onClose } = infrastructure
  const playSessionIds = createPlaySessionIds(secretKey)
  const titles = createLibraryServices(config, base)
  const { trackers, deviceProfiles } = titles
  const searches = createSearchServices(config, base, titles)
  const versions = createVersionService({
    ...infrastructure,
    ...titles,
    search: searches.search,
    health: infrastructure.healthRecorder,
    playSessionIds,
    markOf: createVersionMark(secretKey),
    ttlMs: config.mediaServer.versionsTtlMs,
    memoryShare: infrastructure.share,
  })
  const deliveries = createDeliveries({ cache: stateCache, playSessionIds })
  const sockets = openSockets(infrastructure)
  const sessionStore = createSessionStore(infrastructure.db)
  const access = createAccess(base)
  const reports = createReportHistory({ store: stores.history, events, trackers })
  const openPlays = createOpenPlays(infrastructure)
  const sessions = createSessionService({
    ...infrastructure,
    elsewhere: createStremioSessions({ open: openPlays }),
    store: sessionStore,
    items: titles.items,
    history: reports,
    sockets,
    playSessionIds,
    versions,
    deliveries,
  })
  onClose(() => sessions.stop())
  onClose(keepEnded(sessions, infrastructure).stop)
  const fileHeaders = openFileHeaders(config, base)
  const plays = { ...access, versions, playSessionIds, deliveries, fileHeaders }
  return {
    configurations: base.configurations,
    browserSessions: base.browserSessions,
    ...describeInstance(config, infrastructure.instance),
    users: base.users,
    anime: base.anime,
    ...titles,
    ...searches,
    ...access,
    displayPreferences: createDisplayPreferenceService(stores.displayPreferences),
    historyFiles: createFiles(config, base, titles),
    ...createActivity(base, titles, sessions),
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
      limiter: infrastructure.limiters.create({
        name: 'remote-control',
        limit: { points: 600, windowMs: 60_000 },
      }),
    }),
    itemIds,
    versions,
    segments: createSegments(config, base, { ...titles, versions, fileHeaders }),
    nodes: createNodes({ items: titles.items, versions }),
    stremioPlays: openStremioPlays(base, { ...titles, ...access, open: openPlays }, reports),
    ...createStreamingServices(base, titles, plays),
    ...createOperatorServices(config, base),
    health: createHealth(base, titles),
  }
}

function createHealth(
  { stores, healthRecorder, client, share: memoryShare }: BaseServices,
  { trackers }: Pick<Services, 'trackers'>,
) {
  const kept = { store: stores.health, recorder: healthRecorder, memoryShare }
  return createHealthService({ client, trackers, ...kept })
}

function openSockets({ db, events, onClose }: Infrastructure) {
  const sockets = createSockets({ store: createSocketStore(db), events })
  onClose(() => sockets.stop())
  return sockets
}

function createFiles(
  { dataDir, playsKeptMs }: Config,
  { stores, events, translators, onClose }: BaseServices,
  { library }: Pick<Services, 'library'>,
) {
  const uploads = createUploads({ folder: join(dataDir, 'uploads') })
  onClose(() => uploads.close())
  const store = stores.history
  return createHistoryFiles({ store, library, events, translators, uploads, playsKeptMs })
}

function createSegments(
  { skipSources, sources: { timeoutMs } }: Config,
  { unguarded, stored, translators, breakers, healthRecorder }: BaseServices,
  titles: Pick<Services, 'items' | 'versions'> & { readonly fileHeaders: FileHeaders | null },
) {
  const { fetch } = unguarded
  const opened = segmentServices.flatMap((name) => {
    const baseUrl = skipSources[name]
    const area = 'segments'
    const onAnswer: AskOptions['onAnswer'] = (...answer) =>
      healthRecorder.recordService(area, ...answer)
    const asked = { fetch, breakers, area, timeoutMs, onAnswer }
    return baseUrl === null ? [] : segmentClients[name]({ ...asked, baseUrl })
  })
  return createSegmentService({ ...titles, sources: opened, stored, translators })
}

function createAccess({ stores, configurations, users, events, times }: BaseServices) {
  const { anyHouseholdOf } = users
  return {
    accessTokens: createAccessTokenService({
      store: stores.accessTokens,
      configurations,
      anyHouseholdOf,
      events,
    }),
    accessTimes: times,
    lastingAccess: createLastingAccess({ events, times }),
  }
}

function describeInstance(
  { http, branding, addonPasswords, operator, webApp, graphqlDocuments, demoSource }: Config,
  id: string,
): Pick<Services, 'instance' | 'networkUrls'> {
  const instance = {
    id,
    name: branding.serverName,
    version,
    publicUrl: http.baseUrl,
    isProtected: addonPasswords.length > 0,
    hasOperator: operator.password !== null,
    webApp,
    takesAnyDocument: graphqlDocuments === null,
    demoSource: demoSource ? demoManifest : null,
  }
  return { instance, networkUrls: createNetworkUrls({ ...http, interfaces: networkInterfaces }) }
}

function createActivity(
  { stores: { history, plays }, events, itemIds }: BaseServices,
  titles: ReturnType<typeof createLibraryServices>,
  sessions: Pick<SessionService, 'list'>,
) {
  const { items, library } = titles
  return {
    activity: createActivityService({ ...titles, plays, history, itemIds }),
    historyPages: createHistoryPages({ store: history, events, plays, items, library }),
    liveChanges: createLiveChanges({ plays, library, sessions }),
  }
}
