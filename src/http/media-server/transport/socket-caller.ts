import { AppError } from '../../../core/errors.ts'
import { createContext } from '../../../graphql/context.ts'
import type { RequestContext } from '../../../graphql/context.ts'
import type { Services } from '../../../graphql/services.ts'
import { OutsideAccessTimes } from '../../../model/access-times.ts'
import type { Client } from '../../../model/credentials.ts'
import type { LiveEvent } from '../../../model/live-event.ts'
import type { LastingAccess } from '../../../services/users/lasting-access.ts'

export type SocketCaller = {
  readonly access: LastingAccess
  /** Aborted when the connection closes. */
  readonly ends: AbortController
  readonly contextOf: () => RequestContext
  readonly listeners: ((event: LiveEvent) => void)[]
}

/** FORBIDDEN is for access tokens of dashboards. */
const refusals: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'FORBIDDEN'])

export async function openCaller(
  services: Services,
  token: string,
  client: Client,
): Promise<SocketCaller | OutsideAccessTimes | null> {
  const ends = new AbortController()
  const contextOf = (): RequestContext =>
    createContext({
      services,
      credentials: { kind: 'token', token },
      client,
      take: async () => {},
      signal: () => ends.signal,
      interface: () => 'mediaServer',
      // No document that a socket runs answers addresses.
      publicAddress: () => '',
      localPort: () => null,
    })
  const listeners: ((event: LiveEvent) => void)[] = []
  try {
    const access = await services.lastingAccess.open(
      () => contextOf().findUser(),
      (event) => {
        for (const listener of listeners) listener(event)
      },
    )
    return { access, ends, contextOf, listeners }
  } catch (error) {
    if (error instanceof OutsideAccessTimes) return error
    if (error instanceof AppError && refusals.has(error.code)) return null
    throw error
  }
}
