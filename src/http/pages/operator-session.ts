import { z } from 'zod'
import type { OperatorSessions } from '../../services/operator/sessions.ts'
import type { App } from '../server.ts'
import { mountCookieSession } from './cookie-session.ts'
import type { SessionCookies } from './session-cookie.ts'

export function mountOperatorSession(
  app: App,
  sessions: OperatorSessions,
  cookies: SessionCookies,
): void {
  mountCookieSession(app, {
    path: '/session/operator',
    cookies,
    sessions,
    input: z.object({ password: z.string().max(1_000) }),
    example: 'the password as {"password": "…"}',
    show: (session) => ({ enabled: sessions.isOn, csrfToken: session?.csrfToken ?? null }),
  })
}
