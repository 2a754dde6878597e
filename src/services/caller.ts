import { AppError } from '../core/errors.ts'
import type { Client, Credentials } from '../model/credentials.ts'
import type { SearchConfiguration } from './configurations/configurations.ts'
import type { BrowserSessions } from './browser-sessions/service.ts'
import type { ConfigurationService } from './configurations/service.ts'

export type Caller = {
  readonly credentials: Credentials
  readonly client: Client
  readonly signal: AbortSignal
}

export const credentialProblems = {
  none: 'Credentials are missing; send Basic credentials or the x-service-user-data header.',
  both: 'Send either Basic credentials or the x-service-user-data header, not both.',
  malformed: 'The Authorization header is not valid; send Basic and base64 of <uuid>:<password>.',
} as const

export type Directory = Pick<ConfigurationService, 'signIn' | 'forSearch' | 'fromHeader'> & {
  ofToken(token: string, client: Client): Promise<SearchConfiguration | null>
  ofBrowser: BrowserSessions['account']
}

/** A search answers missing or wrong credentials with BAD_REQUEST, unlike other operations. */
export async function configurationOf(
  configurations: Directory,
  { credentials, client }: Caller,
): Promise<SearchConfiguration> {
  switch (credentials.kind) {
    case 'basic':
      return configurations.forSearch(
        await configurations.signIn(credentials, client).catch(asBadRequest),
      )
    case 'browser':
      return configurations.forSearch(
        await configurations.ofBrowser(credentials.token, credentials.csrfToken, client),
      )
    case 'userData':
      return configurations.fromHeader(credentials.value, client)
    case 'token': {
      const found = await configurations.ofToken(credentials.token, client)
      if (found) return found
      throw new AppError(
        'BAD_REQUEST',
        'Invalid credentials: the access token is unknown or no longer valid.',
      )
    }
    default:
      throw new AppError('BAD_REQUEST', credentialProblems[credentials.kind])
  }
}

function asBadRequest(error: unknown): never {
  if (error instanceof AppError && error.code === 'UNAUTHORIZED') {
    throw new AppError('BAD_REQUEST', `Invalid credentials: ${error.message}`, { cause: error })
  }
  throw error
}
