import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { ItemIds } from '../../model/item-ids.ts'
import type { Client } from '../../model/credentials.ts'
import type { DeviceInfo, Household, TokenOrigin, User } from '../../model/household.ts'
import type { Opened } from '../configurations/accounts.ts'
import { refuseApiKeys } from './access.ts'
import { createDeviceTokens } from './device-tokens.ts'
import type { DeviceTokenOptions } from './device-tokens.ts'
import { createHouseholds, findByName, secretMarkOf, userIn } from './households.ts'
import { createAppSignIn } from './app-sign-in.ts'
import { createDevices } from './devices.ts'
import type { DevicesOptions } from './devices.ts'
import { nobody } from './sign-in-types.ts'
import type { SignedIn, VisibleProfile } from './sign-in-types.ts'
import { createPersonalAddresses } from './personal-addresses.ts'
import type { PersonalAddressOptions } from './personal-addresses.ts'
import { createQuickConnectSignIn } from './quick-connect-sign-in.ts'
import type { QuickConnectOptions } from './quick-connect-sign-in.ts'
import { createAddressScopes } from './scopes.ts'
import type { AddressScopeOptions } from './scopes.ts'
import { createSecrets } from './secrets.ts'
import type { SecretsOptions } from './secrets.ts'
import { createSignIn } from './sign-in.ts'
import type { SignInOptions } from './sign-in.ts'
import { knowsConfiguration, shownLimits, shownTimes, visibleProfiles } from './visible.ts'

export type UserServiceOptions = SecretsOptions &
  AddressScopeOptions &
  DeviceTokenOptions &
  SignInOptions &
  DevicesOptions &
  PersonalAddressOptions &
  QuickConnectOptions & {
    readonly itemIds: Pick<ItemIds, 'encode'>
  }

export type UserService = ReturnType<typeof createUserService>

const pageDevice: DeviceInfo = { id: 'api', name: 'API', client: 'API', version: '1' }

