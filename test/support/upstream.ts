import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createServer as createSocketServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net'
import { onTestFinished } from 'vitest'
import type { Ending } from './ending.ts'

export type Upstream = {
  /** Without a trailing slash. */
  readonly url: string
  readonly host: string
  readonly port: number
  /** Path and query of every request so far. */
  readonly paths: readonly string[]
  readonly headers: readonly IncomingMessage['headers'][]
  /** Sockets accepted so far. */
  connections(): number
  /** Sockets open now. */
  openSockets(): number
  close(): Promise<void>
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A real HTTP server on a loopback port of its own; ends with the test. */
export async function startUpstream(
  handler: Handler,
  address = '127.0.0.1',
  ends: Ending = onTestFinished,
): Promise<Upstream> {
  const paths: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    headers.push(request.headers)
    handler(request, response)
  })
  return { ...(await listen(server, address, ends)), paths, headers }
}

/** A real TCP server that says whatever it likes once the first bytes of a request came; ends with the test. */
export async function startRawUpstream(
  onRequest: (socket: Socket) => void,
  ends: Ending = onTestFinished,
): Promise<Upstream> {
  const paths: string[] = []
  const server = createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      paths.push(/^\w+ (\S+)/.exec(data.toString('latin1'))?.[1] ?? '')
      onRequest(socket)
    })
  })
  return { ...(await listen(server, '127.0.0.1', ends)), paths, headers: [] }
}

async function listen(server: Server, address: string, ends: Ending = onTestFinished) {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, address, resolve)
  })
  const { port } = server.address() as AddressInfo
  async function close(): Promise<void> {
    if (!server.listening) return
    const closed = new Promise((resolve) => {
      server.close(resolve)
    })
    for (const socket of sockets) socket.destroy()
    await closed
  }
  ends(close)
  const host = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
  return {
    url: `http://${host}`,
    host,
    port,
    connections: () => connections,
    openSockets: () => sockets.size,
    close,
  }
}

/** Answers every request with this value as JSON. */
export function json(value: unknown, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(value))
  }
}

export function status(code: number, body = '{}'): Handler {
  return (_request, response) => {
    response.writeHead(code)
    response.end(body)
  }
}

export function redirectTo(target: string, code = 302): Handler {
  return (_request, response) => {
    response.writeHead(code, { location: target })
    response.end()
  }
}

/** Takes the request and stays silent. */
export const silent: Handler = () => {}

/** Sends spaces until the other side hangs up, at most a gigabyte; `sent` counts the bytes. */
export function endless(type = 'application/json'): { handler: Handler; sent: () => number } {
  const chunk = Buffer.alloc(256 * 1024, ' ')
  let sent = 0
  const handler: Handler = (_request, response) => {
    response.writeHead(200, { 'content-type': type })
    const pump = () => {
      if (sent >= 2 ** 30 || response.destroyed) return
      sent += chunk.length
      response.write(chunk, pump)
    }
    pump()
  }
  return { handler, sent: () => sent }
}

/** Headers at once, then one byte every 20 ms for ever. */
export const drip: Handler = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}
