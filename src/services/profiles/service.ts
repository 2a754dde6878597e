import { hash, randomBytes } from 'node:crypto'
import type { Cache } from '../../cache/cache.ts'
import { AppError } from '../../core/errors.ts'
import type { Client } from '../../model/credentials.ts'
import type { DeviceStore, StoredDevice } from '../../model/device-store.ts'
import type { ItemRef } from '../../model/item-ref.ts'
import type { DeviceInfo, Household, Member, Profile, TokenOrigin } from '../../model/member.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Shared, UserService } from '../user/service.ts'
import { comparable, createHouseholds, findByName, secretMarkOf } from './households.ts'
import type { AddressScope, ProfileService, SignedIn } from './profiles.ts'
import { createQuickConnects } from './quick-connect.ts'
import { createSecrets, longPin } from './secrets.ts'
import type { SecretsOptions } from './secrets.ts'
import { requireOwn, requirePerson } from './access.ts'
import { knowsConfiguration, visibleProfiles } from './visible.ts'

export type ProfileServiceOptions = Omit<SecretsOptions, 'users'> & {
  readonly users: Pick<
    UserService,
    | 'attempt'
    | 'isToken'
    | 'share'
    | 'shareById'
    | 'shareByNumber'
    | 'shareByToken'
    | 'shareOwn'
    | 'signIn'
  >
  readonly devices: DeviceStore
  readonly cache: Cache
  readonly itemIds: { encode(ref: ItemRef): string }
  /** Aliases that carry a secret open addresses of their own. */
  readonly aliases: ReadonlyMap<string, { readonly uuid: string; readonly secret: string | null }>
  /** Hears of the number of a device whose token has ended. */
  readonly onSignedOut: (configuration: number, device: number) => void
  /** Whether a long PIN alone opens a profile on addresses that name a configuration. */
  readonly pinSignIn: boolean
  /** Wrong secrets, per client address, configuration and name, whether there is such a user or not. */
  readonly failures: RateLimiter
  /** Devices that ask to be let in, per client address. */
  readonly quickConnects: RateLimiter
  /** Wrong codes of devices, per member. */
  readonly codeFailures: RateLimiter
}

const seenEveryMs = 60_000
/** Of who switches with the password of the configuration, without a device. */
const pageDevice: DeviceInfo = { id: 'api', name: 'API', client: 'API', version: '1' }
/** Of streams and pictures, whose addresses alone admit. */
const nobody: Client = { address: '' }

