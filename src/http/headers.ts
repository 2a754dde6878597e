import type { FastifyReply } from 'fastify'
import { AppError } from '../core/errors.ts'
import { corsHeaders } from './cors.ts'

/** Sent with every answer, those included that are written before a request was understood. */
export const answerHeaders: Readonly<Record<string, string>> = {
  ...corsHeaders,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/**
 * The policy of a page: it may load what `sources` name and nothing else, and no other page may show it in a frame.
 * Scripts come from files, never from the page itself.
 */
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

/** Sends the client to an address that came from outside; the only place that writes such a `Location`. */
export function redirect(reply: FastifyReply, address: string): FastifyReply {
  const url = URL.parse(address)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new AppError('NOT_FOUND', 'There is no web address behind this one.')
  }
  // The parsed form is plain ASCII, whatever was written.
  return reply.code(302).header('location', url.href).send()
}

/** Those of another server's headers that can be repeated; the rest is left out. */
export function repeatable(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => isHeaderText(value)))
}

/** Visible ASCII, spaces and tabs. */
function isHeaderText(value: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(value)
}
