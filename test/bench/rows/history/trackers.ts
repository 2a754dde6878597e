import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Knex } from 'knex'
import { createTrackerStore } from '../../../../src/storage/repositories/trackers/store.ts'

/** A source that is a tracker and counts what it hears; one that is dead takes connections and says nothing. */
export async function startTracker(dead: boolean) {
  let heard = 0
  let firstAt = 0
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          id: `bench.tracker.${dead}`,
          name: dead ? 'Dead' : 'Healthy',
          version: '1.0.0',
          types: ['movie'],
          resources: ['watch_state'],
          catalogs: [],
          watchState: { version: 2, push: { bulk: true } },
        }),
      )
      return
    }
    if (dead) return
    request.resume().on('end', () => {
      heard += 1
      firstAt ||= performance.now()
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    source: { type: 'stremio', url: `http://127.0.0.1:${port}/manifest.json` },
    heard: () => heard,
    firstAt: () => firstAt,
    /** What was heard so far does not count. */
    forget(): void {
      heard = 0
      firstAt = 0
    },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Queues events of as many titles for each of these sources of the only configuration. */
export async function queueEvents(
  db: Knex,
  profileId: string,
  sources: readonly string[],
  count: number,
): Promise<void> {
  const store = createTrackerStore(db)
  const configuration = await db('configurations').first<{ number: number }>('number')
  const links: number[] = []
  for (const source of sources) {
    const link = await store.ensure(
      configuration.number,
      profileId,
      `source:${source}`,
      'connected',
    )
    links.push(link.id)
  }
  const events = Array.from({ length: count }, (_, index) => ({
    id: index.toString(16).padStart(32, '0'),
    event: 'played' as const,
    scope: 'movie' as const,
    at: Date.now(),
    mediaType: 'movie',
    metaId: `tt${1_000_000 + index}`,
    videoId: `tt${1_000_000 + index}`,
    name: `Film ${index}`,
    year: 2_000,
    ids: { imdb: `tt${1_000_000 + index}` },
    season: null,
    episode: null,
    positionMs: null,
    durationMs: null,
    played: true,
    videos: null,
  }))
  await store.enqueue(links, events)
}
