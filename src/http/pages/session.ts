import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import type { BrowserSessions, OpenSession } from '../../services/browser-sessions/service.ts'
import { jsonType, successBody } from '../envelope.ts'
import type { App } from '../server.ts'
import { browserName } from './browser-name.ts'
import type { SessionCookies } from './session-cookie.ts'

const signInSchema = z.object({
  id: z.string().max(200),
  password: z.string().max(1_000),
  remember: z.boolean().default(false),
})

const path = '/session'

/** A browser would answer the challenge with a dialog of its own, and keep the page waiting. */
function withoutChallenge(error: unknown): never {
  if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
    throw new AppError('UNAUTHORIZED', 'The UUID or alias is unknown, or the password is wrong.')
  }
  throw error
}

/** Signs a browser in and out. What it may do then it asks through GraphQL. */
export function mountSession(app: App, sessions: BrowserSessions, cookies: SessionCookies): void {
  function requireOwnPage(request: FastifyRequest, reply: FastifyReply): void {
    reply.removeHeader('access-control-allow-origin').header('cache-control', 'no-store')
    if (cookies.isOwn(request)) return
    throw new AppError('FORBIDDEN', 'Only pages of this service may sign a browser in or out.')
  }

  function send(request: FastifyRequest, reply: FastifyReply, opened: OpenSession | null) {
    if (opened?.token) {
      reply.header('set-cookie', cookies.write(request, opened.token, opened.keepMs))
    }
    const { uuid = null, csrfToken = null } = opened ?? {}
    return reply.type(jsonType).send(successBody(null, JSON.stringify({ uuid, csrfToken })))
  }

  app.get(path, async (request, reply) => {
    requireOwnPage(request, reply)
    const token = cookies.read(request)
    const opened = token === null ? null : await sessions.resume(token)
    if (token !== null && !opened) reply.header('set-cookie', cookies.clear(request))
    return send(request, reply, opened)
  })

  app.post(path, async (request, reply) => {
    requireOwnPage(request, reply)
    const { headers, ip, body } = request
    const input = signInSchema.safeParse(body)
    if (!input.success) {
      throw new AppError(
        'BAD_REQUEST',
        'Send {"id": "<UUID or alias>", "password": "…", "remember": true or false}.',
      )
    }
    const name = browserName(headers['user-agent'] ?? '')
    const client = { address: ip ?? '' }
    const opened = await sessions.open({ ...input.data, name }, client).catch(withoutChallenge)
    const before = cookies.read(request)
    if (before !== null) await sessions.close(before)
    return send(request, reply, opened)
  })

  app.delete(path, async (request, reply) => {
    requireOwnPage(request, reply)
    const token = cookies.read(request)
    if (token !== null) await sessions.close(token)
    reply.header('set-cookie', cookies.clear(request))
    return send(request, reply, null)
  })
}
