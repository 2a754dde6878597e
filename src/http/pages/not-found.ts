import type { FastifyReply, FastifyRequest } from 'fastify'
import { interfaceLinks } from './links.ts'
import { linksOf, pageOf, sendPage } from './page.ts'

const page = pageOf(
  'Page not found',
  `<p>The address may be mistyped, or it may be meant for an app. A media-server app takes the address of this server
without a path; Stremio takes one that ends in <code>/manifest.json</code>.</p>
<h2>What is here</h2>
${linksOf([{ href: '/', name: 'Start page', says: 'what this server is, and what to do first' }, ...interfaceLinks])}`,
)

/** Whether to answer with a page: only to clients that accept HTML, and never below `/api`. Sets Vary if Accept decided. */
export function choosePage({ method, url, headers }: FastifyRequest, reply: FastifyReply): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || /^\/api(?:[/?]|$)/.test(url)) return false
  reply.header('vary', 'Accept')
  return /\btext\/html\b/i.test(headers.accept ?? '')
}

export function sendNotFoundPage(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), page)
}
