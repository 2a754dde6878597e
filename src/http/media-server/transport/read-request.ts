import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../core/errors.ts'
import { parseJson } from '../../../core/json.ts'
import type { PublicAddress } from '../../public-address.ts'
import type { ContextFactory } from '../../request-context.ts'
import type { MediaAddress } from './address.ts'
import { readAuthorization } from './authorization.ts'
import { bodyFields, noFields, queryFields } from './fields.ts'
import type { Fields } from './fields.ts'
import type { ServiceRequest } from './route.ts'
import type { FoundRoute } from './router.ts'

export type ReadOptions = {
  readonly addressOf: PublicAddress
  readonly contexts: Pick<ContextFactory, 'create'>
}

export type ReadCaller = Pick<ServiceRequest, 'query' | 'token' | 'device' | 'caller'>

/** The caller, known before the body is read. */
export function readCaller(
  { contexts }: ReadOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  address: MediaAddress,
): ReadCaller {
  const query = queryFields(address.query)
  const { token, device } = readAuthorization(request.headers, query)
  const credentials =
    token === null ? ({ kind: 'none' } as const) : ({ kind: 'token', token } as const)
  return { query, token, device, caller: contexts.create(request, reply, null, credentials) }
}

/** Throws BAD_REQUEST for a body that cannot be read. */
export function readRequest(
  { addressOf }: ReadOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, base }: MediaAddress,
  caller: ReadCaller,
  { route, params }: FoundRoute,
): ServiceRequest {
  const body = route.body === undefined ? readFields(request.body) : noFields
  const place = { params, body, scope, addressOf: () => addressOf(request) + base }
  return new ReadRequest(caller, place, request, reply)
}

type ReadPlace = Pick<ServiceRequest, 'params' | 'body' | 'scope'> & {
  readonly addressOf: () => string
}

/** A class for its getters: those of an object literal keep each request in memory until the next full garbage collection. */
export class ReadRequest implements ServiceRequest {
  readonly query: ServiceRequest['query']
  readonly token: ServiceRequest['token']
  readonly device: ServiceRequest['device']
  readonly caller: ServiceRequest['caller']
  readonly params: ServiceRequest['params']
  readonly body: Fields
  readonly scope: ServiceRequest['scope']
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  private readonly addressOf: () => string

  constructor(
    { query, token, device, caller }: ReadCaller,
    { params, body, scope, addressOf }: ReadPlace,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    this.query = query
    this.token = token
    this.device = device
    this.caller = caller
    this.params = params
    this.body = body
    this.scope = scope
    this.addressOf = addressOf
    this.request = request
    this.reply = reply
  }

  get address(): string {
    return this.addressOf()
  }

  get port(): number {
    return this.request.socket.localPort ?? 0
  }
}

function readFields(body: unknown): Fields {
  if (!Buffer.isBuffer(body) || body.length === 0) return noFields
  const text = body.toString('utf8').trim()
  if (text === '') return noFields
  const json = parseJson(text)
  if (json !== undefined) return bodyFields(json)
  // Some apps send the names and values of a form.
  if (/^[\w.]+=/.test(text)) return queryFields(text)
  throw new AppError('BAD_REQUEST', 'The body is not valid JSON.')
}
