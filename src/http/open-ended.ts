import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends its place among those that a stop waits for; null: it has none, or no more. */
    leave: (() => void) | null
  }
}

/** A stop does not wait for this request, or not any longer. */
export function leaveOnce(request: FastifyRequest): void {
  request.leave?.()
  request.leave = null
}