export function createUserService(options: UserServiceOptions) {
  const { configurations } = options
  const households = createHouseholds(options.itemIds)
  const secrets = createSecrets(options)
  const personal = createPersonalAddresses(options, households)
  const scopes = createAddressScopes(options, households, personal)
  const { isServed, admits, scoped, publicProfiles, personalAddress } = scopes
  const { issue: issueToken, findUser } = createDeviceTokens(options, households)

  async function findHousehold(configuration: number): Promise<Household | null> {
    const stored = await configurations.byRowId(configuration, nobody)
    return (stored && households.served(stored)) ?? null
  }

  return {
    findUser,

    /** Also where the media server is switched off. */
    anyHouseholdOf: households.of,

    /** The first user, or the one of this name or id, also where the media server is switched off. Throws NOT_FOUND. */
    async ofAccount(opened: Opened, name?: string): Promise<User> {
      const stored = await configurations.ofAccount(opened)
      const household = households.of(stored)
      const profile = name === undefined ? household.profiles[0]! : findByName(household, name)
      if (!profile) throw new AppError('NOT_FOUND', 'There is no such user in this configuration.')
      const secretMark = secretMarkOf(stored, profile)
      return { ...household, profile, via: 'basic', device: null, secretMark }
    },

    household: findHousehold,

    /** Also where the media server is switched off; null if unknown. */
    async anyHousehold(configuration: number): Promise<Household | null> {
      const stored = await configurations.byRowId(configuration, nobody)
      return stored ? households.of(stored) : null
    },

    /** Ids of all users whom it names, also where the media server is switched off; null if unknown. */
    async named(configuration: number): Promise<readonly string[] | null> {
      const stored = await configurations.byRowId(configuration, nobody)
      return stored ? households.of(stored).profiles.map(({ id }) => id) : null
    },

    /** For requests with only a stream's or picture's id; the answer does not depend on the user. Null if unknown. */
    async bearer(configuration: number): Promise<User | null> {
      const household = await findHousehold(configuration)
      return household && { ...firstUserOf(household), isAnonymous: true }
    },

    /**
     * For what was sealed for the user. With a `credentialVersion`, as long as the configuration has it, and also where the
     * media server is switched off.
     */
    async ofProfile(
      configuration: number,
      profileId: string,
      credentialVersion: number | null,
    ): Promise<User | null> {
      const stored = await configurations.byRowId(configuration, nobody)
      if (credentialVersion !== null && stored?.credentialVersion !== credentialVersion) return null
      const household = stored && households[credentialVersion === null ? 'served' : 'of'](stored)
      const profile = household?.profiles.find(({ id }) => id === profileId)
      return household && profile
        ? userIn(household, profile, { via: 'basic', device: null })
        : null
    },

    scoped,
    signIn: createSignIn(options, { households, scopes, secrets, issueToken }),
    publicProfiles,
    isServed,
    admits,
    personalAddress,

    /** As whom a personal address of the addon asks, with a secret that is for this service alone; null for an unknown code. */
    async personalCredentials(code: string, client: Client) {
      const found = await personal.findByAddon(code, client)
      if (!found) return null
      const { stored, profile } = found
      const secret = configurations.tokenOf(stored)
      return { kind: 'basic', id: stored.uuid, secret, user: profile.id } as const
    },

    /** Whether it is that of a personal address of the media server, which once was that of the addon, too. */
    isMediaServerCode: async (code: string, client: Client) =>
      (await personal.find(code, client)) !== null,

    async personalUrls(user: User, ids: readonly string[], publicAddress: string) {
      const paths = await personal.paths(user, ids)
      return paths.map(
        (own) =>
          own && {
            mediaServer: publicAddress + own.mediaServer,
            addon: publicAddress + own.addon,
          },
      )
    },
    renewPersonalAddress: (user: User, profileId: string) => personal.renew(user, profileId),
    prunePersonalAddresses: (household: Household) => personal.prune(household),
    visible: visibleProfiles,
    limitsOf: shownLimits,
    timesOf: shownTimes,

    switchable(user: User): readonly VisibleProfile[] {
      refuseApiKeys(user)
      return visibleProfiles(user)
    },

    visibleUser(user: User, profileId: string): VisibleProfile {
      const found = visibleProfiles(user).find(({ id }) => id === profileId)
      if (found) return found
      throw new AppError('NOT_FOUND', refusal('NO_SUCH_USER'))
    },

    /** On the same device. UNAUTHORIZED: wrong secret; NOT_FOUND: unseen user; RATE_LIMIT_EXCEEDED: locked; FORBIDDEN: API key. */
    async switchTo(
      user: User,
      profileId: string,
      secret: string,
      client: Client,
    ): Promise<SignedIn> {
      refuseApiKeys(user)
      const stored = await configurations.byRowId(user.configuration, client)
      const household = stored && households.served(stored)
      // A secret may have been set since the caller was loaded.
      const profile = household?.profiles.find(({ id }) => id === user.profile.id)
      const account = household && profile && { ...user, ...household, profile }
      const target = account && visibleProfiles(account).find(({ id }) => id === profileId)
      if (!stored || !target) throw new AppError('NOT_FOUND', refusal('NO_SUCH_USER'))
      const { needs } = target
      if (needs !== null && !(await secrets.opens(stored, target, needs, secret, client))) {
        throw new AppError('UNAUTHORIZED', 'The password or PIN is wrong.')
      }
      return issueToken(stored, target, user.device ?? pageDevice, originAfter(account, target))
    },

    ...createDevices(options),
    ...createAppSignIn(options, issueToken),
    ...createQuickConnectSignIn(options, households, scopes, issueToken),
  }
}

/** Neither a PIN nor a user's own password proves knowledge of the configuration's password. */
function originAfter(account: User, { needs, hasPassword }: VisibleProfile): TokenOrigin {
  if (needs === null) return account.via === 'basic' ? 'password' : account.via
  const proves = needs !== 'pin' && !hasPassword
  if (proves || knowsConfiguration(account)) return 'password'
  return needs === 'pin' ? 'pin' : 'ownPassword'
}

function firstUserOf(household: Household): User {
  return { ...household, profile: household.profiles[0]!, via: 'basic', device: null }
}
