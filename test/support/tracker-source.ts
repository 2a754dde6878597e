import type { IncomingMessage, ServerResponse } from 'node:http'
import { sourceAt } from './addon.ts'
import type { Ending } from './ending.ts'
import { json, startUpstream } from './upstream.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
type Any = any

export type Push = { path: string; body: Any }

/** A source that is a tracker: keeps what it was told, and tells what a test gives it. */
export async function startTrackerSource(
  ends: Ending,
  { name = 'Watchlist', watchState = {} } = {},
) {
  const pushes: Push[] = []
  const pulls: string[] = []
  const tracker = {
    pushes,
    pulls,
    /** How the next pushes are answered; the last one repeats. */
    answers: [{ status: 204 }] as { status: number; headers?: Record<string, string> }[],
    /** What it answers to a pull. */
    pull: { version: '1' } as Any,
  }
  const manifest = {
    id: 'example.tracker',
    name,
    version: '1.0.0',
    types: ['movie', 'series'],
    resources: [{ name: 'watch_state', types: ['movie', 'series'], idPrefixes: ['tt'] }],
    catalogs: [],
    watchState: {
      version: 2,
      push: { events: undefined, bulk: true },
      pull: { items: true, watched: true, watchlist: true, ttlSeconds: 60 },
      ...watchState,
    },
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url!, 'http://localhost')
    if (pathname === '/key/manifest.json') return json(manifest)(request, response)
    if (pathname === '/key/watch_state/pull.json') {
      pulls.push(search)
      return json(tracker.pull)(request, response)
    }
    if (request.method === 'POST' && pathname.startsWith('/key/watch_state/push/')) {
      let text = ''
      for await (const piece of request) text += String(piece)
      pushes.push({ path: pathname, body: JSON.parse(text) })
      const answer = tracker.answers.length > 1 ? tracker.answers.shift()! : tracker.answers[0]!
      response.writeHead(answer.status, answer.headers).end()
      return
    }
    response.writeHead(404).end()
  }
  const upstream = await startUpstream(
    (request, response) => void answer(request, response),
    '127.0.0.1',
    ends,
  )
  return { tracker, source: sourceAt(`${upstream.url}/key/manifest.json`, name) }
}
