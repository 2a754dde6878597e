import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The name under which measurements and logs know a request that a catch-all route takes. */
    routeName: string | null
  }
}

export function nameRoute(request: FastifyRequest, name: string): void {
  request.routeName = name
}

/** The path as it was declared; `unknown` for what no route takes. */
export function routeNameOf(request: FastifyRequest): string {
  return request.routeName ?? request.routeOptions.url ?? 'unknown'
}
