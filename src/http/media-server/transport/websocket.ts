import type { IncomingMessage } from 'node:http'
import { WebSocketServer } from 'ws'
import { AppError } from '../../../core/errors.ts'
import type { ClientAddresses } from '../../client-address.ts'
import { unknownPath } from '../../path-refusals.ts'
import { refuseConnection } from '../../refuse-connection.ts'
import { closeAll } from '../../upgrades.ts'
import type { Upgrade } from '../../upgrades.ts'
import { readAddress } from './address.ts'
import { readAuthorization } from './authorization.ts'
import { queryFields } from './fields.ts'
import { openCaller } from './socket-caller.ts'
import type { SocketCaller } from './socket-caller.ts'
import { createConnections } from './socket-connection.ts'
import type { ConnectionOptions } from './socket-connection.ts'

export type SocketOptions = ConnectionOptions & {
  readonly prefix: string
  readonly addresses: ClientAddresses
}

const maxMessageBytes = 64 * 1024

/** Web sockets at `/socket` of every media-server address; refuses every other path. */
export function createMediaSocket(options: SocketOptions) {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  const connect = createConnections(options)

  const upgrade: Upgrade = async (request, socket, head) => {
    const caller = await admit(options, request)
    if (caller instanceof AppError) return refuseConnection(socket, caller)
    socket.once('close', caller.access.close)
    if (socket.destroyed) return caller.access.close()
    server.handleUpgrade(request, socket, head, (connection) => connect(connection, caller))
  }

  return { accepts: () => true, upgrade, close: () => closeAll(server) }
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
  if (caller instanceof AppError) return caller
  const isAdmitted =
    caller && (!scope || (await services.users.admits(scope, caller.access.user(), client)))
  if (isAdmitted) return caller
  caller?.access.close()
  return new AppError('UNAUTHORIZED', 'Sign in and send the access token.')
}
