// What no server of this kind can do without, for the bench to compare with: `node baseline-server.ts UPSTREAM`
//   PUT /results: what searches shall answer
//   GET /search?path=…&path=…: fetches and parses these answers, and writes the results as JSON
//   PUT /constant: the text that GET /constant shall answer
//   GET /usage: its processor time; any other GET: a constant
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Pool } from 'undici'

const upstream = new Pool(process.argv[2]!, { connections: 64 })
const small = '{"status":"ok"}'
let results: unknown = null
let constant: string | Buffer = small

async function search(paths: readonly string[]): Promise<string> {
  await Promise.all(
    paths.map(async (path) => {
      const { body } = await upstream.request({ method: 'GET', path })
      JSON.parse(await body.text())
    }),
  )
  return JSON.stringify(results)
}

/** Short texts are cheapest to send as text, which goes out together with the head; long ones as bytes. */
function take(path: string | undefined, value: unknown): void {
  if (path === '/results') results = value
  else constant = String(value).length < 2_000 ? String(value) : Buffer.from(String(value))
}

async function answer(request: IncomingMessage): Promise<string> {
  if (request.method === 'PUT') {
    take(request.url, JSON.parse(await text(request)))
    return small
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/search') return search(searchParams.getAll('path'))
  return pathname === '/usage' ? JSON.stringify(process.cpuUsage()) : small
}

const server = createServer((request, response) => {
  // As bare as a server can be, so that others can be measured by it.
  response.setHeader('content-type', 'application/json; charset=utf-8')
  if (request.method === 'GET' && (request.url === '/' || request.url === '/constant')) {
    response.end(request.url === '/' ? small : constant)
    return
  }
  answer(request).then(
    (body) => response.end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, '127.0.0.1', () => {
  console.log(`port ${(server.address() as AddressInfo).port}`)
})
