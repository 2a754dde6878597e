import { once } from 'node:events'
import { request as ask } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { onTestFinished } from 'vitest'
import type { Cache } from '../../src/cache/cache.ts'
import { createMemoryLiveEvents } from '../../src/cache/live-events.ts'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { createScheduler } from '../../src/core/scheduler.ts'
import { createRoutePaths } from '../../src/http/route-paths.ts'
import { bytesRoutes } from '../../src/http/media-server/playback/byte-routes.ts'
import { createAccess } from '../../src/http/media-server/transport/access.ts'
import { mountMediaServer } from '../../src/http/media-server/transport/mount.ts'
import { createPublicAddress } from '../../src/http/public-address.ts'
import type { DeviceProfile } from '../../src/model/device-profile.ts'
import type { User } from '../../src/model/household.ts'
import type { LibraryItem } from '../../src/model/library-item.ts'
import type { Stream } from '../../src/model/search-result.ts'
import type { UserData } from '../../src/model/user-data.ts'
import type { Version } from '../../src/model/version.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createItemIds, createPlaySessionIds } from '../../src/security/item-ids.ts'
import { createSealer } from '../../src/security/seal.ts'
import { createFileHeaders } from '../../src/services/file-headers/service.ts'
import { createDeliveries } from '../../src/services/streaming/deliveries.ts'
import type { BeginTimes } from '../../src/services/streaming/open-first.ts'
import { createTargets } from '../../src/services/streaming/hls/targets.ts'
import { createStreamingService } from '../../src/services/streaming/service.ts'
import { createLastingAccess } from '../../src/services/users/lasting-access.ts'
import { createFailedVersions } from '../../src/services/versions/failed-versions.ts'
import type { KeptVersion } from '../../src/services/versions/kept-lists.ts'
import { createStandIns } from '../../src/services/versions/stand-ins.ts'
import { createStremioClient } from '../../src/sources/stremio/client.ts'
import { household, itemRef, libraryItem } from './library-item.ts'
import { stream } from './streams.ts'

export const itemIds = createItemIds(Buffer.alloc(32, 1))
export const playSessionIds = createPlaySessionIds(Buffer.alloc(32, 1))
export const itemId = itemIds.encode(itemRef())
export const versionIds = [1, 2].map((version) =>
  itemIds.encode(itemRef({ kind: 'version', version })),
)

type Setting = {
  results?: Partial<Stream>[]
  userData?: UserData
  /** Shared by nodes. */
  cache?: Cache
  beginTimes?: Partial<BeginTimes>
  item?: LibraryItem
  readsHeaders?: boolean
  headersMs?: number
  /** How long the sources take to be asked where no list of versions is kept; absent: one is kept. */
  lookUpMs?: number
  /** How long they take to be asked for another version than the first, which is in no list; absent: it is in one. */
  findMs?: number
  /** Who sends a token. */
  caller?: (owner: User) => User
  /** What the device of the caller reports. */
  deviceProfile?: DeviceProfile | ((user: User) => DeviceProfile)
  /** Whether private addresses may be asked. */
  allowPrivate?: boolean | readonly string[]
}

