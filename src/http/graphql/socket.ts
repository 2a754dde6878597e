import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { ExecutionArgs, GraphQLError } from 'graphql'
import { CloseCode, handleProtocols, makeServer } from 'graphql-ws'
import type { Context } from 'graphql-ws'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import { AppError } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import { isRecord } from '../../core/json.ts'
import { maxBodyBytes } from '../body.ts'
import type { ClientAddresses } from '../client-address.ts'
import { createConnectionSlots } from '../connection-slots.ts'
import { readAnyCredentials } from '../credentials.ts'
import { clientLeft } from '../disconnect-signal.ts'
import type { ContextFactory } from '../request-context.ts'
import { refuseConnection } from '../refuse-connection.ts'
import { closeAll } from '../upgrades.ts'
import type { Upgrade } from '../upgrades.ts'
import type { Operations, PreparedOperation } from './operations.ts'

const initWithinMs = 5_000
const pingMs = 30_000
const maxPerAddress = 100
const maxOperations = 50
/** Bytes that a slow client may leave unread while it asks for more. */
const maxWaitingBytes = 4 * 2 ** 20
const tryAgainLater = 1013

export type GraphqlSocketOptions = {
  /** Loads the library on the first connection. */
  readonly operations: () => Promise<Operations>
  readonly contexts: ContextFactory
  readonly addresses: Pick<ClientAddresses, 'of' | 'handshake'>
  readonly path: string
  readonly log: Logger
}

type Connection = {
  readonly socket: WebSocket
  readonly address: string
  /** Credentials of the handshake; those of `connection_init` take precedence. */
  readonly headers: IncomingHttpHeaders
  readonly asked: ReturnType<ClientAddresses['handshake']>
  /** Aborts when the connection closes: what it asked for ends too. */
  readonly left: AbortSignal
  readonly operations: Operations
}

type SocketContext = Context<Record<string, unknown>, Connection>

/** The protocol `graphql-transport-ws` at `/graphql`. */
export function createGraphqlSocket(options: GraphqlSocketOptions) {
  const { addresses, contexts, path } = options
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxBodyBytes,
    handleProtocols,
  })
  const takeSlot = createConnectionSlots(maxPerAddress)
  const protocol = createProtocol(options)

  const upgrade: Upgrade = async (request, socket, head) => {
    const operations = await options.operations()
    const address = addresses.of(request)
    let release: () => void
    try {
      release = takeSlot(contexts.keyOf({ ip: address }))
    } catch (error) {
      return refuseConnection(socket, error as AppError)
    }
    if (socket.destroyed) return release()
    socket.once('close', release)
    const headers = ownHeaders(request.headers)
    const asked = addresses.handshake(request)
    const disconnected = new AbortController()
    socket.once('close', () => disconnected.abort(clientLeft()))
    const left = disconnected.signal
    server.handleUpgrade(request, socket, head, (connection) =>
      serve(
        protocol,
        { socket: connection, address, headers, asked, left, operations },
        options.log,
      ),
    )
  }

  return {
    accepts: ({ url = '' }: IncomingMessage) => /^[^?]*/.exec(url)![0].replace(/\/$/, '') === path,
    upgrade,
    close: () => closeAll(server),
  }
}

/** A browser sends its cookies, and passwords that it remembers, from pages of any site, so they count for nothing. */
function ownHeaders(sent: IncomingHttpHeaders): IncomingHttpHeaders {
  const { cookie: _, authorization, ...headers } = sent
  const isFromPage = headers.origin !== undefined
  return isFromPage || authorization === undefined ? headers : { ...headers, authorization }
}

