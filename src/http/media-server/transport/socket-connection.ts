import type { WebSocket } from 'ws'
import type { Logger } from '../../../core/logger.ts'
import type { Services } from '../../../graphql/services.ts'
import { OutsideAccessTimes } from '../../../model/access-times.ts'
import { clientLeft } from '../../disconnect-signal.ts'
import { closeWithinMs } from '../../upgrades.ts'
import type { SessionList } from '../playback/session-list.ts'
import type { SocketCaller } from './socket-caller.ts'
import { createFeed } from './socket-feed.ts'
import { commandMessage, messageOf, stopMessages } from './socket-messages.ts'

export type ConnectionOptions = {
  readonly services: Services
  readonly sessions: SessionList
  readonly log: Logger
}

/** Apps send a sign of life at this interval. */
const keepAliveSeconds = 60
const pingMs = 30_000
const maxPerProfile = 20
/** Bytes queued for a slow app. */
const maxWaitingBytes = 2 ** 20

export function createConnections(options: ConnectionOptions) {
  const open = createOpenConnections()

  return function connect(connection: WebSocket, caller: SocketCaller): void {
    const { access } = caller
    if (access.ended.aborted) return end(connection, 1008, 'signed out')
    const { configuration, profile } = access.user()
    const signOut = (): void => {
      const { reason } = access.ended
      if (!(reason instanceof OutsideAccessTimes)) return end(connection, 1008, 'signed out')
      for (const message of stopMessages(profile.id, reason.message)) connection.send(message)
      end(connection, 1008, 'outside the allowed times')
    }
    access.ended.addEventListener('abort', signOut)
    const release = open.add(`${configuration} ${profile.id}`, connection)
    serve(options, connection, caller)
    connection.on('close', release)
  }
}

/** Keyed by configuration and user, since user ids can be chosen and may repeat in another configuration. */
function createOpenConnections() {
  const byProfile = new Map<string, Set<WebSocket>>()

  return {
    /** Closes the user's oldest connection above the limit. Returns a function that removes this one. */
    add(key: string, connection: WebSocket): () => void {
      const own = byProfile.get(key) ?? new Set()
      byProfile.set(key, own.add(connection))
      const [oldest] = own.size > maxPerProfile ? own : []
      if (oldest) {
        own.delete(oldest)
        end(oldest, 1008, 'too many connections')
      }
      return () => {
        own.delete(connection)
        if (own.size === 0 && byProfile.get(key) === own) byProfile.delete(key)
      }
    },
  }
}

function serve(
  { services, sessions, log }: ConnectionOptions,
  connection: WebSocket,
  { access, ends, contextOf, listeners }: SocketCaller,
): void {
  const send = (message: string): void => {
    if (connection.bufferedAmount > maxWaitingBytes) connection.terminate()
    else if (connection.readyState === connection.OPEN) connection.send(message)
  }
  const held = services.sockets.open(access.user())
  const feed = createFeed({
    services,
    sessions,
    log,
    access,
    contextOf,
    signal: ends.signal,
    send,
  })
  listeners.push((event) => {
    if (event.kind !== 'command') feed.event(event)
    else if (event.socket === held?.id) send(commandMessage(event.from, event.command))
  })
  const heard = watchLife(connection)
  connection
    .on('message', (data: Buffer) => {
      heard()
      try {
        feed.message(data.toString())
      } catch (error) {
        log.warn({ err: error }, 'a connected app sent a message that could not be read')
        end(connection, 1003, 'unreadable message')
      }
    })
    .on('error', () => {})
    .on('close', () => {
      ends.abort(clientLeft())
      access.close()
      held?.close()
      feed.stop()
    })
  // Once an app has this message, every node can control it.
  const greet = (): void => send(messageOf('ForceKeepAlive', keepAliveSeconds))
  if (held) held.stored.then(greet).catch(() => connection.terminate())
  else greet()
}

/** Terminates a connection that stays silent from one ping to the next. Returns the function to call on activity. */
function watchLife(connection: WebSocket): () => void {
  let alive = true
  const heard = (): void => {
    alive = true
  }
  const pinging = setInterval(() => {
    if (!alive) connection.terminate()
    alive = false
    connection.ping()
  }, pingMs)
  connection.on('pong', heard).on('close', () => clearInterval(pinging))
  return heard
}

/** Terminates apps that do not answer the close frame. */
function end(connection: WebSocket, code: number, reason: string): void {
  connection.close(code, reason)
  setTimeout(() => connection.terminate(), closeWithinMs).unref()
}
