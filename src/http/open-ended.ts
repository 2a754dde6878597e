import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Stops counting the request; null if it is not counted. */
    leave: (() => void) | null
  }
}

/** A shutdown does not wait for this request any longer. */
export function leaveOnce(request: FastifyRequest): void {
  request.leave?.()
  request.leave = null
}
