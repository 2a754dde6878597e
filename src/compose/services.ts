import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { createSealer } from '../security/seal.ts'
import type { Config } from '../config/config.ts'
import type { Services } from '../graphql/services.ts'
import type { PlaySessionIds } from '../model/item-ids.ts'
import { createPlaySessionIds, createVersionMark } from '../security/item-ids.ts'
import type { Hasher } from '../security/passwords.ts'
import { createAccessTokenService } from '../services/access-tokens/service.ts'
import { createActivityService } from '../services/activity/service.ts'
import { createHistoryFiles } from '../services/history-files/service.ts'
import { createUploads } from '../services/history-files/uploads.ts'
import { createReportHistory } from '../services/history/reports.ts'
import type { ReportHistory } from '../services/history/reports.ts'
import { createUpdateState } from '../services/history/update-state.ts'
import { createFileHeaders } from '../services/file-headers/service.ts'
import type { FileHeaders } from '../services/file-headers/service.ts'
import { createShownLayouts } from '../services/file-headers/shown-layouts.ts'
import { createDeliveries } from '../services/streaming/deliveries.ts'
import type { Deliveries } from '../services/streaming/deliveries.ts'
import { createMediaDescriber } from '../services/streaming/describe-media.ts'
import { createHistoryPages } from '../services/history-pages/service.ts'
import { createTargets } from '../services/streaming/hls/targets.ts'
import { createStreamingService } from '../services/streaming/service.ts'
import { createSetCapabilities } from '../services/sessions/capabilities.ts'
import { createRemoteControl } from '../services/sessions/remote-control.ts'
import { createSessionService } from '../services/sessions/service.ts'
import type { SessionService } from '../services/sessions/service.ts'
import { createSockets } from '../services/sessions/sockets.ts'
import { watchLoad } from '../services/operator/load.ts'
import { createOperatorService } from '../services/operator/service.ts'
import { createOperatorSessions } from '../services/operator/sessions.ts'
import { createHealthService } from '../services/health/service.ts'
import { createNetworkUrls } from '../services/network-urls.ts'
import { createNodes } from '../services/nodes.ts'
import { createLastingAccess } from '../services/users/lasting-access.ts'
import { createPreferenceService } from '../services/users/preference-service.ts'
import { segmentServices } from '../model/segment.ts'
import { createSegmentService } from '../services/segments/service.ts'
import type { AskOptions } from '../sources/ask-json.ts'
import { segmentClients } from '../sources/segments/clients.ts'
import { createOpenPlays } from '../services/stremio-plays/open-plays.ts'
import type { OpenPlays } from '../services/stremio-plays/open-plays.ts'
import { createStremioPlays } from '../services/stremio-plays/service.ts'
import { createStremioSessions } from '../services/stremio-plays/sessions.ts'
import { createVersionService } from '../services/versions/service.ts'
import { createBackups } from '../storage/backups.ts'
import { databaseProblem } from '../storage/health.ts'
import { createInstanceFigures } from '../storage/repositories/instance-figures.ts'
import { createSessionStore } from '../storage/repositories/sessions.ts'
import { createSocketStore } from '../storage/repositories/sockets.ts'
import { demoManifest } from '../sources/demo/source.ts'
import { createFindingServices } from './finding.ts'
import { createFoundation } from './foundation.ts'
import type { Foundation } from './foundation.ts'
import type { Infrastructure } from './infrastructure.ts'
import { keepEnded } from './keep-ended.ts'
import { createTitleServices } from './titles.ts'
import { version } from './version.ts'

/** Never off, since one password opens the page from anywhere. */
const operatorFailures = { points: 10, windowMs: 60_000 }

export function createServices(
  config: Config,
  infrastructure: Infrastructure,
  hasher: Hasher,
): Services {
  const foundation = createFoundation(config, infrastructure, hasher)
  const { secretKey, itemIds, events, stores, cache, stateCache, onClose } = infrastructure
  const playSessionIds = createPlaySessionIds(secretKey)
  const titles = createTitleServices(config, foundation)
  const { trackers, deviceProfiles } = titles
  const finding = createFindingServices(config, foundation, titles)
  const versions = createVersionService({
    ...titles,
    search: finding.search,
    cache,
    stateCache,
    health: infrastructure.healthRecorder,
    itemIds,
    playSessionIds,
    markOf: createVersionMark(secretKey),
    ttlMs: config.mediaServer.versionsTtlMs,
  })
  const deliveries = createDeliveries({ cache: stateCache, playSessionIds })
  const sockets = openSockets(infrastructure)
  const sessionStore = createSessionStore(infrastructure.db)
  const access = createAccess(foundation)
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
  const fileHeaders = openFileHeaders(config, foundation)
  const plays = { ...access, versions, playSessionIds, deliveries, fileHeaders }
  return {
    configurations: foundation.configurations,
    browserSessions: foundation.browserSessions,
    ...describeInstance(config, infrastructure.instance),
    users: foundation.users,
    anime: foundation.anime,
    ...titles,
    ...finding,
    ...access,
    preferences: createPreferenceService(stores.preferences),
    historyFiles: createFiles(config, foundation, titles),
    ...createActivity(foundation, titles, sessions),
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
    segments: createSegments(config, foundation, { ...titles, versions, fileHeaders }),
    nodes: createNodes({ items: titles.items, versions }),
    stremioPlays: openStremioPlays(foundation, { ...titles, ...access, open: openPlays }, reports),
    ...createStreaming(foundation, titles, plays),
    ...createOperator(config, foundation),
    health: createHealth(foundation, titles),
  }
}

