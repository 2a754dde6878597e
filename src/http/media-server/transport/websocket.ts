import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { AppError } from '../../../core/errors.ts'
import { parseJson, recordOf } from '../../../core/json.ts'
import { createContext } from '../../../graphql/context.ts'
import type { RequestContext, Services } from '../../../graphql/context.ts'
import type { Client } from '../../../model/credentials.ts'
import type { Logger } from '../../../core/logger.ts'
import type { ItemRef } from '../../../model/item-ref.ts'
import type { LiveEvent } from '../../../model/live-event.ts'
import type { LastingAccess } from '../../../services/profiles/lasting-access.ts'
import { unknownPath } from '../../path-refusals.ts'
import { refuseConnection } from '../../refuse-connection.ts'
import { anySession } from '../../../services/playing/playing.ts'
import type { App } from '../../server.ts'
import { readAddress } from './address.ts'
import { readAuthorization } from './authorization.ts'
import { queryFields } from './fields.ts'
import type { SessionList } from '../playback/session-list.ts'
import { commandMessage, libraryMessage, messageOf, userDataMessage } from './socket-messages.ts'

export type SocketOptions = {
  readonly services: Services
  readonly sessions: SessionList
  readonly prefix: string
  readonly log: Logger
}

/** Who asks for a connection. */
type Caller = {
  readonly access: LastingAccess
  /** Aborted when the connection closes. */
  readonly ends: AbortController
  readonly contextOf: () => RequestContext
  /** Hear what happens in the household. */
  readonly listeners: ((event: LiveEvent) => void)[]
}

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
  { services, sessions, prefix, log }: SocketOptions,
): { close(): Promise<void> } {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  /** By configuration and profile: ids of users can be chosen, and others may have chosen the same. */
  const byProfile = new Map<string, Set<WebSocket>>()

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {})
    const { path, query, scope } = readAddress(request.url ?? '/', prefix)
    if (path.toLowerCase() !== '/socket') return refuseConnection(socket, unknownPath())
    const client = { address: request.socket.remoteAddress ?? '' }
    if (scope && !(await services.profiles.isServed(scope, null, client))) {
      return refuseConnection(socket, unknownPath())
    }
    const { token } = readAuthorization(request.headers, queryFields(query))
    const caller = token === null ? null : await openCaller(token, client)
    if (!caller) return refuseConnection(socket, unauthorized())
    socket.once('close', caller.access.close)
    if (socket.destroyed) return caller.access.close()
    server.handleUpgrade(request, socket, head, (connection) => connect(connection, caller))
  }

  /** Null where the token opens nothing. */
  async function openCaller(token: string, client: Client): Promise<Caller | null> {
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
    const listeners: ((event: LiveEvent) => void)[] = []
    try {
      const access = await services.lastingAccess.open(
        () => contextOf().member(),
        (event) => {
          for (const listener of listeners) listener(event)
        },
      )
      return { access, ends, contextOf, listeners }
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') return null
      throw error
    }
  }

  function connect(connection: WebSocket, caller: Caller): void {
    const { access, ends, contextOf } = caller
    const signOut = (): void => end(connection, 1008, 'signed out')
    if (access.ended.aborted) return signOut()
    access.ended.addEventListener('abort', signOut)
    const member = access.member()
    const key = `${member.configuration} ${member.profile.id}`
    const own = byProfile.get(key) ?? new Set()
    byProfile.set(key, own.add(connection))
    // An app that opens more and more loses the oldest.
    const [oldest] = own.size > maxPerProfile ? own : []
    if (oldest) {
      own.delete(oldest)
      end(oldest, 1008, 'too many connections')
    }
    const send = (message: string): void => {
      if (connection.bufferedAmount > maxWaitingBytes) connection.terminate()
      else if (connection.readyState === connection.OPEN) connection.send(message)
    }
    const held = services.sockets.open(member)
    const tell = createTeller(access, contextOf, ends.signal, send)
    caller.listeners.push((event) => {
      if (event.kind !== 'command') tell.event(event)
      else if (event.socket === held?.id) send(commandMessage(event.from, event.command))
    })
    let alive = true
    const pinging = setInterval(() => {
      if (!alive) connection.terminate()
      alive = false
      connection.ping()
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
        access.close()
        held?.close()
        tell.stop()
        own.delete(connection)
        if (own.size === 0 && byProfile.get(key) === own) byProfile.delete(key)
      })
    send(messageOf('ForceKeepAlive', keepAliveSeconds))
  }

  function createTeller(
    access: LastingAccess,
    contextOf: () => RequestContext,
    signal: AbortSignal,
    send: (message: string) => void,
  ) {
    const { profile } = access.member()
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
      attempt(async () => userDataMessage(services, access.member(), refs, signal))
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
        else if (event.kind === 'watched' && event.profileIds.includes(profile.id)) {
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
      refuseConnection(socket, unavailable())
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

function unauthorized(): AppError {
  return new AppError('UNAUTHORIZED', 'Sign in and send the access token.')
}

function unavailable(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'The socket could not be opened; try again soon.', {
    retryAfter: 5,
  })
}

/** Unknown and broken messages mean nothing. */
function readMessage(text: string): { readonly type: string; readonly data: unknown } {
  const { MessageType: type, Data: data } = recordOf(parseJson(text))
  return { type: typeof type === 'string' ? type.toLowerCase() : '', data }
}
