import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../core/errors.ts'
import { pagePolicy } from '../headers.ts'
import type { App } from '../server.ts'

const path = '/web'
/** Its build writes hashes of the content into such names; a plain word of eight letters is none. */
const hashed = /\.[\da-f]{16,}\.|-(?=[a-z_-]*\d)[\w-]{8}\.(?:js|css)$/i

/** A client shows pictures and plays streams of any host, and starts workers from what it has made itself. */
const anywhere = "'self' data: blob: http: https:"
const policy = pagePolicy({
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self' blob:",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self' data:",
  'img-src': anywhere,
  'media-src': anywhere,
  'connect-src': `${anywhere} ws: wss:`,
  'manifest-src': "'self'",
})

/**
 * Serves a built web client for media servers, and nothing outside its folder. Throws an AppError in one line if the folder
 * holds none.
 */
export function mountWebApp(app: App, folder: string): void {
  const root = resolve(folder)
  if (!existsSync(join(root, 'index.html'))) {
    throw new AppError(
      'BAD_REQUEST',
      'WEB_APP_DIR names a folder without an index.html, for example WEB_APP_DIR=./jellyfin-web',
    )
  }

  /** False also for a link to a file elsewhere. */
  async function holds(name: string): Promise<boolean> {
    try {
      const [top, file] = await Promise.all([realpath(root), realpath(join(root, name))])
      return file.startsWith(top + sep)
    } catch {
      return false
    }
  }

  async function send(reply: FastifyReply, name: string): Promise<FastifyReply> {
    if (!(await holds(name))) {
      throw new AppError('NOT_FOUND', 'The web client has no such file.')
    }
    reply.header('content-security-policy', policy)
    if (hashed.test(name)) {
      return reply.sendFile(name, root, { dotfiles: 'ignore', maxAge: '365d', immutable: true })
    }
    reply.header('cache-control', 'no-cache')
    return reply.sendFile(name, root, { dotfiles: 'ignore', cacheControl: false })
  }

  app.get(path, (request, reply) =>
    /^[^?]*\/(?:\?|$)/.test(request.url)
      ? send(reply, 'index.html')
      : // Relative, since only the browser knows the path of a proxy.
        reply.code(302).header('location', 'web/').send(),
  )
  // Clients look for this path of the media server below their own address.
  app.get(`${path}/ConfigurationPages`, async () => [])
  app.get(`${path}/*`, (request: FastifyRequest, reply) =>
    send(reply, (request.params as Record<string, string>)['*'] ?? ''),
  )
}
