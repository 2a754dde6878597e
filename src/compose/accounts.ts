import type { Config } from '../config/config.ts'
import type { Plans } from '../search/plans.ts'
import { createPasswords } from '../security/passwords.ts'
import type { Hasher, Passwords } from '../security/passwords.ts'
import { createRateLimiter } from '../security/rate-limit.ts'
import { createSealer } from '../security/seal.ts'
import { createTokens } from '../security/tokens.ts'
import type { UserService } from '../services/users/service.ts'
import { rememberUsers } from '../services/users/remembered-users.ts'
import { createUserService } from '../services/users/service.ts'
import { providerNames } from '../services/trackers/providers.ts'
import { createConfigurationService } from '../services/configurations/service.ts'
import type { ConfigurationService } from '../services/configurations/service.ts'
import { createForget, sweepLeftovers } from '../services/configurations/leftovers.ts'
import { createSourceChecks } from '../services/configurations/warnings/sources.ts'
import { createWarnings } from '../services/configurations/warnings/warnings.ts'
import type { FindWarnings } from '../services/configurations/warnings/warnings.ts'
import { createConfigurationStore } from '../storage/repositories/configurations.ts'
import { findLeftovers } from '../storage/repositories/leftovers.ts'
import { createLockStore } from '../storage/repositories/sign-in-locks.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Upstream } from './upstream.ts'

/** How many accounts' worth of wrong passwords one address may try. */
const accountsPerAddress = 10

type Parts = Infrastructure &
  Pick<Upstream, 'client' | 'providers'> & { readonly plans: Plans; readonly hasher: Hasher }

export function createAccounts(config: Config, parts: Parts) {
  const { db, stores, events, lock, log, onClose } = parts
  const passwords = createPasswords({ hasher: parts.hasher })
  const { devices, history, trackers, playlists, health } = stores
  const forget = createForget([devices, history, trackers, playlists, health])
  const configurations = createConfigurations(config, parts, passwords, forget)
  onClose(sweepLeftovers({ find: () => findLeftovers(db), forget, lock, log }))
  const everyUser = createUsers(config, parts, passwords, configurations)
  const users = parts.isAlone ? rememberUsers(everyUser, events) : everyUser
  return { configurations, users }
}

function createConfigurations(
  config: Config,
  parts: Parts,
  passwords: Passwords,
  forget: (configuration: number) => Promise<void>,
): ConfigurationService {
  const { db, secretKey, redis, events, itemIds, plans } = parts
  const { signIn } = config.limits
  return createConfigurationService({
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
    forget,
    events,
  })
}

function createFindWarnings({ search }: Config, { client, providers, log }: Parts): FindWarnings {
  const installation = {
    maxResults: search.maxResults,
    knownTrackers: providerNames,
    nativeTrackers: new Set(providerNames.filter((name) => providers[name] !== null)),
  }
  return createWarnings(createSourceChecks(client), installation, log)
}

function createUsers(
  { aliases, mediaServer }: Config,
  { db, stores, cache, itemIds, events, redis }: Parts,
  passwords: Passwords,
  configurations: ConfigurationService,
): UserService {
  const { pinAttempts, pinLockMs, pinSignIn } = mediaServer
  const quickConnectMs = 600_000
  return createUserService({
    configurations,
    passwords,
    devices: stores.devices,
    locks: createLockStore(db),
    cache,
    itemIds,
    aliases,
    events,
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
