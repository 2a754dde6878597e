import type { StoredConfiguration } from './configuration.ts'

export const accessScopes = ['activity', 'history', 'sessions', 'health'] as const
export type AccessScope = (typeof accessScopes)[number]

export type StoredAccessToken = {
  readonly rowId: number
  readonly configuration: number
  readonly profileId: string
  readonly name: string
  readonly scopes: readonly AccessScope[]
  /** The configuration's version when the token was made; a new version ends the token. */
  readonly credentialVersion: number
  readonly createdAt: number
  readonly usedAt: number | null
  readonly expiresAt: number | null
}

export type NewAccessToken = Omit<StoredAccessToken, 'rowId' | 'usedAt'> & {
  readonly tokenHash: string
}

export type AccessTokenStore = {
  find(tokenHash: string): Promise<{ token: StoredAccessToken; row: StoredConfiguration } | null>
  /** Null: the configuration has `most` tokens already. */
  insert(token: NewAccessToken, most: number): Promise<number | null>
  list(configuration: number): Promise<readonly StoredAccessToken[]>
  used(rowId: number, at: number): Promise<void>
  remove(configuration: number, rowId: number): Promise<boolean>
  /** Deletes those of all other users. */
  keepProfiles(configuration: number, profileIds: readonly string[]): Promise<void>
  forget(configuration: number): Promise<void>
}
