// Sources of the addon protocol that answer at once, for the bench: `node upstream-server.ts PORT`
import { createServer } from 'node:http'
import { variants, type MediaType } from '../upstream.ts'
import { createStreams } from './releases.ts'

const streamsPath = /^\/a\/(\d+)\/(\d+)\/stream\/(movie|series)\/([^/]+)\.json$/
const manifestPath = /^\/a\/(\d+)\/\d+\/manifest\.json$/
const answers = new Map<string, Buffer>()

function manifestOf(source: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      id: `bench.source${source}`,
      version: '1.0.0',
      name: `Bench ${source}`,
      description: 'Generated streams',
      types: ['movie', 'series'],
      resources: ['stream'],
      idPrefixes: ['tt'],
      catalogs: [],
    }),
  )
}

/** Below `/linked`, every stream has an address to play it from, as those of debrid services have. */
function streamsOf(
  linked: boolean,
  source: string,
  count: string,
  type: string,
  id: string,
): Buffer {
  const variant = Number(/\d+/.exec(id)?.[0] ?? 0) % variants
  const key = `${linked} ${source} ${count} ${type} ${variant}`
  const known = answers.get(key)
  if (known) return known
  const streams = createStreams({
    source: Number(source),
    count: Number(count),
    type: type as MediaType,
    variant,
  })
  const sent = linked
    ? streams.map((stream) => ({ ...stream, url: `https://streams.example/${stream.infoHash}` }))
    : streams
  const body = Buffer.from(JSON.stringify({ streams: sent }))
  answers.set(key, body)
  return body
}

function answerTo(asked: string): Buffer | null {
  const path = asked.replace(/^\/linked/, '')
  const linked = path !== asked
  const manifest = manifestPath.exec(path)
  if (manifest) return manifestOf(manifest[1]!)
  const streams = streamsPath.exec(path)
  return streams ? streamsOf(linked, streams[1]!, streams[2]!, streams[3]!, streams[4]!) : null
}

createServer((request, response) => {
  const body = answerTo(decodeURIComponent(request.url ?? '/'))
  response.statusCode = body ? 200 : 404
  response.setHeader('content-type', 'application/json')
  response.end(body ?? '{}')
}).listen(Number(process.argv[2]), '127.0.0.1')
