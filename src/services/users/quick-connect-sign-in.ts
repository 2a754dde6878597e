import type { Cache } from '../../cache/cache.ts'
import type { AddressScope } from '../../model/address-scope.ts'
import type { Client } from '../../model/credentials.ts'
import type { DeviceStore } from '../../model/device-store.ts'
import type { DeviceInfo, Profile, TokenOrigin, User } from '../../model/household.ts'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { refuseApiKeys, requireOwner } from './access.ts'
import type { DeviceTokens } from './device-tokens.ts'
import { secretMarkOf } from './households.ts'
import { requireUnchanged } from './require-unchanged.ts'
import type { Households } from './households.ts'
import { nobody } from './sign-in-types.ts'
import type { QuickConnect, SignedIn } from './sign-in-types.ts'
import { createQuickConnects, unknownCode } from './quick-connect.ts'
import type { AskedAt, WaitingDevice } from './quick-connect.ts'
import type { AddressScopes } from './scopes.ts'
import { signInRefused } from './sign-in.ts'
import { knowsConfiguration } from './visible.ts'

export type QuickConnectOptions = {
  readonly configurations: Pick<ConfigurationService, 'byRowId'>
  readonly devices: Pick<DeviceStore, 'exists'>
  readonly cache: Cache
  readonly quickConnects: RateLimiter
  readonly codeFailures: RateLimiter
}

/** Signs in a device that shows a code, once a signed-in user types that code elsewhere. */
export function createQuickConnectSignIn(
  { configurations, devices, cache, quickConnects, codeFailures }: QuickConnectOptions,
  households: Households,
  scopes: Pick<AddressScopes, 'openScope'>,
  issueToken: DeviceTokens['issue'],
) {
  const requests = createQuickConnects(cache)

  /** An alias is no secret: who guesses it could appear as a device of the household. */
  async function askedAt(scope: AddressScope | null, client: Client): Promise<AskedAt | null> {
    const open = scope && (await scopes.openScope(scope, client))
    if (!open) return null
    const { stored, only } = open
    const isListed = scope.kind !== 'alias'
    return { configuration: stored.rowId, profileId: only?.id ?? null, isListed }
  }

  return {
    async startQuickConnect(
      device: DeviceInfo,
      scope: AddressScope | null,
      client: Client,
    ): Promise<QuickConnect> {
      await quickConnects.take(clientKey(client.address))
      return requests.start(device, await askedAt(scope, client))
    },

    /** What waits at the addresses of the configuration, for its first user alone. */
    async waitingDevices(user: User): Promise<readonly WaitingDevice[]> {
      refuseApiKeys(user)
      requireOwner(user)
      return requests.waiting(user.configuration)
    },

    quickConnect: (secret: string): Promise<QuickConnect> => requests.state(secret),

    /**
     * As the caller, or as another user of theirs (FORBIDDEN unless they may), whom a personal address names by itself.
     * Throws FORBIDDEN for a code of another household's address, NOT_FOUND for an unknown or used one, RATE_LIMIT_EXCEEDED after
     * too many wrong ones.
     */
    async authorizeQuickConnect(
      user: User,
      code: string,
      { client, as }: { readonly client: Client; readonly as?: string | null | undefined },
    ): Promise<true> {
      // Users and configurations are easily made: neither gives more guesses.
      const keys = [String(user.configuration), clientKey(client.address)]
      const checkAll = () => Promise.all(keys.map((key) => codeFailures.check(key)))
      await checkAll()
      const { configuration, device } = user
      refuseApiKeys(user)
      const chosen = typeof as === 'string' ? profileAs(user, as) : null
      const stored = requireUnchanged(await configurations.byRowId(configuration, nobody), user)
      const grantFor = async (from: AskedAt | null) => {
        // Parallel guesses pass the first check together; this one stops those over the limit.
        await checkAll()
        const profile = profileAt(user, from, chosen)
        return {
          configuration,
          profileId: profile.id,
          origin: originFor(user, profile),
          secretMark: secretMarkOf(stored, profile),
          device: device?.rowId ?? null,
        }
      }
      await requests.authorize(code, grantFor).catch(async (error: unknown) => {
        await Promise.all(keys.map((key) => codeFailures.take(key)))
        throw error
      })
      return true
    },

    /** Works once. Throws UNAUTHORIZED until the code has been authorised, or by another user than the address is of. */
    async redeemQuickConnect(
      secret: string,
      scope: AddressScope | null,
      client: Client,
    ): Promise<SignedIn> {
      const only = scope?.kind === 'personal' ? await scopes.openScope(scope, client) : null
      const { device, grant } = await requests.redeem(secret)
      const isOther =
        only !== null &&
        (only.stored.rowId !== grant.configuration || only.only?.id !== grant.profileId)
      if (isOther) throw signInRefused()
      const stored = await configurations.byRowId(grant.configuration, client)
      const profile =
        stored && households.served(stored)?.profiles.find(({ id }) => id === grant.profileId)
      const isAlive =
        grant.device === null || (await devices.exists(grant.configuration, grant.device))
      if (!profile || !isAlive || grant.secretMark !== secretMarkOf(stored, profile)) {
        throw signInRefused()
      }
      return issueToken(stored, profile, device, grant.origin)
    },
  }
}

/** Somebody else's way of signing in proves nothing about the user: such a device opens no more than a PIN would. */
function originFor({ profile, via }: User, { id }: Profile): TokenOrigin {
  if (id !== profile.id) return 'pin'
  return via === 'basic' ? 'password' : via
}

/** A device that asked at an address can sign in as a user of its household alone, at a personal one as its user. */
function profileAt(user: User, askedAt: AskedAt | null, chosen: Profile | null): Profile {
  const { profile, configuration } = user
  if (askedAt && askedAt.configuration !== configuration) {
    throw new AppError('FORBIDDEN', refusal('CODE_OF_OTHER_HOUSEHOLD'))
  }
  const only = askedAt?.profileId ?? null
  if (only === null) return chosen ?? profile
  if ((chosen?.id ?? only) === only && (profile.isOwner || profile.id === only))
    return profileAs(user, only)
  if (profile.personal) throw unknownCode()
  throw new AppError('FORBIDDEN', refusal('CODE_OF_OTHER_USER'))
}

/** Who knows the configuration's password may sign devices in as others, unless these have a password of their own. */
function profileAs(user: User, id: string): Profile {
  if (id === user.profile.id) return user.profile
  requireOwner(user)
  const found = user.profiles.find((profile) => profile.id === id)
  if (!found) throw new AppError('NOT_FOUND', refusal('NO_SUCH_USER'))
  if (knowsConfiguration(user) && !found.hasPassword) return found
  throw new AppError('FORBIDDEN', refusal('CODE_NEEDS_OWN_SECRET'))
}
