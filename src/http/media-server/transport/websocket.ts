import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { AppError } from '../../../core/errors.ts'
import type { ClientAddresses } from '../../client-address.ts'
import { unknownPath } from '../../path-refusals.ts'
import { refuseConnection } from '../../refuse-connection.ts'
import type { App } from '../../server.ts'
import { readAddress } from './address.ts'
import { readAuthorization } from './authorization.ts'
import { queryFields } from './fields.ts'
import { openCaller } from './socket-caller.ts'
import type { SocketCaller } from './socket-caller.ts'
import { closeWithinMs, createConnections } from './socket-connection.ts'
import type { ConnectionOptions } from './socket-connection.ts'

export type SocketOptions = ConnectionOptions & {
  readonly prefix: string
  readonly addresses: ClientAddresses
}

const maxMessageBytes = 64 * 1024

/** Web sockets at `/socket` of every media-server address. */
export function mountSocket(app: App, options: SocketOptions): { close(): Promise<void> } {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  const connect = createConnections(options)

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {})
    const caller = await admit(options, request)
    if (caller instanceof AppError) return refuseConnection(socket, caller)
    socket.once('close', caller.access.close)
    if (socket.destroyed) return caller.access.close()
    server.handleUpgrade(request, socket, head, (connection) => connect(connection, caller))
  }

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrade(request, socket, head).catch((error: unknown) => {
      options.log.error({ err: error }, 'a socket could not be opened')
      refuseConnection(socket, unavailable())
    })
  })

  return { close: () => closeAll(server) }
}

async function admit(
  { services, prefix, addresses }: SocketOptions,
  request: IncomingMessage,
): Promise<SocketCaller | AppError> {
  const { path, query, scope } = readAddress(request.url ?? '/', prefix)
  if (path.toLowerCase() !== '/socket') return unknownPath()
  const client = { address: addresses.of(request) }
  if (scope && !(await services.users.isServed(scope, null, client))) return unknownPath()
  const { token } = readAuthorization(request.headers, queryFields(query))
  const caller = token === null ? null : await openCaller(services, token, client)
  const isAdmitted =
    caller && (!scope || (await services.users.admits(scope, caller.access.user(), client)))
  if (isAdmitted) return caller
  caller?.access.close()
  return new AppError('UNAUTHORIZED', 'Sign in and send the access token.')
}

async function closeAll(server: WebSocketServer): Promise<void> {
  for (const connection of server.clients) connection.close(1001, 'the server stops')
  const cutOff = setTimeout(() => {
    for (const connection of server.clients) connection.terminate()
  }, closeWithinMs)
  await new Promise((resolve) => {
    server.close(resolve)
    if (server.clients.size === 0) resolve(undefined)
    for (const connection of server.clients) {
      connection.once('close', () => server.clients.size === 0 && resolve(undefined))
    }
  })
  clearTimeout(cutOff)
}

function unavailable(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The socket could not be opened; try again soon.', {
    retryAfter: 5,
  })
}
