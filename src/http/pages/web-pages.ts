import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import files from '@fastify/static'
import { pagePolicy } from '../headers.ts'
import type { App } from '../server.ts'

/** Below `/configure`; each is a page of src/web. */
const pageNames = ['start', 'sources', 'search', 'install', 'dashboard', 'account'] as const

const path = '/configure'

/** The pages that `npm run build` made; null where they are not built. */
export function readBuiltPages(folder: string): string | null {
  const file = join(folder, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Mounts the built pages below `/configure`. */
export function mountWebPages(app: App, folder: string, html: string): void {
  function send(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(18).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policyOf(nonce) })
      .send(html.replace('%NONCE%', nonce))
  }

  app.get(path, (request, reply) =>
    /^[^?]*\/(?:\?|$)/.test(request.url)
      ? send(request, reply)
      : // Relative, since only the browser knows the path of a proxy.
        reply.code(302).header('location', 'configure/').send(),
  )
  for (const name of pageNames) app.get(`${path}/${name}`, send)
  void app.register(files, {
    root: join(folder, 'assets'),
    prefix: `${path}/assets/`,
    decorateReply: false,
    wildcard: false,
    preCompressed: true,
    immutable: true,
    // Names of assets contain a hash of their content.
    maxAge: '365d',
  })
}

function policyOf(nonce: string): string {
  return pagePolicy({
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'connect-src': "'self'",
  })
}
