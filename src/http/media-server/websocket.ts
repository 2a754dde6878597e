import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { createContext } from '../../graphql/context.ts'
import type { RequestContext, Services } from '../../graphql/context.ts'
import type { Client } from '../../model/credentials.ts'
import type { Logger } from '../../core/logger.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { LiveEvent, LiveEvents } from '../../model/live-event.ts'
import type { Member } from '../../model/member.ts'
import { anySession } from '../../services/playing/playing.ts'
import type { App } from '../server.ts'
import { readAddress } from './address.ts'
import { readAuthorization } from './authorization.ts'
import { queryFields } from './fields.ts'
import type { SessionList } from './session-list.ts'
import { commandMessage, libraryMessage, messageOf, userDataMessage } from './socket-messages.ts'

export type SocketOptions = {
  readonly services: Services
  readonly sessions: SessionList
  readonly events: LiveEvents
  readonly prefix: string
  readonly log: Logger
}

type Caller = { readonly token: string; readonly client: Client }

/** Seconds of silence after which an app should say that it is still there. */
const keepAliveSeconds = 60
const pingMs = 30_000
const maxMessageBytes = 64 * 1024
const maxPerProfile = 20
/** Bytes that wait for a slow app. */
const maxWaitingBytes = 2 ** 20
/** Changes that come together are told together. */
const gatherMs = 300
const leastIntervalMs = 1_000
const longestIntervalMs = 3_600_000
/** Changes that are remembered until they are told. */
const maxGathered = 1_000
const closeWithinMs = 1_000

