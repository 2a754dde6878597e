import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../../model/credentials.ts'
import { readAnyCredentials } from '../credentials.ts'
import type { SessionCookies } from '../pages/session-cookie.ts'

export type PageCookies = readonly Pick<SessionCookies, 'credentials'>[]

/** A browser's session counts where nothing else is sent: the first whose CSRF token comes with it. */
export function credentialsReader(cookies: PageCookies) {
  return (request: FastifyRequest): Credentials => {
    const sent = readAnyCredentials(request.headers)
    if (sent.kind !== 'none') return sent
    const found = cookies.map((one) => one.credentials(request))
    return found.find(({ kind }) => kind !== 'none') ?? sent
  }
}
