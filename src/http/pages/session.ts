import { z } from 'zod'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { BrowserSessions } from '../../services/browser-sessions/service.ts'
import type { App } from '../server.ts'
import { mountCookieSession } from './cookie-session.ts'
import type { SessionCookies } from './session-cookie.ts'

const signInSchema = z.object({
  id: z.string().max(200),
  password: z.string().max(1_000),
  remember: z.boolean().default(false),
})

/** A browser would answer the challenge with a dialog of its own, and keep the page waiting. */
function withoutChallenge(error: unknown): never {
  if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
    throw new AppError('UNAUTHORIZED', refusal('SIGN_IN_WRONG'))
  }
  throw error
}

export function mountSession(app: App, sessions: BrowserSessions, cookies: SessionCookies): void {
  mountCookieSession(app, {
    path: '/session',
    cookies,
    sessions: {
      ...sessions,
      open: (input, client) => sessions.open(input, client).catch(withoutChallenge),
    },
    input: signInSchema,
    example: '{"id": "<UUID or alias>", "password": "…", "remember": true or false}',
    show: (session) => ({
      uuid: session?.uuid ?? null,
      csrfToken: session?.csrfToken ?? null,
    }),
  })
}
