import type { ConfigureUrl } from '../../pages/configure-url.ts'
import type { TypedDocumentString } from '../../documents/documents.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressScope } from '../../../model/address-scope.ts'
import type { DeviceInfo } from '../../../model/household.ts'
import type { Caller } from '../../caller.ts'
import type { Fields } from './fields.ts'

export type MediaRequest = {
  /** Decoded path parameters, in the client's spelling. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Fields
  /** Empty if the body is missing or no JSON object. */
  readonly body: Fields
  /** Null if the app does not identify itself. */
  readonly device: DeviceInfo | null
  /** The configuration that the address names; null on the plain address. */
  readonly scope: AddressScope | null
  /** The media server's address for this client, with prefix and without a trailing slash. */
  readonly address: string
  /** The port of this server, as the connection knows it. */
  readonly port: number
}

/** A request of the routes that call services directly. */
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
  /** `anonymous`: even with no or an invalid token. `self`: signed in, and not for another user in path or query. `leaving`: signed in, also when the user's time is over. */
  readonly access: 'signedIn' | 'self' | 'leaving' | 'anonymous'
  /** `ignored`: any content; `stream`: of any length, read by the handler for signed-in callers. */
  readonly body?: 'ignored' | 'stream'
}

/** A path that runs one GraphQL document: its variables come from the request, its answer from what the document says. */
export type DocumentRoute = Place & {
  readonly document: TypedDocumentString<unknown, Record<string, unknown>>
  readonly variables: (request: MediaRequest) => Record<string, unknown>
  readonly answer: (data: unknown, request: MediaRequest) => unknown
  /** What this path calls arguments of the document, for its refusals. */
  readonly words?: Readonly<Record<string, string>>
}

/** A path that is answered without asking anybody. */
export type FixedRoute = Place & {
  /** The body, sent as JSON; undefined is a 204. */
  readonly fixed: (request: MediaRequest) => unknown
  /** For an answer that is text, not JSON. */
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
  /** First path segment under which the API answers in addition to the root. */
  readonly prefix: string
  readonly logoUrl: string | null
  readonly configureUrl: ConfigureUrl
  /** Whether a long PIN alone signs in at an address that names a configuration. */
  readonly pinSignIn: boolean
  /** Whether fillers and recaps are looked up. */
  readonly fillers: boolean
  readonly version: BuildVersion
}

export type BuildVersion = {
  readonly tag: string
  /** `stable`, or what a pre-release calls itself, such as `beta`. */
  readonly channel: string
  readonly commit: string | null
}
