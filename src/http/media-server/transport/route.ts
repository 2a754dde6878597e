import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressScope } from '../../../model/address-scope.ts'
import type { DeviceInfo } from '../../../model/household.ts'
import type { Caller } from '../../caller.ts'
import type { Fields } from './fields.ts'

/** What a request says. */
export type MediaRequest = {
  /** Parts of the path by the names of the route, decoded, as the client wrote them. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Fields
  /** Empty where the body is missing or no JSON object. */
  readonly body: Fields
  /** What the app says of itself; null where it says nothing. */
  readonly device: DeviceInfo | null
  /** The configuration that the address names; null on the plain address. */
  readonly scope: AddressScope | null
  /** Public address of the media server as this client reaches it, prefix included, without a slash at its end. */
  readonly address: string
  /** Of this server, as the connection knows it. */
  readonly port: number
}

/** The same for the routes that call services by themselves. */
export type ServiceRequest = MediaRequest & {
  /** Access token or API key; null where none was sent. */
  readonly token: string | null
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** One path of the standard API, written as in its description: `/Items/:itemId/Images/:type`. Case does not matter. GET answers HEAD too. */
type Place = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /**
   * `anonymous`: also without a token, or with one that does not work. `self`: signed in, and the user that the path or
   * query names, if any, is the caller.
   */
  readonly access: 'signedIn' | 'self' | 'anonymous'
  /** `ignored`: it may be anything; `stream`: of any length, read by the handler itself, by who is signed in. */
  readonly body?: 'ignored' | 'stream'
}

/** A path that runs one GraphQL document: its variables come from the request, its answer from what the document says. */
export type DocumentRoute = Place & {
  readonly document: TypedDocumentNode<unknown, Record<string, unknown>>
  readonly variables: (request: MediaRequest) => Record<string, unknown>
  readonly answer: (data: unknown, request: MediaRequest) => unknown
}

/** A path that is answered without asking anybody. */
export type FixedRoute = Place & {
  /** What is sent as JSON; undefined is 204. */
  readonly fixed: (request: MediaRequest) => unknown
  /** Of an answer that is text and no JSON. */
  readonly type?: string
}

/**
 * A path that calls services by itself: bytes, pictures, files of history, signing in. What the handler returns is sent
 * as JSON without nulls; undefined is 204; the reply itself says that the answer is on its way already.
 */
export type ServiceRoute = Place & {
  readonly handle: (request: ServiceRequest) => Promise<unknown>
}

/** What the routes of the media server are made with. */
export type MediaServerOptions = {
  readonly serverId: string
  readonly serverName: string
  /** First path segment under which the API answers beside the root. */
  readonly prefix: string
  readonly logoUrl: string | null
  readonly configureUrl: string | null
  /** Whether a long PIN alone signs in at an address that names a configuration. */
  readonly pinSignIn: boolean
}
