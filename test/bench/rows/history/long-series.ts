import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A source of one series of so many episodes. */
export async function startLongSeries(episodes: number) {
  const meta = { id: 'tt7000000', type: 'series', name: 'Long Show' }
  const answers: Readonly<Record<string, unknown>> = {
    '/manifest.json': {
      id: 'bench.long',
      name: 'Long',
      version: '1.0.0',
      types: ['series'],
      resources: ['catalog', 'meta'],
      catalogs: [{ type: 'series', id: 'all', name: 'All' }],
    },
    '/catalog/series/all.json': { metas: [meta] },
    '/meta/series/tt7000000.json': {
      meta: {
        ...meta,
        videos: Array.from({ length: episodes }, (_, index) => ({
          id: `tt7000000:1:${index + 1}`,
          title: `Part ${index + 1}`,
          season: 1,
          episode: index + 1,
          released: new Date(Date.parse('1990-01-01') + index * 86_400_000).toISOString(),
        })),
      },
    },
  }
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    source: { type: 'stremio', url: `http://127.0.0.1:${port}/manifest.json` },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}