function createProtocol({ contexts }: GraphqlSocketOptions) {
  return makeServer<Record<string, unknown>, Connection>({
    connectionInitWaitTimeout: initWithinMs,

    async onConnect({ connectionParams, extra }) {
      const { address, socket } = extra
      const credentials = readAnyCredentials(headersOf(extra, connectionParams))
      const ends = new AbortController()
      try {
        await contexts.take({ ip: address }, 'graphql')
        await contexts.open(askedOf(extra), { credentials, signal: ends.signal }).findCaller()
        return true
      } catch (error) {
        const { extensions, message } = extra.operations.coded(error)
        const isWrong = extensions['code'] === 'UNAUTHORIZED' || extensions['code'] === 'FORBIDDEN'
        // The reason of a close frame holds 123 bytes.
        socket.close(isWrong ? CloseCode.Unauthorized : tryAgainLater, message.slice(0, 120))
        return false
      }
    },

    async onSubscribe(context, _id, params) {
      const { extra } = context
      const refusal = await refusalOf(context, contexts)
      if (refusal) return [refusal]
      const credentials = readAnyCredentials(headersOf(extra, context.connectionParams))
      const prepared = await extra.operations.prepare(params, (signal) =>
        contexts.open(askedOf(extra), {
          credentials,
          signal: AbortSignal.any([signal, extra.left]),
        }),
      )
      return 'run' in prepared ? prepared : [...prepared]
    },

    execute: runPrepared,
    subscribe: runPrepared,
  })
}

/** The library hands on what `onSubscribe` answered. */
function runPrepared(args: ExecutionArgs): ReturnType<PreparedOperation['run']> {
  return (args as PreparedOperation).run()
}

async function refusalOf(
  { subscriptions, extra }: SocketContext,
  contexts: ContextFactory,
): Promise<GraphQLError | null> {
  try {
    if (Object.keys(subscriptions).length > maxOperations) {
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        `One connection carries at most ${maxOperations} operations; end some of them.`,
      )
    }
    await contexts.take({ ip: extra.address }, 'graphql')
    return null
  } catch (error) {
    return extra.operations.coded(error)
  }
}

/** What a request of its own would say of the client and of this service's address. */
function askedOf({ address, asked }: Connection) {
  return { ...asked, ip: address }
}

/** Clients put headers into `connection_init` itself, or into its `headers`. */
function headersOf(
  { headers }: Connection,
  params: Readonly<Record<string, unknown>> = {},
): IncomingHttpHeaders {
  const nested = isRecord(params['headers']) ? params['headers'] : {}
  const sent = Object.entries({ ...nested, ...params }).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
  )
  return { ...headers, ...Object.fromEntries(sent) }
}

function serve(protocol: ReturnType<typeof createProtocol>, extra: Connection, log: Logger): void {
  const { socket } = extra
  const end = (error: unknown): void => {
    log.debug({ err: error }, 'a message over a web socket could not be answered')
    socket.close(CloseCode.BadRequest, 'unreadable message')
  }
  const closed = protocol.opened(
    {
      protocol: socket.protocol,
      send: (data) =>
        new Promise((resolve, reject) => {
          if (socket.readyState !== socket.OPEN) return resolve()
          socket.send(data, (error) => (error ? reject(error) : resolve()))
        }),
      close: (code, reason) => socket.close(code, reason),
      onMessage: (heard) =>
        socket.on('message', (data: Buffer) => {
          if (socket.bufferedAmount > maxWaitingBytes) return socket.terminate()
          heard(data.toString()).catch(end)
        }),
    },
    extra,
  )
  const stopWatching = watchLife(socket)
  socket.on('error', () => {})
  socket.once('close', (code: number, reason: Buffer) => {
    stopWatching()
    void closed(code, String(reason)).catch(end)
  })
}

/** Terminates a connection that stays silent from one ping to the next. */
function watchLife(socket: WebSocket): () => void {
  let isAlive = true
  const heard = (): void => {
    isAlive = true
  }
  const pinging = setInterval(() => {
    if (!isAlive) socket.terminate()
    isAlive = false
    socket.ping()
  }, pingMs)
  socket.on('pong', heard).on('message', heard)
  return () => clearInterval(pinging)
}
