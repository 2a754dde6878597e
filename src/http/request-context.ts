import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../core/errors.ts'
import { createContext } from '../graphql/context.ts'
import type { Services } from '../graphql/context.ts'
import type { Credentials } from '../model/credentials.ts'
import type { LimitedOperation } from '../model/limited-operation.ts'
import { clientKey } from '../security/rate-limit.ts'
import type { RateLimiter } from '../security/rate-limiter.ts'
import type { Caller } from './caller.ts'
import type { PublicAddress } from './public-address.ts'
import { readCredentials } from './credentials.ts'

export type OperationLimits = Readonly<Record<LimitedOperation | 'graphql', RateLimiter>>

type Asker = { readonly ip?: string }
type Addressed = Asker & Parameters<PublicAddress>[0]

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
      publicAddress: () => publicAddressOf(request),
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
      signal: () => leaveSignal(reply),
      publicAddress: () => publicAddressOf(request),
    })
  }

  return { create, open, take, keyOf }
}

/** Empty once the socket is closed. */
function addressOf({ ip }: Asker): string {
  return ip ?? ''
}

/** Aborts when the client closes the connection before the answer. */
function leaveSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const abort = (): void => {
    // An AppError, so that it is not logged as a bug.
    if (!raw.writableFinished) controller.abort(new AppError('BAD_REQUEST', 'The client left.'))
  }
  if (raw.destroyed) abort()
  else raw.once('close', abort)
  return controller.signal
}
