import type { FastifyReply, FastifyRequest } from 'fastify'

/** Pages of any site may read answers and these headers, but never with the browser's credentials. */
export const corsHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, RateLimit-Policy',
}

const preflightHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
  'access-control-max-age': '86400',
  vary: 'Access-Control-Request-Headers',
}

/** An OPTIONS request without these headers is not a preflight. */
export function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

/** Preflight: allows the requested method and headers at any path. */
export function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
  const asked = headers['access-control-request-headers']
  if (asked !== undefined) reply.header('access-control-allow-headers', asked)
  reply.headers(preflightHeaders).code(204).send()
}