/** The routes of streams and subtitles over a real server, for a film that has these results. */
export async function startRoutes({
  results = [{}],
  userData = {},
  cache = createMemoryCache({ maxBytes: 2 ** 20 }),
  item = libraryItem(),
  beginTimes,
  readsHeaders = false,
  headersMs,
  lookUpMs,
  findMs = 0,
  caller,
  deviceProfile,
  allowPrivate = true,
}: Setting = {}) {
  const people = household(userData)
  const home = { ...people, profile: people.profiles[0]!, via: 'basic', device: null } as const
  const dead: string[] = []
  const kept = results.map((result, place): KeptVersion => {
    const filename = 'Film.mkv'
    const all = stream({ filename, parsedFile: { container: 'mkv' }, ...result })
    const link = all.url ?? 'https://streams.example/film.mkv?key=1'
    return { mark: place + 1, link, name: 'Film', description: '', result: all }
  })
  const versions = kept.map(({ mark, ...version }): Version => {
    const ref = itemRef({ kind: 'version', version: mark })
    return { ...version, ref, id: itemIds.encode(ref), sourceId: version.result.sourceId }
  })
  const standIns = createStandIns({
    stateCache: cache,
    deviceProfiles: {
      of: async (user) =>
        typeof deviceProfile === 'function' ? deviceProfile(user) : (deviceProfile ?? null),
    },
    lists: {
      keptOf: async () =>
        lookUpMs === undefined ? [{ lookedUpAt: 0, cacheKey: '', versions: kept }] : [],
      async lookUp(_household, _item, signal) {
        await answeredAfter(lookUpMs!, signal)
        return { lookedUpAt: 0, cacheKey: '', versions: kept }
      },
      toVersion: (_item, { mark }) => versions[mark - 1]!,
      failed: createFailedVersions(cache),
    },
    health: {
      record: ({ area, subject, failure }) => void dead.push(`${area} ${subject} ${failure}`),
    },
  })
  const guarded = createGuardedFetch({ allowPrivate })
  onTestFinished(() => guarded.close())
  const scheduler = createScheduler()
  const streaming = createStreamingService({
    itemIds,
    playSessionIds,
    users: {
      bearer: async (number) => (number === 7 ? home : null),
      ofProfile: async (_number, id) => (id === home.profile.id ? home : null),
    },
    lastingAccess: createLastingAccess({
      events: createMemoryLiveEvents(),
      times: { leftMs: async () => null },
    }),
    library: {
      item: async (_member, ref) =>
        ref.kind === 'movie' && ref.number === 1_000_000 ? item : null,
      maySee: async () => true,
    },
    versions: {
      async find(_home, _item, ref, signal) {
        if (ref.kind !== 'version') return versions[0]!
        if (ref.version !== 1) await answeredAfter(findMs, signal)
        return versions.find((version) => version.ref.version === ref.version) ?? null
      },
      ...standIns,
    },
    client: createStremioClient({
      fetch: guarded.fetch,
      cache,
      stored: cache,
      scheduler,
      timeoutMs: 5_000,
      maxBytes: 2 ** 20,
    }),
    translators: [],
    deliveries: createDeliveries({ cache, playSessionIds: { decode: () => null } }),
    cache,
    scheduler,
    targets: createTargets(
      createSealer(Buffer.alloc(32, 1), 'hls', { packs: false, repeats: true }),
    ),
    fetch: guarded.fetch,
    open: guarded.open,
    fileHeaders: readsHeaders ? createFileHeaders({ open: guarded.open, stored: cache }) : null,
    ...(beginTimes && { beginTimes }),
    ...(headersMs !== undefined && { headersMs }),
  })
  const app = fastify()
  onTestFinished(() => app.close())
  mountMediaServer(app, bytesRoutes({ streaming }), {
    prefix: 'media',
    addressOf: createPublicAddress(null),
    paths: createRoutePaths(),
    contexts: {
      create: () => ({
        signal: new AbortController().signal,
        client: { address: '127.0.0.1' },
        findUser: async () => (caller ? caller(home) : Promise.reject(new Error('nobody'))),
      }),
    } as never,
    access: createAccess({ users: { isServed: async () => true, admits: async () => true } }),
    log: { error: console.error } as never,
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.server.closeAllConnections())

  async function open(
    path: string,
    headers: OutgoingHttpHeaders = {},
    method = 'GET',
  ): Promise<IncomingMessage> {
    const asking = ask(base + path, { method, headers, agent: false }).end()
    asking.on('error', () => {})
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.on('error', () => {})
    return answer
  }
  async function get(path: string, headers: OutgoingHttpHeaders = {}, method = 'GET') {
    const answer = await open(path, headers, method)
    return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
  }
  return { url: base, open, get, dead, standIns, streaming, home, versions }
}

/** As a slow source answers. */
function answeredAfter(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((answer, leave) => {
    setTimeout(answer, ms)
    signal.addEventListener('abort', () => leave(signal.reason))
  })
}
