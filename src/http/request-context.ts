import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../core/errors.ts'
import { createContext } from '../graphql/context.ts'
import type { LimitedOperation, RequestContext, Services } from '../graphql/context.ts'
import type { Credentials } from '../model/credentials.ts'
import { clientKey } from '../security/rate-limit.ts'
import type { RateLimiter } from '../security/rate-limiter.ts'
import { readCredentials } from './credentials.ts'

export type OperationLimits = Readonly<Record<LimitedOperation | 'graphql', RateLimiter>>

export type ContextFactory = ReturnType<typeof createContextFactory>

/** Makes what resolvers may use from what came over HTTP. */
export function createContextFactory(services: Services, limits: OperationLimits) {
  function take(request: FastifyRequest, operation: keyof OperationLimits) {
    return limits[operation].take(clientKey(addressOf(request)))
  }

  /** `counted`: the operation that the caller of this function has already counted. */
  function create(
    request: FastifyRequest,
    reply: FastifyReply,
    counted: LimitedOperation | null,
    credentials: Credentials = readCredentials(request.headers),
  ): RequestContext {
    return createContext({
      services,
      credentials,
      client: { address: addressOf(request) },
      take: (operation) =>
        operation === counted ? undefined : take(request, operation).then(() => undefined),
      signal: () => leaveSignal(reply),
    })
  }

  return { create, take }
}

/** Empty once the client has left: a closed socket has no address. */
function addressOf({ ip }: { readonly ip?: string }): string {
  return ip ?? ''
}

/** Aborted when the client closes the connection before it has its answer. */
function leaveSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const leave = (): void => {
    // An ordinary error, so that nobody takes it for a fault: there is no one left to read it.
    if (!raw.writableFinished) controller.abort(new AppError('BAD_REQUEST', 'The client left.'))
  }
  if (raw.destroyed) leave()
  else raw.once('close', leave)
  return controller.signal
}
