import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { parseJson, recordOf } from '../../core/json.ts'
import type { Credentials } from '../../model/credentials.ts'
import { createConnectionSlots } from '../connection-slots.ts'
import type { ContextFactory } from '../request-context.ts'
import { createEventStream } from './event-stream.ts'
import type { EventStream } from './event-stream.ts'
import type { Operations } from './operations.ts'

const tokenHeader = 'x-graphql-event-stream-token'
const maxOperations = 50
const maxStreamsPerAddress = 50
const noCache = { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' }

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The single connection mode of the GraphQL over SSE protocol: PUT reserves a stream, GET opens it, POST starts an operation
 * in it and DELETE ends one. The protocol's own server queues events for slow readers without bound.
 */
export function createSingleConnection({
  operations,
  contexts,
  credentialsOf,
}: {
  readonly operations: Operations
  readonly contexts: ContextFactory
  readonly credentialsOf: (request: FastifyRequest) => Credentials
}) {
  const streams = new Map<string, EventStream>()
  const takeSlot = createConnectionSlots(maxStreamsPerAddress)

  async function reserve(request: FastifyRequest, reply: FastifyReply): Promise<Response> {
    await contexts.create(request, reply, null, credentialsOf(request)).findCaller()
    const release = takeSlot(contexts.keyOf(request))
    const token = randomBytes(24).toString('base64url')
    const stream = createEventStream(() => {
      streams.delete(token)
      release()
    })
    streams.set(token, stream)
    return new Response(token, { status: 201, headers: { 'content-type': 'text/plain' } })
  }

  function open(stream: EventStream): Response {
    const body = stream.open()
    if (!body) return conflict('The event stream is open already.')
    return new Response(body, { headers: { ...noCache, 'content-type': 'text/event-stream' } })
  }

  async function start(stream: EventStream, request: FastifyRequest): Promise<Response> {
    const params = recordOf(parseJson(Buffer.from((request.body as Uint8Array) ?? '').toString()))
    const id = recordOf(params['extensions'])['operationId']
    if (typeof id !== 'string' || id === '' || id.length > 200) {
      throw new AppError('BAD_REQUEST', 'extensions.operationId must name the operation.')
    }
    if (stream.has(id)) return conflict('There is an operation with this id already.')
    if (stream.size >= maxOperations) {
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        `One event stream carries at most ${maxOperations} operations; end some of them.`,
      )
    }
    const credentials = credentialsOf(request)
    const errors = await stream.start(
      id,
      operations.prepare(params, (signal) => contexts.open(request, { credentials, signal })),
    )
    if (!errors) return new Response(null, { status: 202 })
    return Response.json({ errors }, { status: 400 })
  }

  return {
    /** Undefined: the request is not about such a stream. Throws NOT_FOUND for an unknown one. */
    async handle(request: FastifyRequest, reply: FastifyReply): Promise<Response | undefined> {
      const { method, headers } = request
      const query = request.query as Query
      const token = headers[tokenHeader] ?? (method === 'PUT' ? undefined : query['token'])
      if (method === 'PUT') return reserve(request, reply)
      if (token === undefined && method !== 'DELETE') return undefined
      const stream = streams.get(String(token)) ?? unknownStream()
      if (method === 'GET') return open(stream)
      if (method === 'POST') return start(stream, request)
      stream.stop(String(query['operationId']))
      return new Response(null, { status: 200 })
    },
  }
}

/** The protocol's status, which is not that of the code elsewhere. */
function conflict(message: string): Response {
  return Response.json({ errors: [{ message, extensions: { code: 'CONFLICT' } }] }, { status: 409 })
}

function unknownStream(): never {
  throw new AppError(
    'NOT_FOUND',
    'There is no such event stream on this node: reserve one with PUT, and send its token. Between several nodes use distinct connections.',
  )
}