/** Tells connected apps what changes, at `/socket` of every address of the media server. */
export function mountSocket(
  app: App,
  { services, sessions, events, prefix, log }: SocketOptions,
): { close(): Promise<void> } {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  const byProfile = new Map<string, Set<WebSocket>>()

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {})
    const { path, query } = readAddress(request.url ?? '/', prefix)
    if (path.toLowerCase() !== '/socket') return refuse(socket, '404 Not Found')
    const { token } = readAuthorization(request.headers, queryFields(query))
    const client = { address: request.socket.remoteAddress ?? '' }
    const member = token === null ? null : await services.profiles.member(token, client)
    if (token === null || !member) return refuse(socket, '401 Unauthorized')
    server.handleUpgrade(request, socket, head, (connection) =>
      connect(connection, member, { token, client }),
    )
  }

  function connect(connection: WebSocket, member: Member, { token, client }: Caller): void {
    const own = byProfile.get(member.profile.id) ?? new Set()
    byProfile.set(member.profile.id, own.add(connection))
    // An app that opens more and more loses the oldest.
    const [oldest] = own.size > maxPerProfile ? own : []
    if (oldest) {
      own.delete(oldest)
      end(oldest, 1008, 'too many connections')
    }
    const ends = new AbortController()
    // For each answer anew: who is signed in, and what was watched, is asked for again.
    const contextOf = (): RequestContext =>
      createContext({
        services,
        credentials: { kind: 'token', token },
        client,
        take: async () => {},
        signal: () => ends.signal,
      })
    const send = (message: string): void => {
      if (connection.bufferedAmount > maxWaitingBytes) connection.terminate()
      else if (connection.readyState === connection.OPEN) connection.send(message)
    }
    const held = services.sockets.open(member)
    const tell = createTeller(member, contextOf, ends.signal, send)
    const stopListening = events.subscribe(member.configuration, (event) => {
      if (event.kind === 'signedOut' && event.device === member.device?.number) {
        end(connection, 1008, 'signed out')
      } else if (event.kind === 'secrets') endUnlessAdmitted()
      else if (event.kind === 'command') {
        if (event.socket === held?.id) send(commandMessage(event.from, event.command))
      } else tell.event(event)
    })
    function endUnlessAdmitted(): void {
      services.profiles.member(token, client).then(
        (still) => still ?? end(connection, 1008, 'signed out'),
        // Where the database is away, who was admitted stays.
        () => {},
      )
    }
    let alive = true
    const pinging = setInterval(() => {
      if (!alive) connection.terminate()
      alive = false
      connection.ping()
      endUnlessAdmitted()
    }, pingMs)
    connection
      .on('pong', () => {
        alive = true
      })
      .on('message', (data: Buffer) => {
        alive = true
        try {
          tell.message(data.toString())
        } catch (error) {
          log.warn({ err: error }, 'a connected app sent a message that could not be read')
          end(connection, 1003, 'unreadable message')
        }
      })
      .on('error', () => {})
      .on('close', () => {
        ends.abort()
        clearInterval(pinging)
        stopListening()
        held?.close()
        tell.stop()
        own.delete(connection)
        if (own.size === 0) byProfile.delete(member.profile.id)
      })
    send(messageOf('ForceKeepAlive', keepAliveSeconds))
  }

  function createTeller(
    member: Member,
    contextOf: () => RequestContext,
    signal: AbortSignal,
    send: (message: string) => void,
  ) {
    let changed: ItemRef[] = []
    let gathering: NodeJS.Timeout | undefined
    let intervalMs: number | null = null
    let toldAt = 0
    let telling: NodeJS.Timeout | undefined

    /** Whoever cannot be told hears of it when something else changes. */
    function attempt(work: () => Promise<string | null>): void {
      work().then(
        (message) => {
          if (message !== null && !signal.aborted) send(message)
        },
        (error: unknown) => {
          if (!signal.aborted) log.warn({ err: error }, 'a connected app could not be told')
        },
      )
    }

    function tellUserData(): void {
      const refs = changed
      changed = []
      gathering = undefined
      attempt(() => userDataMessage(services, member, refs, signal))
    }

    async function sessionsMessage(): Promise<string> {
      return messageOf('Sessions', await sessions(contextOf(), anySession))
    }

    /** At once after a quiet time, else when the interval is over. */
    function tellSessions(): void {
      if (intervalMs === null || telling) return
      telling = setTimeout(
        () => {
          telling = undefined
          toldAt = Date.now()
          attempt(sessionsMessage)
        },
        Math.max(0, toldAt + intervalMs - Date.now()),
      )
    }

    return {
      event(event: LiveEvent): void {
        if (event.kind === 'library') send(libraryMessage())
        else if (event.kind === 'sessions') tellSessions()
        else if (event.kind === 'watched' && event.profileIds.includes(member.profile.id)) {
          if (changed.length < maxGathered) changed.push(...event.items)
          gathering ??= setTimeout(tellUserData, gatherMs)
        }
      },

      message(text: string): void {
        const { type, data } = readMessage(text)
        if (type === 'keepalive') send(messageOf('KeepAlive'))
        else if (type === 'sessionsstart') {
          const [, wanted] = typeof data === 'string' ? data.split(',').map(Number) : []
          intervalMs = Math.min(longestIntervalMs, Math.max(leastIntervalMs, wanted || 0))
          tellSessions()
        } else if (type === 'sessionsstop') {
          intervalMs = null
          clearTimeout(telling)
          telling = undefined
        }
      },

      stop(): void {
        clearTimeout(gathering)
        clearTimeout(telling)
      },
    }
  }

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrade(request, socket, head).catch((error: unknown) => {
      log.error({ err: error }, 'a socket could not be opened')
      refuse(socket, '503 Service Unavailable')
    })
  })

  return {
    async close() {
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
    },
  }
}

/** Apps that do not answer the farewell are cut off. */
function end(connection: WebSocket, code: number, reason: string): void {
  connection.close(code, reason)
  setTimeout(() => connection.terminate(), closeWithinMs).unref()
}

function refuse(socket: Duplex, status: string): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

/** Unknown and broken messages mean nothing. */
function readMessage(text: string): { readonly type: string; readonly data: unknown } {
  try {
    const message = JSON.parse(text) as { MessageType?: unknown; Data?: unknown } | null
    const type = message?.MessageType
    return { type: typeof type === 'string' ? type.toLowerCase() : '', data: message?.Data }
  } catch {
    return { type: '', data: undefined }
  }
}
