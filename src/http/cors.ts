import type { FastifyReply, FastifyRequest } from 'fastify'

/** Let the pages of any site read an answer, and these of its headers; never with a browser's credentials. */
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

/** Whether a browser asks leave for a page; OPTIONS without these headers is a question of its own. */
export function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

/** Answers a preflight: what a page asks leave for it may do, at any path. */
export function answerPreflight({ headers }: FastifyRequest, reply: FastifyReply): void {
  const asked = headers['access-control-request-headers']
  if (asked !== undefined) reply.header('access-control-allow-headers', asked)
  reply.headers(preflightHeaders).code(204).send()
}
