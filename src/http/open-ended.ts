import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Stops counting the request; null if it is not counted. */
    release: (() => void) | null
  }
}

/** A shutdown does not wait for this request any longer. */
export function releaseOnce(request: FastifyRequest): void {
  request.release?.()
  request.release = null
}
