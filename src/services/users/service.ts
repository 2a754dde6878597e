import { AppError } from '../../core/errors.ts'
import type { Client } from '../../model/credentials.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { DeviceInfo, Household, User } from '../../model/household.ts'
import type { Account } from '../configurations/accounts.ts'
import { refuseApiKeys } from './access.ts'
import { createAdmission } from './admission.ts'
import type { AdmissionOptions } from './admission.ts'
import { createHouseholds } from './households.ts'
import { createOwnDevices } from './own-devices.ts'
import type { OwnDevicesOptions } from './own-devices.ts'
import { nobody } from './profiles.ts'
import type { AddressScope, SignedIn, VisibleProfile } from './profiles.ts'
import { createQuickConnectSignIn } from './quick-connect-sign-in.ts'
import type { QuickConnectOptions } from './quick-connect-sign-in.ts'
import { createScopes } from './scopes.ts'
import type { ScopesOptions } from './scopes.ts'
import { createSecrets } from './secrets.ts'
import type { SecretsOptions } from './secrets.ts'
import { createSignIn } from './sign-in.ts'
import type { SignInOptions } from './sign-in.ts'
import { knowsConfiguration, visibleProfiles } from './visible.ts'

export type UserServiceOptions = SecretsOptions &
  ScopesOptions &
  AdmissionOptions &
  SignInOptions &
  OwnDevicesOptions &
  QuickConnectOptions & {
    readonly itemIds: { encode(ref: ItemRef): string }
  }

export type UserService = ReturnType<typeof createUserService>

/** Of who switches with the password of the configuration, without a device. */
const pageDevice: DeviceInfo = { id: 'api', name: 'API', client: 'API', version: '1' }

/** Who uses the media server, and from which devices. */
export function createUserService(options: UserServiceOptions) {
  const { configurations, pinSignIn } = options
  const households = createHouseholds(options.itemIds)
  const secrets = createSecrets(options)
  const scopes = createScopes(options, households)
  const { isServed, scoped, publicProfiles } = scopes
  const { admit, findUser } = createAdmission(options, households)

  /** Null where there is no such configuration, or its media server is switched off. */
  async function findHousehold(configuration: number): Promise<Household | null> {
    const stored = await configurations.byRowId(configuration, nobody)
    return (stored && households.served(stored)) ?? null
  }

  return {
    findUser,

    /** The own profile of a signed-in configuration. */
    async owner(account: Account): Promise<User> {
      return firstUserOf(households.requireServed(await configurations.ofAccount(account)))
    },

    household: findHousehold,

    /**
     * As whom a client acts that only knows the address of a stream or a picture: its id alone admits, and nothing of it
     * depends on who looks. Null where there is no such configuration.
     */
    async bearer(configuration: number): Promise<User | null> {
      const household = await findHousehold(configuration)
      return household && firstUserOf(household)
    },

    scoped,
    signIn: createSignIn(options, { households, scopes, secrets, admit }),
    publicProfiles,
    isServed,
    pinSignIn: (scope: AddressScope | null): boolean => scope !== null && pinSignIn,
    /** Whom the caller may see: the own profile everybody, a hidden one itself alone, others everyone who is not hidden. */
    visible: visibleProfiles,

    /** The same, for switching to. Throws FORBIDDEN for API keys. */
    switchable(user: User): readonly VisibleProfile[] {
      refuseApiKeys(user)
      return visibleProfiles(user)
    },

    /** Throws NOT_FOUND for a user whom the caller may not see. */
    visibleUser(user: User, profileId: string): VisibleProfile {
      const found = visibleProfiles(user).find(({ id }) => id === profileId)
      if (found) return found
      throw new AppError('NOT_FOUND', 'There is no such user.')
    },

    /**
     * A token for another user of the household, on the same device. UNAUTHORIZED for a wrong secret, NOT_FOUND for a
     * user whom the caller may not see, RATE_LIMIT_EXCEEDED for a locked one, FORBIDDEN for an API key.
     */
    async switchTo(
      user: User,
      profileId: string,
      secret: string,
      client: Client,
    ): Promise<SignedIn> {
      refuseApiKeys(user)
      const stored = await configurations.byRowId(user.configuration, client)
      const household = stored && households.served(stored)
      // As the household is now: a secret may have been set since the caller was read.
      const profile = household?.profiles.find(({ id }) => id === user.profile.id)
      const account = household && profile && { ...user, ...household, profile }
      const target = account && visibleProfiles(account).find(({ id }) => id === profileId)
      if (!stored || !target) throw new AppError('NOT_FOUND', 'There is no such user.')
      const { needs } = target
      if (needs !== null && !(await secrets.opens(stored, target, needs, secret, client))) {
        throw new AppError('UNAUTHORIZED', 'The password or PIN is wrong.')
      }
      // A user's own password, or a PIN, says nothing of who knows that of the configuration.
      const proves = needs !== null && needs !== 'pin' && !target.hasPassword
      const origin = proves || knowsConfiguration(user.via) ? 'password' : user.via
      return admit(stored, target, user.device ?? pageDevice, origin)
    },

    ...createOwnDevices(options),
    ...createQuickConnectSignIn(options, households, admit),
  }
}

/** The first user, without a device. */
function firstUserOf(household: Household): User {
  return { ...household, profile: household.profiles[0]!, via: 'basic', device: null }
}
