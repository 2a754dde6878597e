import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The name in metrics and logs for a request to a catch-all route. */
    routeName: string | null
  }
}

export function nameRoute(request: FastifyRequest, name: string): void {
  request.routeName = name
}

/** The declared path; `unknown` if no route matched. */
export function routeNameOf(request: FastifyRequest): string {
  return request.routeName ?? request.routeOptions.url ?? 'unknown'
}
