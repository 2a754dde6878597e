import { fileURLToPath } from 'node:url'
import type { Redis } from 'ioredis'
import type { Config } from '../config/config.ts'
import { watchMemory } from '../core/memory-pressure.ts'
import type { Services } from '../graphql/context.ts'
import { schema } from '../graphql/schema.ts'
import { mountGraphql } from '../http/graphql/mount.ts'
import { readTrustedDocuments } from '../http/graphql/trusted-documents.ts'
import { mountSofa } from '../http/graphql/sofa.ts'
import { createSessionList } from '../http/media-server/playback/session-list.ts'
import { mediaRoutes } from '../http/media-server/routes.ts'
import { serviceRoutes } from '../http/media-server/service-routes.ts'
import { createAccess } from '../http/media-server/transport/access.ts'
import { compileRoutes } from '../http/media-server/transport/define-route.ts'
import { mountMediaServer } from '../http/media-server/transport/mount.ts'
import { createMediaSocket } from '../http/media-server/transport/websocket.ts'
import { mountDocs } from '../http/pages/docs.ts'
import { mountPages } from '../http/pages/mount.ts'
import { mountSession } from '../http/pages/session.ts'
import { createSessionCookies } from '../http/pages/session-cookie.ts'
import { createPublicAddress } from '../http/public-address.ts'
import { createContextFactory } from '../http/request-context.ts'
import type { OperationLimits } from '../http/request-context.ts'
import { mountRest } from '../http/rest/mount.ts'
import { createServer } from '../http/server.ts'
import { mountUpgrades } from '../http/upgrades.ts'
import { mountStremio } from '../http/stremio/mount.ts'
import { mountSystem } from '../http/system-routes.ts'
import { createRateLimiter } from '../security/rate-limit.ts'
import { databaseProblem } from '../storage/health.ts'
import { buildVersion } from './build-version.ts'
import type { Infrastructure } from './infrastructure.ts'
import { version } from './version.ts'

/** Where `npm run build` puts the pages. */
const builtPages = fileURLToPath(new URL('../../dist/web', import.meta.url))

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
  const { log, metrics, redis, instance, db, onClose } = infrastructure
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
  const contexts = createContextFactory(services, createLimits(config, redis), addressOf)
  mountRest(app, schema, contexts)
  mountStremio(app, {
    schema,
    contexts,
    aliases: config.aliases,
    instance,
    addressOf,
    version,
    configureUrl: config.branding.configureUrl,
    log,
  })
  const cookies = createSessionCookies(addressOf)
  const mediaSocket = mountMedia(config, infrastructure, services, server, { contexts, addressOf })
  const graphqlSocket = mountGraphql(app, {
    schema,
    contexts,
    cookies,
    addressOf: server.addresses.of,
    documents:
      config.graphqlDocuments === null
        ? null
        : readTrustedDocuments(config.graphqlDocuments, schema),
    log,
  })
  const doors = [graphqlSocket, mediaSocket]
  mountUpgrades(app, doors, log)
  for (const door of doors) onClose(() => door.close())
  mountSofa(app, schema, contexts, log)
  mountDocs(app)
  mountPages(app, addressOf, builtPages)
  mountSession(app, services.browserSessions, cookies)
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

function mountMedia(
  config: Config,
  { log, instance }: Infrastructure,
  services: Services,
  { app, paths, addresses }: Server,
  { contexts, addressOf }: Edge,
) {
  const media = {
    serverId: instance,
    serverName: config.branding.serverName,
    prefix: config.mediaServer.prefix,
    logoUrl: config.branding.logoUrl,
    configureUrl: config.branding.configureUrl,
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
