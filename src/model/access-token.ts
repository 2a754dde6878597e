import type { StoredConfiguration } from './configuration.ts'

/** What dashboards may read, each alone. */
export const accessScopes = ['activity', 'history', 'sessions', 'health'] as const
export type AccessScope = (typeof accessScopes)[number]

export type StoredAccessToken = {
  readonly rowId: number
  readonly configuration: number
  /** The user as whom it reads. */
  readonly profileId: string
  readonly name: string
  readonly scopes: readonly AccessScope[]
  /** Of the configuration when it was made; another one ends it. */
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
  /** The newest first. */
  list(configuration: number): Promise<readonly StoredAccessToken[]>
  used(rowId: number, at: number): Promise<void>
  remove(configuration: number, rowId: number): Promise<boolean>
  forget(configuration: number): Promise<void>
}
