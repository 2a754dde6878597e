import type { Cache } from '../../cache/cache.ts'
import type { AddressScope } from '../../model/address-scope.ts'
import type { Client } from '../../model/credentials.ts'
import type { DeviceStore } from '../../model/device-store.ts'
import type { DeviceInfo, User } from '../../model/household.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { ConfigurationService } from '../configurations/service.ts'
import { refuseApiKeys } from './access.ts'
import type { Admission } from './admission.ts'
import { secretMarkOf } from './households.ts'
import type { Households } from './households.ts'
import { nobody } from './profiles.ts'
import type { QuickConnect, SignedIn } from './profiles.ts'
import { createQuickConnects } from './quick-connect.ts'
import type { Scopes } from './scopes.ts'
import { signInRefused } from './sign-in.ts'

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
  scopes: Pick<Scopes, 'openScope'>,
  admit: Admission['admit'],
) {
  const requests = createQuickConnects(cache)

  return {
    async startQuickConnect(device: DeviceInfo, client: Client): Promise<QuickConnect> {
      await quickConnects.take(clientKey(client.address))
      return requests.start(device)
    },

    quickConnect: (secret: string): Promise<QuickConnect> => requests.state(secret),

    /** Throws NOT_FOUND for an unknown or used code, RATE_LIMIT_EXCEEDED after too many wrong ones. */
    async authorizeQuickConnect(user: User, code: string): Promise<true> {
      const key = `${user.configuration} ${user.profile.id}`
      await codeFailures.check(key)
      const { configuration, profile, via, device } = user
      refuseApiKeys(user)
      const stored = await configurations.byRowId(configuration, nobody)
      if (!stored) throw signInRefused()
      const grant = {
        configuration,
        profileId: profile.id,
        origin: via === 'basic' ? 'password' : via,
        secretMark: secretMarkOf(stored, profile),
        device: device?.rowId ?? null,
      } as const
      await requests.authorize(code, grant).catch(async (error: unknown) => {
        await codeFailures.take(key)
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
      return admit(stored, profile, device, grant.origin)
    },
  }
}
