import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import type { Client } from '../../model/credentials.ts'
import { jsonType, successBody } from '../envelope.ts'
import type { App } from '../server.ts'
import { browserName } from './browser-name.ts'
import { requireOwnPage } from './session-cookie.ts'
import type { SessionCookies } from './session-cookie.ts'

/** `token` null: the browser's cookie stays. `keepMs` null: it is kept until the browser ends. */
type Opened = { readonly token: string | null; readonly keepMs: number | null }

type CookieSession<Input, Session extends Opened> = {
  readonly path: string
  readonly cookies: SessionCookies
  readonly input: z.ZodType<Input>
  /** What to send to sign in. */
  readonly example: string
  readonly sessions: {
    open(input: Input & { readonly name: string }, client: Client): Promise<Session>
    resume(token: string): Promise<Session | null>
    close(token: string): Promise<void>
  }
  /** The answer's data; null: nobody is signed in. */
  readonly show: (session: Session | null) => object
}

/** Signs a browser in (POST) and out (DELETE), and says whether it is (GET). What it may do then it asks through GraphQL. */
export function mountCookieSession<Input extends object, Session extends Opened>(
  app: App,
  { path, cookies, input, example, sessions, show }: CookieSession<Input, Session>,
): void {
  function send(request: FastifyRequest, reply: FastifyReply, session: Session | null) {
    if (session?.token) {
      reply.header('set-cookie', cookies.write(request, session.token, session.keepMs))
    }
    return reply.type(jsonType).send(successBody(null, JSON.stringify(show(session))))
  }

  app.get(path, async (request, reply) => {
    requireOwnPage(cookies, request, reply)
    const token = cookies.read(request)
    const session = token === null ? null : await sessions.resume(token)
    if (token !== null && !session) reply.header('set-cookie', cookies.clear(request))
    return send(request, reply, session)
  })

  app.post(path, async (request, reply) => {
    requireOwnPage(cookies, request, reply)
    const { headers, ip, body } = request
    const sent = input.safeParse(body)
    if (!sent.success) throw new AppError('BAD_REQUEST', `Send ${example}.`)
    const name = browserName(headers['user-agent'] ?? '')
    const session = await sessions.open({ ...sent.data, name }, { address: ip ?? '' })
    const before = cookies.read(request)
    if (before !== null) await sessions.close(before)
    return send(request, reply, session)
  })

  app.delete(path, async (request, reply) => {
    requireOwnPage(cookies, request, reply)
    const token = cookies.read(request)
    if (token !== null) await sessions.close(token)
    reply.header('set-cookie', cookies.clear(request))
    return send(request, reply, null)
  })
}
