import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocketServer } from 'ws'
import { AppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import { refuseConnection } from './refuse-connection.ts'
import type { App } from './server.ts'

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>

export const closeWithinMs = 1_000

/** The first socket that accepts a request upgrades it; the last one refuses all others. */
export function mountUpgrades(
  app: App,
  sockets: readonly { accepts(request: IncomingMessage): boolean; upgrade: Upgrade }[],
  log: Logger,
): void {
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    const accepting = sockets.find((one) => one.accepts(request))!
    accepting.upgrade(request, socket, head).catch((error: unknown) => {
      log.error({ err: error }, 'a socket could not be opened')
      refuseConnection(socket, unavailable())
    })
  })
}

/** Terminates apps that do not answer the close frame. */
export async function closeAll(server: WebSocketServer): Promise<void> {
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
