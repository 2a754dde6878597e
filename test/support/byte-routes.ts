import { once } from 'node:events'
import { request as ask } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { onTestFinished } from 'vitest'
import { createMemoryCache } from '../../src/cache/memory.ts'
import { createScheduler } from '../../src/core/scheduler.ts'
import { createRoutePaths } from '../../src/http/route-paths.ts'
import { bytesRoutes } from '../../src/http/media-server/playback/byte-routes.ts'
import { createAccess } from '../../src/http/media-server/transport/access.ts'
import { mountMediaServer } from '../../src/http/media-server/transport/mount.ts'
import { createPublicAddress } from '../../src/http/public-address.ts'
import type { ItemRef } from '../../src/model/item-ref.ts'
import type { SearchResult } from '../../src/model/search-result.ts'
import type { UserData } from '../../src/model/user-data.ts'
import type { Version } from '../../src/model/version.ts'
import { createGuardedFetch } from '../../src/security/guarded-fetch.ts'
import { createItemIds, createPlaySessionIds } from '../../src/security/item-ids.ts'
import { createStreamingService } from '../../src/services/streaming/service.ts'
import { createStremioClient } from '../../src/sources/stremio/client.ts'
import { household, itemRef, libraryItem } from './library-item.ts'
import { stream } from './streams.ts'

export const itemIds = createItemIds(Buffer.alloc(32, 1))
export const playSessionIds = createPlaySessionIds(Buffer.alloc(32, 1))
export const itemId = itemIds.encode(itemRef())
export const versionIds = [1, 2].map((version) =>
  itemIds.encode(itemRef({ kind: 'version', version })),
)

type Setting = { results?: Partial<SearchResult>[]; userData?: UserData }

/** The routes of streams and subtitles over a real server, for a film that has these results. */
export async function startRoutes({ results = [{}], userData = {} }: Setting = {}) {
  const people = household(userData)
  const home = { ...people, profile: people.profiles[0]!, via: 'basic', device: null } as const
  const failed: ItemRef[] = []
  const versions = results.map((result, place): Version => {
    const ref = itemRef({ kind: 'version', version: place + 1 })
    const filename = 'Film.mkv'
    const all = stream({ filename, parsedFile: { container: 'mkv' }, ...result })
    const link = all.url ?? 'https://streams.example/film.mkv?key=1'
    return { ref, id: itemIds.encode(ref), result: all, link, name: 'Film', description: '' }
  })
  const guarded = createGuardedFetch({ allowPrivate: true })
  onTestFinished(() => guarded.close())
  const cache = createMemoryCache({ maxBytes: 2 ** 20 })
  const scheduler = createScheduler()
  const streaming = createStreamingService({
    itemIds,
    playSessionIds,
    users: { bearer: async (number) => (number === 7 ? home : null) },
    library: {
      item: async (_member, ref) =>
        ref.kind === 'movie' && ref.number === 1_000_000 ? libraryItem() : null,
    },
    versions: {
      find: async (_home, _item, ref) =>
        (ref.kind === 'version'
          ? versions.find((version) => version.ref.version === ref.version)
          : versions[0]) ?? null,
      markFailed: async (_home, ref) => void failed.push(ref),
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
    cache,
    scheduler,
    fetch: guarded.fetch,
    open: guarded.open,
  })
  const app = fastify()
  onTestFinished(() => app.close())
  mountMediaServer(app, bytesRoutes({ streaming }), {
    prefix: 'media',
    addressOf: createPublicAddress(null),
    paths: createRoutePaths(),
    contexts: { create: () => ({ signal: new AbortController().signal }) } as never,
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
  return { open, get, failed, streaming, home, versions }
}
