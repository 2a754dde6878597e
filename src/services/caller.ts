import { AppError } from '../core/errors.ts'
import type { Client, Credentials } from '../model/credentials.ts'
import type { User } from '../model/household.ts'
import type { SearchInterface } from '../model/search-log.ts'
import type { SearchConfiguration } from './configurations/configurations.ts'
import type { BrowserSessions } from './browser-sessions/service.ts'
import type { Account } from './configurations/accounts.ts'
import type { ConfigurationService } from './configurations/service.ts'

/** A caller that can act as a user. */
export type UserCaller = {
  readonly credentials: Credentials
  readonly client: Client
  readonly signal: AbortSignal
  findAccount(): Promise<Account>
  findUser(): Promise<User>
}

export type SearchCaller = UserCaller & { readonly interface: SearchInterface }

export const credentialProblems = {
  none: 'Credentials are missing; send Basic credentials or the x-service-user-data header.',
  both: 'Send either Basic credentials or the x-service-user-data header, not both.',
  operator: "The operator's session cannot read configurations; sign in to one.",
  malformed: 'The Authorization header is not valid; send Basic and base64 of <uuid>:<password>.',
} as const

export type Directory = Pick<ConfigurationService, 'forSearch' | 'fromHeader'> & {
  ofToken(token: string, client: Client): Promise<SearchConfiguration | null>
  ofBrowser: BrowserSessions['account']
}

/** A search answers missing or wrong credentials with BAD_REQUEST, unlike other operations. */
export async function configurationOf(
  configurations: Directory,
  caller: Omit<UserCaller, 'findUser'>,
): Promise<SearchConfiguration> {
  const { credentials, client } = caller
  switch (credentials.kind) {
    case 'basic':
      return configurations.forSearch(await caller.findAccount().catch(asBadRequest))
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

/** The user whose token or own address is used; null: the configuration itself. */
export async function askingUser(caller: UserCaller): Promise<User | null> {
  const { kind } = caller.credentials
  const isUsers = kind === 'token' || (kind === 'basic' && caller.credentials.user !== undefined)
  return isUsers ? caller.findUser() : null
}
