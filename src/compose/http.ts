import { fileURLToPath } from 'node:url'
import type { Config } from '../config/config.ts'
import { watchMemory } from '../core/memory-pressure.ts'
import type { Services } from '../graphql/services.ts'
import { schema } from '../graphql/schema.ts'
import { mountGraphql } from '../http/graphql/mount.ts'
import { readPageDocuments, readTrustedDocuments } from '../http/graphql/trusted-documents.ts'
import { mountSofa } from '../http/graphql/sofa.ts'
import { createSessionList } from '../http/media-server/playback/session-list.ts'
import { mediaRoutes } from '../http/media-server/routes.ts'
import { serviceRoutes } from '../http/media-server/service-routes.ts'
import { createAccess } from '../http/media-server/transport/access.ts'
import { compileRoutes } from '../http/media-server/transport/define-route.ts'
import { mountMediaServer } from '../http/media-server/transport/mount.ts'
import { createMediaSocket } from '../http/media-server/transport/websocket.ts'
import { mountDocs } from '../http/pages/docs.ts'
import { configureUrlOf } from '../http/pages/configure-url.ts'
import type { ConfigureUrl } from '../http/pages/configure-url.ts'
import { mountPages } from '../http/pages/mount.ts'
import { mountOperatorSession } from '../http/pages/operator-session.ts'
import { mountSession } from '../http/pages/session.ts'
import { mountTitlePictures } from '../http/pages/title-pictures.ts'
import { mountWebApp } from '../http/pages/web-app.ts'
import { createSessionCookies } from '../http/pages/session-cookie.ts'
import { createPublicAddress } from '../http/public-address.ts'
import { createContextFactory } from '../http/request-context.ts'
import type { OperationLimits } from '../http/request-context.ts'
import { mountRest } from '../http/rest/mount.ts'
import { createServer } from '../http/server.ts'
import { mountUpgrades } from '../http/upgrades.ts'
import { mountAddonPictures } from '../http/stremio/pictures.ts'
import { mountPlays } from '../http/stremio/play.ts'
import { mountStremio } from '../http/stremio/mount.ts'
import { mountSystem } from '../http/system-routes.ts'
import { databaseProblem } from '../storage/health.ts'
import { buildVersion } from './build-version.ts'
import type { Infrastructure } from './infrastructure.ts'
import { version } from './version.ts'

const builtPages = fileURLToPath(new URL('../../dist/web', import.meta.url))
const builtLibraries = fileURLToPath(new URL('../../dist/libraries', import.meta.url))

type Server = Awaited<ReturnType<typeof createServer>>
type Edge = {
  readonly contexts: ReturnType<typeof createContextFactory>
  readonly addressOf: ReturnType<typeof createPublicAddress>
}

/** Everything that answers requests, before listening. */
export async function createHttp(
  config: Config,
  infrastructure: Infrastructure,
  services: Services,
): Promise<Server> {
  const { log, metrics, instance, db, share, onClose } = infrastructure
  const memory = watchMemory(config.memoryCeiling)
  onClose(async () => memory.stop())
  const server = await createServer({
    trustedProxies: config.http.trustedProxies,
    log,
    metrics,
    memory,
  })
  onClose(() => server.close())
  const { app } = server
  const addressOf = createPublicAddress(config.http.baseUrl)
  const configureUrl = configureUrlOf(config.branding.configureUrl, builtPages)
  const contexts = createContextFactory(services, createLimits(config, infrastructure), addressOf)
  mountRest(app, schema, contexts, share)
  mountStremio(app, {
    schema,
    contexts,
    aliases: config.aliases,
    users: services.users,
    instance,
    addressOf,
    version,
    pictureLinks: config.pictures.mode === 'carry' ? services.pictureLinks : null,
    configureUrl,
    log,
  })
  mountAddonPictures(app, services)
  mountPlays(app, { ...services, contexts })
  const place = { baseUrl: config.http.baseUrl, instance }
  const cookies = createSessionCookies(place, 'browser')
  const operatorCookies = createSessionCookies(place, 'operator')
  const pageCookies = [cookies, operatorCookies]
  const mediaSocket = mountMedia(config, infrastructure, services, server, {
    contexts,
    addressOf,
    configureUrl,
  })
  const graphqlSocket = mountGraphql(app, {
    schema,
    contexts,
    cookies: pageCookies,
    addresses: server.addresses,
    documents: trustedDocuments(config),
    memoryShare: share,
    builtLibraries,
    log,
  })
  const sockets = [graphqlSocket, mediaSocket]
  mountUpgrades(app, sockets, log)
  for (const one of sockets) onClose(() => one.close())
  mountSofa(app, schema, contexts, pageCookies, log)
  mountDocs(app, builtLibraries)
  mountPages(app, addressOf, { folder: builtPages, pictures: config.pictures.mode })
  mountTitlePictures(app, services, config.pictures.mode === 'carry')
  if (config.webApp?.folder) mountWebApp(app, config.webApp.folder)
  mountSession(app, services.browserSessions, cookies)
  mountOperatorSession(app, services.operatorSessions, operatorCookies)
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
  return server
}

function trustedDocuments({ graphqlDocuments }: Config) {
  if (graphqlDocuments === null) return null
  return [...readPageDocuments(builtPages), ...readTrustedDocuments(graphqlDocuments, schema)]
}

function mountMedia(
  config: Config,
  { log, instance }: Infrastructure,
  services: Services,
  { app, paths, addresses }: Server,
  { contexts, addressOf, configureUrl }: Edge & { readonly configureUrl: ConfigureUrl },
) {
  const media = {
    serverId: instance,
    serverName: config.branding.serverName,
    prefix: config.mediaServer.prefix,
    logoUrl: config.branding.logoUrl,
    configureUrl,
    pinSignIn: config.mediaServer.pinSignIn,
    fillers: config.fillerSource !== null,
    version: buildVersion(version, config.commit),
  }
  const routes = [...mediaRoutes(media), ...serviceRoutes(services, media)]
  mountMediaServer(app, compileRoutes(routes, schema), {
    ...media,
    addressOf,
    paths,
    contexts,
    access: createAccess(services),
    log,
  })
  return createMediaSocket({
    ...media,
    services,
    sessions: createSessionList(schema, media.serverId),
    addresses,
    log,
  })
}

function createLimits({ limits }: Config, { limiters }: Infrastructure): OperationLimits {
  const limiter = (name: keyof OperationLimits) => limiters.create({ name, limit: limits[name] })
  return {
    user: limiter('user'),
    search: limiter('search'),
    preview: limiter('preview'),
    anime: limiter('anime'),
    graphql: limiter('graphql'),
  }
}