export function createProfileService(options: ProfileServiceOptions): ProfileService {
  const { users, devices, aliases, quickConnects, codeFailures } = options
  const households = createHouseholds(options.itemIds)
  const secrets = createSecrets(options)
  const requests = createQuickConnects(options.cache)

  /** Undefined where the media server is switched off for this configuration. */
  function householdOf(shared: Shared): Household | undefined {
    return shared.userData.mediaServer?.enabled === false ? undefined : households.of(shared)
  }

  function requireHousehold(shared: Shared): Household {
    const household = householdOf(shared)
    if (household) return household
    throw new AppError('FORBIDDEN', 'The media server is switched off in this configuration.')
  }

  /** Null for a wrong secret or alias. Throws RATE_LIMIT_EXCEEDED, NOT_FOUND where the media server is off. */
  async function openScope(scope: AddressScope, client: Client): Promise<Shared | null> {
    const open =
      scope.kind === 'alias' ? aliases.get(scope.alias) : { uuid: scope.uuid, secret: scope.secret }
    if (!open || open.secret === null) return null
    const shared = await openConfiguration(open.uuid, open.secret, client)
    if (shared && !householdOf(shared)) {
      throw new AppError('NOT_FOUND', 'The media server is switched off in this configuration.')
    }
    return shared
  }

  function uuidOf(id: string): string {
    return (aliases.get(id)?.uuid ?? id).toLowerCase()
  }

  /** Whether there is a media server at an address, as far as one may know who has not its secret. */
  async function isServed(
    scope: AddressScope,
    member: Member | null,
    client: Client,
  ): Promise<boolean> {
    const isAlias = scope.kind === 'alias'
    if (isAlias && typeof aliases.get(scope.alias)?.secret !== 'string') return false
    const id = isAlias ? scope.alias : scope.uuid
    // Whoever is signed in there shows that it is on.
    if (member && uuidOf(id) === member.uuid) return true
    const shared = isAlias
      ? await users.shareById(id, client)
      : await users.shareByToken(id, scope.secret, client)
    return shared ? householdOf(shared) !== undefined : !isAlias
  }

  async function openConfiguration(
    id: string,
    secret: string,
    client: Client,
  ): Promise<Shared | null> {
    try {
      return await users.shareOwn(await users.signIn({ id, secret }, client))
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHORIZED') return null
      throw error
    }
  }

  async function admit(
    shared: Shared,
    profile: Profile,
    device: DeviceInfo,
    origin: TokenOrigin,
  ): Promise<SignedIn> {
    const household = requireHousehold(shared)
    const accessToken = randomBytes(32).toString('hex')
    const { number, ended } = await devices.insert({
      tokenHash: tokenHashOf(accessToken),
      configuration: shared.number,
      profileId: profile.id,
      device,
      origin,
      secretMark: secretMarkOf(shared, profile),
    })
    for (const gone of ended) options.onSignedOut(shared.number, gone)
    const member = { ...household, profile, via: origin, device: { ...device, number } }
    return { member, accessToken }
  }

  function memberOf(device: StoredDevice, shared: Shared): Member | null {
    const household = householdOf(shared)
    const profile = household?.profiles.find(({ id }) => id === device.profileId)
    if (!household || !profile || device.secretMark !== secretMarkOf(shared, profile)) return null
    return {
      ...household,
      profile,
      via: device.origin,
      device: device.origin === 'apiKey' ? null : { ...device.device, number: device.number },
    }
  }

  function noteSeen({ number, seenAt }: StoredDevice): void {
    if (Date.now() - seenAt < seenEveryMs) return
    // Nobody waits for it, and the next request tries again.
    devices.seen(number).catch(() => {})
  }

  /** Rows of the household that the member may end: the own profile's are all. */
  async function endable(member: Member, isKey: boolean): Promise<readonly StoredDevice[]> {
    // A key that leaked must not end the devices of those who take it back.
    requirePerson(member)
    const all = await devices.list(member.configuration)
    return all.filter(
      ({ profileId, origin }) =>
        (origin === 'apiKey') === isKey && (member.profile.own || profileId === member.profile.id),
    )
  }

  async function end(member: Member, rows: readonly StoredDevice[]): Promise<void> {
    if (rows.length === 0) throw new AppError('NOT_FOUND', 'There is no such device.')
    for (const { number } of rows) {
      await devices.remove(member.configuration, number)
      options.onSignedOut(member.configuration, number)
    }
  }

  /** Where the address names the configuration, the name is the user's alone, but may be written as elsewhere. */
  function readUsername(username: string, scoped: Shared | null) {
    const slash = username.indexOf('/')
    const account = slash < 0 ? username : username.slice(0, slash)
    const isAlone = scoped !== null && uuidOf(account) !== scoped.uuid
    return { account, name: isAlone ? username : slash < 0 ? '' : username.slice(slash + 1) }
  }

  function signInRefused(): AppError {
    return new AppError('UNAUTHORIZED', 'The user or the password is wrong.')
  }

  /** Who the request names: on the plain address with a password that must open the configuration unless the profile has its own. */
  async function signIn(
    { username, secret, device, scope }: Parameters<ProfileService['signIn']>[0],
    client: Client,
  ): Promise<SignedIn> {
    const scoped = scope && (await openScope(scope, client))
    if (scope && !scoped) throw signInRefused()
    const { account, name } = readUsername(username, scoped)
    const shared = scoped ?? (await users.shareById(account, client))
    const profile = shared && findByName(households.of(shared), name)
    const pinAlone = scope !== null && options.pinSignIn && longPin.test(secret)
    // By what was sent alone: neither the answers nor when they end tell whom there is and what opens each.
    const key = [
      clientKey(client.address),
      shared?.uuid ?? account,
      scope === null ? 'plain' : pinAlone ? 'PIN' : 'named',
      comparable(name),
    ].join(' ')
    await options.failures.check(key)
    const via = await secrets.openedBy({ shared, profile, name, secret, pinAlone }, client)
    if (!shared || !profile || via === null) {
      await options.failures.take(key)
      throw signInRefused()
    }
    // Guesses sent all at once pass the first check together; this one stops those past the limit.
    await options.failures.check(key)
    await options.failures.reset(key)
    return admit(shared, profile, device, via)
  }

  return {
    async member(token, client) {
      const found = /^[\w-]{20,200}$/.test(token) ? await devices.find(tokenHashOf(token)) : null
      if (!found) return null
      const member = memberOf(found.device, await users.share(found.row, client))
      if (member) noteSeen(found.device)
      return member
    },

    async owner(viewer) {
      const household = requireHousehold(await users.shareOwn(viewer))
      return { ...household, profile: household.profiles[0]!, via: 'basic', device: null }
    },

    async household(configuration) {
      const shared = await users.shareByNumber(configuration, nobody)
      return (shared && householdOf(shared)) ?? null
    },

    async scoped(scope, client) {
      const shared = await openScope(scope, client)
      return (shared && householdOf(shared)) ?? null
    },

    signIn,

    async publicProfiles(scope, client) {
      const shared = scope && (await openScope(scope, client))
      if (!shared) return []
      return (householdOf(shared)?.profiles ?? []).filter(({ hidden }) => !hidden)
    },

    isServed,

    pinSignIn: (scope) => scope !== null && options.pinSignIn,

    visible: visibleProfiles,

    async switchTo(member, profileId, secret, client) {
      requirePerson(member)
      const shared = await users.shareByNumber(member.configuration, client)
      const household = shared && householdOf(shared)
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

    async signOut({ configuration, device }) {
      if (!device) return
      await devices.remove(configuration, device.number)
      options.onSignedOut(configuration, device.number)
    },

    async devices(member) {
      return (await endable(member, false)).flatMap((row) => {
        const profile = member.profiles.find(({ id }) => id === row.profileId)
        if (!profile) return []
        const { number, createdAt, seenAt } = row
        return [{ ...row.device, number, profile, createdAt, lastSeenAt: seenAt }]
      })
    },

    async revokeDevice(member, deviceId) {
      const all = await endable(member, false)
      await end(
        member,
        all.filter(({ device }) => device.id === deviceId),
      )
    },

    async renameDevice(member, deviceId, name) {
      const all = await endable(member, false)
      for (const { number } of all.filter(({ device }) => device.id === deviceId)) {
        await devices.rename(number, name)
      }
    },

    async createApiKey(member, name) {
      requirePerson(member)
      requireOwn(member)
      const key = randomBytes(32).toString('hex')
      const shared = await users.shareByNumber(member.configuration, nobody)
      if (!shared) throw signInRefused()
      const { number } = await devices.insert({
        tokenHash: tokenHashOf(key),
        configuration: member.configuration,
        profileId: member.profile.id,
        device: { id: `key-${key.slice(0, 8)}`, name, client: name, version: '' },
        origin: 'apiKey',
        secretMark: secretMarkOf(shared, member.profile),
      })
      return { number, name, key, createdAt: Date.now() }
    },

    async apiKeys(member) {
      requirePerson(member)
      requireOwn(member)
      return (await endable(member, true)).map(({ number, device, createdAt }) => ({
        number,
        name: device.name,
        key: null,
        createdAt,
      }))
    },

    async revokeKey(member, key) {
      const found = await devices.find(tokenHashOf(key))
      const isKey = found?.device.origin === 'apiKey'
      const mine = await endable(member, isKey)
      await end(
        member,
        mine.filter(({ number }) => number === found?.device.number),
      )
    },

    async startQuickConnect(device, client) {
      await quickConnects.take(clientKey(client.address))
      return requests.start(device)
    },

    quickConnect: (secret) => requests.state(secret),

    async authorizeQuickConnect(member, code) {
      const key = `${member.configuration} ${member.profile.id}`
      await codeFailures.check(key)
      const { configuration, profile, via, device } = member
      requirePerson(member)
      const shared = await users.shareByNumber(configuration, nobody)
      if (!shared) throw signInRefused()
      const grant = {
        configuration,
        profileId: profile.id,
        origin: via === 'basic' ? 'password' : via,
        secretMark: secretMarkOf(shared, profile),
        device: device?.number ?? null,
      } as const
      await requests.authorize(code, grant).catch(async (error: unknown) => {
        await codeFailures.take(key)
        throw error
      })
    },

    async redeemQuickConnect(secret, client) {
      const { device, grant } = await requests.redeem(secret)
      const shared = await users.shareByNumber(grant.configuration, client)
      const profile =
        shared && householdOf(shared)?.profiles.find(({ id }) => id === grant.profileId)
      const isAlive =
        grant.device === null || (await devices.exists(grant.configuration, grant.device))
      if (!profile || !isAlive || grant.secretMark !== secretMarkOf(shared, profile)) {
        throw signInRefused()
      }
      return admit(shared, profile, device, grant.origin)
    },
  }
}

function tokenHashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
