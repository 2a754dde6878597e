import { randomBytes } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import { accessScopes } from '../../model/access-token.ts'
import type { AccessScope, AccessTokenStore, StoredAccessToken } from '../../model/access-token.ts'
import type { Client } from '../../model/credentials.ts'
import type { Household, Profile, User } from '../../model/household.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { Account } from '../configurations/accounts.ts'
import type { Configuration } from '../configurations/configurations.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { tokenHashOf } from '../users/device-tokens.ts'
import { userIn } from '../users/households.ts'

/** Tells a dashboard's token from those of the media server, for people and for scanners of leaked secrets. */
export const accessTokenPrefix = 'dash_'

const shape = new RegExp(`^${accessTokenPrefix}[\\da-f]{64}$`)
const maxTokens = 100
const maxName = 100
const usedEveryMs = 60_000

export type AccessToken = Omit<StoredAccessToken, 'profileId' | 'configuration'> & {
  readonly profile: Profile
  /** Only present when it has just been made. */
  readonly token: string | null
  /** Whether it opens nothing any more: its time is over, or the password has changed since. */
  readonly ended: boolean
}

export type NewAccess = {
  readonly name: string
  readonly scopes: readonly AccessScope[]
  readonly userId?: string | null | undefined
  readonly expiresAt?: number | null | undefined
}

export type AccessTokenOptions = {
  readonly store: AccessTokenStore
  readonly configurations: Pick<ConfigurationService, 'ofAccount' | 'ofRow'>
  readonly anyHouseholdOf: (stored: Configuration) => Household
  readonly events: Pick<LiveEvents, 'publish'>
}

export type AccessTokenService = ReturnType<typeof createAccessTokenService>

/** Tokens with which dashboards read what their scopes name, and nothing else. */
export function createAccessTokenService(options: AccessTokenOptions) {
  const { store, configurations, anyHouseholdOf, events } = options

  return {
    /** The only answer that holds the token. BAD_REQUEST: name, scopes or time, or 100 tokens; NOT_FOUND: no such user. */
    async create(account: Account, wanted: NewAccess): Promise<AccessToken> {
      const access = readAccess(wanted)
      const stored = await configurations.ofAccount({ account })
      const profile = profileOf(anyHouseholdOf(stored), wanted.userId ?? null)
      if (!profile) throw new AppError('NOT_FOUND', refusal('NO_SUCH_USER'))
      const token = accessTokenPrefix + randomBytes(32).toString('hex')
      const row = {
        ...access,
        configuration: stored.rowId,
        credentialVersion: stored.credentialVersion,
        createdAt: Date.now(),
      }
      const kept = { ...row, tokenHash: tokenHashOf(token), profileId: profile.id }
      const rowId = await store.insert(kept, maxTokens)
      if (rowId === null) throw tooMany()
      return { ...row, rowId, usedAt: null, profile, token, ended: false }
    },

    async list(account: Account): Promise<readonly AccessToken[]> {
      const stored = await configurations.ofAccount({ account })
      const household = anyHouseholdOf(stored)
      const kept = await store.list(stored.rowId)
      return kept.flatMap((token) => {
        const profile = profileOf(household, token.profileId)
        return profile ? [{ ...token, profile, token: null, ended: hasEnded(token, stored) }] : []
      })
    },

    /** Ends what it has open as well, on every node. Throws NOT_FOUND. */
    async revoke({ rowId: configuration }: Account, id: string): Promise<true> {
      const rowId = /^\d{1,15}$/.test(id) ? Number(id) : 0
      if (!(await store.remove(configuration, rowId))) {
        throw new AppError('NOT_FOUND', refusal('NO_SUCH_ACCESS_TOKEN'))
      }
      events.publish({ kind: 'configurationChanged', configuration })
      return true
    },

    /** Null if the token is unknown, revoked or expired, or belongs to an earlier password or a removed user. */
    async findUser(token: string, client: Client): Promise<User | null> {
      const found = shape.test(token) ? await store.find(tokenHashOf(token)) : null
      if (!found || hasEnded(found.token, found.row)) return null
      const household = anyHouseholdOf(await configurations.ofRow(found.row, client))
      const profile = profileOf(household, found.token.profileId)
      if (!profile) return null
      noteUsed(store, found.token)
      const { scopes, expiresAt } = found.token
      const user = userIn(household, profile, { via: 'accessToken', device: null })
      return { ...user, access: { scopes, expiresAt } }
    },
  }
}

function profileOf({ profiles }: Household, id: string | null): Profile | undefined {
  return id === null ? profiles[0] : profiles.find((profile) => profile.id === id)
}

function hasEnded(
  { expiresAt, credentialVersion }: StoredAccessToken,
  now: { readonly credentialVersion: number },
): boolean {
  const isOver = expiresAt !== null && expiresAt <= Date.now()
  return isOver || credentialVersion !== now.credentialVersion
}

function noteUsed(store: AccessTokenStore, { rowId, usedAt }: StoredAccessToken): void {
  const now = Date.now()
  if (usedAt !== null && now - usedAt < usedEveryMs) return
  // Not awaited: if it fails, the next request tries again.
  store.used(rowId, now).catch(() => {})
}

function readAccess({ name, scopes, expiresAt = null }: NewAccess) {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > maxName) {
    throw new AppError('BAD_REQUEST', refusal('TOKEN_NAME_LENGTH', { most: String(maxName) }))
  }
  if (scopes.length === 0) {
    throw new AppError(
      'BAD_REQUEST',
      `scopes must name what the token may read: ${accessScopes.join(', ').toUpperCase()}.`,
    )
  }
  if (expiresAt !== null && expiresAt <= Date.now()) {
    throw new AppError('BAD_REQUEST', 'expiresAt must lie in the future; leave it out for never.')
  }
  return { name: trimmed, scopes: accessScopes.filter((one) => scopes.includes(one)), expiresAt }
}

function tooMany(): AppError {
  return new AppError('BAD_REQUEST', refusal('TOKENS_TOO_MANY', { most: String(maxTokens) }))
}
