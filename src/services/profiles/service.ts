import { AppError } from '../../core/errors.ts'
import type { Client } from '../../model/credentials.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { DeviceInfo, Household, Member } from '../../model/member.ts'
import type { Viewer } from '../user/service.ts'
import { requirePerson } from './access.ts'
import { createAdmission } from './admission.ts'
import type { AdmissionOptions } from './admission.ts'
import { createHouseholds } from './households.ts'
import { createOwnDevices } from './own-devices.ts'
import type { OwnDevicesOptions } from './own-devices.ts'
import { nobody } from './profiles.ts'
import type { AddressScope, SignedIn } from './profiles.ts'
import { createQuickConnectSignIn } from './quick-connect-sign-in.ts'
import type { QuickConnectOptions } from './quick-connect-sign-in.ts'
import { createScopes } from './scopes.ts'
import type { ScopesOptions } from './scopes.ts'
import { createSecrets } from './secrets.ts'
import type { SecretsOptions } from './secrets.ts'
import { createSignIn } from './sign-in.ts'
import type { SignInOptions } from './sign-in.ts'
import { knowsConfiguration, visibleProfiles } from './visible.ts'

export type ProfileServiceOptions = SecretsOptions &
  ScopesOptions &
  AdmissionOptions &
  SignInOptions &
  OwnDevicesOptions &
  QuickConnectOptions & {
    readonly itemIds: { encode(ref: ItemRef): string }
  }

export type ProfileService = ReturnType<typeof createProfileService>

/** Of who switches with the password of the configuration, without a device. */
const pageDevice: DeviceInfo = { id: 'api', name: 'API', client: 'API', version: '1' }

/** Who uses the media server, and from which devices. */
export function createProfileService(options: ProfileServiceOptions) {
  const { users, pinSignIn } = options
  const households = createHouseholds(options.itemIds)
  const secrets = createSecrets(options)
  const scopes = createScopes(options, households)
  const { isServed, scoped, publicProfiles } = scopes
  const { admit, findMember } = createAdmission(options, households)

  return {
    member: findMember,

    /** The own profile of a signed-in configuration. */
    async owner(viewer: Viewer): Promise<Member> {
      const household = households.requireServed(await users.shareOwn(viewer))
      return { ...household, profile: household.profiles[0]!, via: 'basic', device: null }
    },

    /** For addresses of streams and pictures, whose ids alone admit; null where there is no such configuration. */
    async household(configuration: number): Promise<Household | null> {
      const shared = await users.shareByNumber(configuration, nobody)
      return (shared && households.served(shared)) ?? null
    },

    scoped,
    signIn: createSignIn(options, { households, scopes, secrets, admit }),
    publicProfiles,
    isServed,
    pinSignIn: (scope: AddressScope | null): boolean => scope !== null && pinSignIn,
    /** Whom the member may see: the own profile everybody, a hidden one itself alone, others everyone who is not hidden. */
    visible: visibleProfiles,

    /**
     * A token for another user of the household, on the same device. UNAUTHORIZED for a wrong secret, NOT_FOUND for a
     * user whom the member may not see, RATE_LIMIT_EXCEEDED for a locked one, FORBIDDEN for an API key.
     */
    async switchTo(
      member: Member,
      profileId: string,
      secret: string,
      client: Client,
    ): Promise<SignedIn> {
      requirePerson(member)
      const shared = await users.shareByNumber(member.configuration, client)
      const household = shared && households.served(shared)
      // As the household is now: a secret may have been set since the member was read.
      const profile = household?.profiles.find(({ id }) => id === member.profile.id)
      const viewer = household && profile && { ...member, ...household, profile }
      const target = viewer && visibleProfiles(viewer).find(({ id }) => id === profileId)
      if (!shared || !target) throw new AppError('NOT_FOUND', 'There is no such user.')
      const { needs } = target
      if (needs !== null && !(await secrets.opens(shared, target, needs, secret, client))) {
        throw new AppError('UNAUTHORIZED', 'The password or PIN is wrong.')
      }
      // A user's own password, or a PIN, says nothing of who knows that of the configuration.
      const proves = needs !== null && needs !== 'pin' && !target.hasPassword
      const origin = proves || knowsConfiguration(member.via) ? 'password' : member.via
      return admit(shared, target, member.device ?? pageDevice, origin)
    },

    ...createOwnDevices(options),
    ...createQuickConnectSignIn(options, households, admit),
  }
}