function openFileHeaders(config: Config, foundation: Foundation): FileHeaders | null {
  const { stored, guarded, share } = foundation
  if (!config.readFileHeaders) return null
  return createFileHeaders({ stored, open: guarded.open, memoryShare: share })
}

function createHealth(
  { stores, healthRecorder, client, share: memoryShare }: Foundation,
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

function createOperator(config: Config, foundation: Foundation) {
  const { db, secretKey, stores, limiters, onClose } = foundation
  const load = watchLoad(config.memoryCeiling)
  onClose(async () => load.stop())
  const { password, backupDir } = config.operator
  return {
    operator: createOperatorService({
      ...foundation,
      version,
      load,
      problem: () => databaseProblem(db, config.storage),
      figures: createInstanceFigures(db),
      recorder: foundation.healthRecorder,
      backups: createBackups(config.storage, backupDir, foundation.log),
      dataDir: config.dataDir,
      keyIsSet: config.secretKey !== null,
    }),
    operatorSessions: createOperatorSessions({
      store: stores.operatorSessions,
      password,
      secretKey,
      hasher: foundation.hasher,
      failures: limiters.create({ name: 'operator-sign-in', limit: operatorFailures }),
    }),
  }
}

function createFiles(
  { dataDir }: Config,
  { stores, events, translators, onClose }: Foundation,
  { library }: Pick<Services, 'library'>,
) {
  const uploads = createUploads({ folder: join(dataDir, 'uploads') })
  onClose(() => uploads.close())
  return createHistoryFiles({ store: stores.history, library, events, translators, uploads })
}

function createSegments(
  { skipSources, sources: { timeoutMs } }: Config,
  { unguarded, stored, translators, breakers, healthRecorder }: Foundation,
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

function createAccess({ stores, configurations, users, events, times }: Foundation) {
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
  { stores: { history, plays }, events, itemIds }: Foundation,
  titles: ReturnType<typeof createTitleServices>,
  sessions: Pick<SessionService, 'list'>,
) {
  const { items, library } = titles
  return {
    activity: createActivityService({ ...titles, plays, history, itemIds }),
    historyPages: createHistoryPages({ store: history, events, plays, items, library, sessions }),
  }
}

function createStreaming(
  foundation: Foundation,
  titles: ReturnType<typeof createTitleServices>,
  plays: Pick<Services, 'versions' | 'lastingAccess'> & {
    readonly playSessionIds: PlaySessionIds
    readonly deliveries: Deliveries
    readonly fileHeaders: FileHeaders | null
  },
) {
  const { fileHeaders } = plays
  const { fetch, open } = foundation.guarded
  const targets = createTargets(
    createSealer(foundation.secretKey, 'hls-parts', { packs: false, repeats: true }),
  )
  const layouts = createShownLayouts(foundation)
  const streaming = createStreamingService({
    ...foundation,
    ...titles,
    ...plays,
    targets,
    fetch,
    open,
    layouts: fileHeaders && layouts,
  })
  const describeMedia = createMediaDescriber({ ...titles, streaming, fileHeaders, layouts })
  return { streaming, describeMedia }
}

function openStremioPlays(
  foundation: Foundation,
  titles: Pick<Services, 'library' | 'lastingAccess'> & { readonly open: OpenPlays },
  history: ReportHistory,
) {
  const { secretKey, log, onClose } = foundation
  const plays = createStremioPlays({
    ...foundation,
    ...titles,
    history,
    sealer: createSealer(secretKey, 'stremio-plays'),
    markOf: createVersionMark(secretKey),
    onFailure: (error) => log.warn({ err: error }, 'a play in Stremio was not recorded'),
  })
  onClose(() => plays.stop())
  return plays
}
