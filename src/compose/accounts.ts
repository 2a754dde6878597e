import type { Config } from '../config/config.ts'
import type { Plans } from '../search/plans.ts'
import { createPasswords } from '../security/passwords.ts'
import type { Passwords } from '../security/passwords.ts'
import { createRateLimiter } from '../security/rate-limit.ts'
import { createSealer } from '../security/seal.ts'
import { createTokens } from '../security/tokens.ts'
import type { ProfileService } from '../services/profiles/service.ts'
import { rememberMembers } from '../services/profiles/remembered-members.ts'
import { createProfileService } from '../services/profiles/service.ts'
import { nativeNames } from '../services/trackers/trackers.ts'
import { createUserService } from '../services/user/service.ts'
import type { UserService } from '../services/user/service.ts'
import { createSourceChecks } from '../services/user/warnings/sources.ts'
import { createWarnings } from '../services/user/warnings/warnings.ts'
import type { FindWarnings } from '../services/user/warnings/warnings.ts'
import { createConfigurationStore } from '../storage/repositories/configurations.ts'
import { createLockStore } from '../storage/repositories/sign-in-locks.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Upstream } from './upstream.ts'

/** How many accounts' worth of wrong passwords one address may try. */
const accountsPerAddress = 10

type Parts = Infrastructure & Pick<Upstream, 'client' | 'natives'> & { readonly plans: Plans }

/** Configurations, the people in them, and what lets them in. */
export function createAccounts(config: Config, parts: Parts) {
  const passwords = createPasswords()
  const users = createUsers(config, parts, passwords)
  const everyProfile = createProfiles(config, parts, passwords, users)
  const profiles = parts.isAlone ? rememberMembers(everyProfile, parts.events) : everyProfile
  return { users, profiles }
}

function createUsers(config: Config, parts: Parts, passwords: Passwords): UserService {
  const { db, secretKey, redis, events, stores, itemIds, plans } = parts
  const { signIn } = config.limits
  return createUserService({
    store: createConfigurationStore(db),
    passwords,
    tokens: createTokens(secretKey),
    sealer: createSealer(secretKey, 'configuration'),
    aliases: config.aliases,
    addonPasswords: config.addonPasswords,
    signInFailures: createRateLimiter({ name: 'sign-in', limit: signIn, redis }),
    addressFailures: createRateLimiter({
      name: 'sign-in-address',
      limit: signIn && { ...signIn, points: accountsPerAddress * signIn.points },
      redis,
    }),
    checkPlan: plans,
    isOwnerId: (id) => itemIds.decode(id)?.kind === 'user',
    findWarnings: createFindWarnings(config, parts),
    onChanged: (number) => events.publish({ kind: 'secrets', configuration: number }),
    async onRemoved(number) {
      await stores.devices.forget(number)
      await stores.history.forget(number)
      await stores.trackers.forget(number)
      await stores.playlists.forget(number)
    },
  })
}

function createFindWarnings({ search }: Config, { client, natives, log }: Parts): FindWarnings {
  const findWarnings = createWarnings(createSourceChecks(client), {
    maxResults: search.maxResults,
    knownTrackers: nativeNames,
    nativeTrackers: new Set(nativeNames.filter((name) => natives[name] !== null)),
  })
  return async (own, whole) => {
    try {
      return await findWarnings(own, whole)
    } catch (error) {
      // It is saved already.
      log.error({ err: error }, 'a configuration could not be looked through for warnings')
      return []
    }
  }
}

function createProfiles(
  { aliases, mediaServer }: Config,
  { db, stores, cache, itemIds, events, redis }: Parts,
  passwords: Passwords,
  users: UserService,
): ProfileService {
  const { pinAttempts, pinLockMs, pinSignIn } = mediaServer
  const quickConnectMs = 600_000
  return createProfileService({
    users,
    passwords,
    devices: stores.devices,
    locks: createLockStore(db),
    cache,
    itemIds,
    aliases,
    onSignedOut: (configuration, device) =>
      events.publish({ kind: 'signedOut', configuration, device }),
    failures: createRateLimiter({
      name: 'profile-sign-in',
      limit: { points: pinAttempts, windowMs: pinLockMs },
      locks: true,
      redis,
    }),
    quickConnects: createRateLimiter({
      name: 'quick-connect',
      limit: { points: 30, windowMs: quickConnectMs },
      redis,
    }),
    codeFailures: createRateLimiter({
      name: 'quick-connect-code',
      limit: { points: 10, windowMs: quickConnectMs },
      redis,
    }),
    pinAttempts,
    pinLockMs,
    pinSignIn,
  })
}
