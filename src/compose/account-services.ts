import { nativeTrackerNames } from '../model/tracker-names.ts'
import type { Config } from '../config/config.ts'
import type { Plans } from '../search/plans.ts'
import { createPasswords } from '../security/passwords.ts'
import type { Hasher, Passwords } from '../security/passwords.ts'
import { createSealer } from '../security/seal.ts'
import { createTokens } from '../security/tokens.ts'
import { createBrowserSessions } from '../services/browser-sessions/service.ts'
import { createForget, sweepLeftovers } from '../services/configurations/leftovers.ts'
import type { ConfigurationService } from '../services/configurations/service.ts'
import { createConfigurationService } from '../services/configurations/service.ts'
import { createCatalogChecks } from '../services/configurations/warnings/catalogs.ts'
import { createSourceChecks } from '../services/configurations/warnings/sources.ts'
import { createWarnings } from '../services/configurations/warnings/warnings.ts'
import type { FindWarnings } from '../services/configurations/warnings/warnings.ts'
import { forgetSetTitles } from '../services/library/titles/set-titles.ts'
import { createAccessTimes } from '../services/users/access-times.ts'
import type { AccessTimeService } from '../services/users/access-times.ts'
import { forgetDeviceProfiles, forgettingProfiles } from '../services/users/device-profiles.ts'
import { ownerIdOf } from '../services/users/households.ts'
import { rememberUsers } from '../services/users/remembered-users.ts'
import { withAccessTimes } from '../services/users/timed-users.ts'
import { createUserService } from '../services/users/service.ts'
import type { UserService } from '../services/users/service.ts'
import { createConfigurationStore } from '../storage/repositories/configurations.ts'
import { findLeftovers } from '../storage/repositories/leftovers.ts'
import type { Infrastructure } from './infrastructure.ts'
import { keepSwept } from './keep-swept.ts'
import type { Upstreams } from './upstreams.ts'

type Parts = Infrastructure & Upstreams & { readonly plans: Plans; readonly hasher: Hasher }

/** How many accounts' worth of wrong passwords one address may try. */
const accountsPerAddress = 10
/** PINs and passwords of users. A whole household brings 102. */
const secretsPerAddress = { points: 240, windowMs: 60_000 }

/** Whom the service answers. */
export function createAccountServices(config: Config, parts: Parts) {
  const { db, stores, stored, events, itemIds, lock, log, onClose } = parts
  const passwords = createPasswords({ hasher: parts.hasher })
  const { browserSessions: store, devices, history, trackers, playlists, health } = stores
  const { accessTokens, personalAddresses, watchedTime } = stores
  const mediaServer = [devices, history, trackers, playlists, personalAddresses]
  const answers = {
    async forget(configuration: number, named: readonly string[]) {
      const household = [ownerIdOf(itemIds, configuration), ...named]
      await stored.forget(configuration)
      await forgetSetTitles(stored, configuration)
      await forgetDeviceProfiles(stored, devices, configuration, household)
    },
  }
  const others = [store, accessTokens, health, watchedTime, parts.searchLogRecorder, ...mediaServer]
  // First what is found by the devices.
  const forget = createForget([answers, ...others])
  const configurations = createConfigurations(config, parts, passwords, forget)
  onClose(sweepLeftovers({ find: () => findLeftovers(db), forget, lock, log }).stop)
  const times = createAccessTimes({ watched: parts.stores.watchedTime })
  const everyUser = createUsers(config, { ...parts, times }, passwords, configurations)
  const remembered = parts.isAlone ? rememberUsers(everyUser, events) : everyUser
  const users = withAccessTimes(remembered, times)
  const keeping = keepSwept(parts.stores, {
    lock,
    log,
    playsKeptMs: config.playsKeptMs,
    namedUsers: async (configuration) => (await users.named(configuration)) ?? [],
  })
  onClose(keeping.stop)
  const browserSessions = createBrowserSessions({ store, configurations, events })
  return { configurations, users, browserSessions, times }
}

function createConfigurations(
  config: Config,
  parts: Parts,
  passwords: Passwords,
  forget: (configuration: number) => Promise<void>,
): ConfigurationService {
  const { db, secretKey, limiters, events, itemIds, plans, searchLogRecorder, share } = parts
  const { signIn, user } = config.limits
  return createConfigurationService({
    store: createConfigurationStore(db),
    passwords,
    tokens: createTokens(secretKey),
    sealer: createSealer(secretKey, 'configuration'),
    aliases: config.aliases,
    prefix: config.mediaServer.prefix,
    addonPasswords: config.addonPasswords,
    signInFailures: limiters.create({ name: 'sign-in', limit: signIn }),
    addressFailures: limiters.create({
      name: 'sign-in-address',
      limit: signIn && { ...signIn, points: accountsPerAddress * signIn.points },
    }),
    newSecrets: limiters.create({ name: 'new-secrets', limit: user && secretsPerAddress }),
    checkPlan: plans,
    memoryShare: share,
    isOwnerId: (id) => itemIds.decode(id)?.kind === 'user',
    findWarnings: createFindWarnings(config, parts),
    forget,
    forgetSearches: (configuration) => searchLogRecorder.forget(configuration),
    events,
  })
}

function createFindWarnings({ search }: Config, { client, providers, log }: Parts): FindWarnings {
  const installation = {
    maxResults: search.maxResults,
    keepsSearches: search.logged > 0,
    knownTrackers: nativeTrackerNames,
    nativeTrackers: new Set(nativeTrackerNames.filter((name) => providers[name] !== null)),
  }
  return createWarnings(createSourceChecks(client), createCatalogChecks(client), installation, log)
}

function createUsers(
  { aliases, mediaServer }: Config,
  {
    stores,
    stored,
    stateCache,
    itemIds,
    events,
    limiters,
    secretKey,
    times,
  }: Parts & { readonly times: AccessTimeService },
  passwords: Passwords,
  configurations: ConfigurationService,
): UserService {
  const { pinAttempts, pinLockMs, pinSignIn } = mediaServer
  const quickConnectMs = 600_000
  return createUserService({
    configurations,
    passwords,
    devices: forgettingProfiles(stores.devices, stored),
    addresses: stores.personalAddresses,
    codeSealer: createSealer(secretKey, 'personal-addresses'),
    addonSealer: createSealer(secretKey, 'personal-addons', { repeats: true }),
    prefix: mediaServer.prefix,
    locks: stores.locks,
    cache: stateCache,
    itemIds,
    aliases,
    events,
    times,
    failures: limiters.create({
      name: 'profile-sign-in',
      limit: { points: pinAttempts, windowMs: pinLockMs },
      locks: true,
    }),
    quickConnects: limiters.create({
      name: 'quick-connect',
      limit: { points: 30, windowMs: quickConnectMs },
    }),
    codeFailures: limiters.create({
      name: 'quick-connect-code',
      limit: { points: 10, windowMs: quickConnectMs },
    }),
    pinAttempts,
    pinLockMs,
    pinSignIn,
  })
}
