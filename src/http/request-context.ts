import type { FastifyReply, FastifyRequest } from 'fastify'
import { createContext } from '../graphql/context.ts'
import type { Services } from '../graphql/services.ts'
import type { Credentials } from '../model/credentials.ts'
import type { LimitedOperation } from '../model/limited-operation.ts'
import type { SearchInterface } from '../model/search-log.ts'
import { clientKey } from '../security/rate-limit.ts'
import type { RateLimiter } from '../security/rate-limiter.ts'
import type { Caller } from './caller.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import type { PublicAddress } from './public-address.ts'
import { readCredentials } from './credentials.ts'
import { localPortOf } from './same-machine.ts'

export type OperationLimits = Readonly<Record<LimitedOperation | 'graphql', RateLimiter>>

type Asker = { readonly ip?: string }
type Addressed = Asker & Parameters<PublicAddress>[0] & Parameters<typeof localPortOf>[0]

export type ContextFactory = ReturnType<typeof createContextFactory>

export function createContextFactory(
  services: Services,
  limits: OperationLimits,
  publicAddressOf: PublicAddress,
) {
  const keyOf = (request: Asker): string => clientKey(addressOf(request))

  function take(request: Asker, operation: keyof OperationLimits) {
    return limits[operation].take(keyOf(request))
  }

  /** For operations that share a connection, each with its own end. */
  function open(
    request: Addressed,
    { credentials, signal }: { credentials: Credentials; signal: AbortSignal },
  ): Caller {
    return createContext({
      services,
      credentials,
      client: { address: addressOf(request) },
      take: (operation) => take(request, operation).then(() => undefined),
      signal: () => signal,
      interface: () => 'graphql',
      publicAddress: () => publicAddressOf(request),
      localPort: () => localPortOf(request, publicAddressOf(request)),
    })
  }

  /** `counted`: an operation that the caller has already counted. */
  function create(
    request: FastifyRequest,
    reply: FastifyReply,
    counted: LimitedOperation | null,
    credentials: Credentials = readCredentials(request.headers),
  ): Caller {
    return createContext({
      services,
      credentials,
      client: { address: addressOf(request) },
      take: (operation) =>
        operation === counted ? undefined : take(request, operation).then(() => undefined),
      signal: () => disconnectSignal(reply),
      interface: () => interfaceOf(request.url),
      publicAddress: () => publicAddressOf(request),
      localPort: () => localPortOf(request, publicAddressOf(request)),
    })
  }

  const clientOf = (request: Asker) => ({ address: addressOf(request) })

  return { create, open, take, keyOf, clientOf }
}

const interfaces = {
  '/api/v1/': 'rest',
  '/stremio/': 'stremio',
  '/graphql': 'graphql',
  '/rest/': 'graphql',
} as const

/** The media server answers at the root too. */
function interfaceOf(url: string): SearchInterface {
  const [, found] = Object.entries(interfaces).find(([prefix]) => url.startsWith(prefix)) ?? []
  return found ?? 'mediaServer'
}

/** Empty once the socket is closed. */
function addressOf({ ip }: Asker): string {
  return ip ?? ''
}
