import type { FastifyRequest } from 'fastify'

/** Names under which measurements and logs know requests that one catch-all route takes. */
const names = new WeakMap<FastifyRequest, string>()

export function nameRoute(request: FastifyRequest, name: string): void {
  names.set(request, name)
}

/** The path as it was declared; `unknown` for what no route takes. */
export function routeNameOf(request: FastifyRequest): string {
  return names.get(request) ?? request.routeOptions.url ?? 'unknown'
}
