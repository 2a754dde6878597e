import type { FastifyReply } from 'fastify'
import { AppError } from '../core/errors.ts'
import { corsHeaders } from './cors.ts'

/** Sent with every answer, even those written before a request was parsed. */
export const answerHeaders: Readonly<Record<string, string>> = {
  ...corsHeaders,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** Content security policy of a page: it loads only what `sources` names, has no inline scripts and cannot be framed. */
export function pagePolicy(sources: Readonly<Record<string, string>> = {}): string {
  const directives = {
    'default-src': "'none'",
    ...sources,
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/** The only place that writes a `Location` from outside. */
export function redirect(reply: FastifyReply, address: string): FastifyReply {
  const url = URL.parse(address)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new AppError('NOT_FOUND', 'There is no web address to redirect to.')
  }
  // The parsed form is plain ASCII.
  return reply.code(302).header('location', url.href).send()
}

/** The headers of another server that are safe to repeat. */
export function repeatable(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => isHeaderText(value)))
}

function isHeaderText(value: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(value)
}
