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

/** Whether a person opened the address: programs do not ask for HTML, and `/api` is for programs alone. */
export function readsPages({ method, url, headers }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    /\btext\/html\b/i.test(headers.accept ?? '') &&
    !/^\/api(?:[/?]|$)/.test(url)
  )
}

export function sendNotFoundPage(reply: FastifyReply): FastifyReply {
  return sendPage(reply.code(404), page)
}
