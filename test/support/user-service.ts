import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { UserData } from '../../src/model/user-data.ts'
import { createRateLimiter } from '../../src/security/rate-limit.ts'
import { createSealer } from '../../src/security/seal.ts'
import { createTokens } from '../../src/security/tokens.ts'
import { createMemoryLiveEvents } from '../../src/cache/live-events.ts'
import { createConfigurationService } from '../../src/services/configurations/service.ts'
import type { Account } from '../../src/services/configurations/accounts.ts'
import type { ConfigurationServiceOptions } from '../../src/services/configurations/service.ts'
import { createConfigurationStore } from '../../src/storage/repositories/configurations.ts'
import { sqlite } from './dialects.ts'
import { quickPasswords } from './passwords.ts'

export const home = { address: '192.0.2.1' }
export const elsewhere = { address: '198.51.100.7' }
export const password = 'correct horse'

type Options = Partial<ConfigurationServiceOptions> & {
  db?: Knex
  /** Failed sign-ins that are allowed. */
  failures?: number
  hashQueue?: { slots: number; waiting: number }
}

/** The user service on a real database, by default SQLite; `calls` counts its hashes. */
export async function openUserService({ db, failures = 20, hashQueue, ...options }: Options = {}) {
  const secretKey = randomBytes(32)
  const { passwords, calls } = quickPasswords(hashQueue)
  const store = options.store ?? createConfigurationStore(db ?? (await sqlite.openMigrated()))
  const services: ConfigurationServiceOptions = {
    store,
    passwords,
    tokens: createTokens(secretKey),
    sealer: createSealer(secretKey, 'configurations'),
    aliases: new Map(),
    addonPasswords: [],
    signInFailures: createRateLimiter({
      name: 'sign-in',
      limit: { points: failures, windowMs: 60_000 },
      redis: null,
    }),
    addressFailures: createRateLimiter({
      name: 'sign-in-address',
      limit: { points: 10 * failures, windowMs: 60_000 },
      redis: null,
    }),
    newSecrets: createRateLimiter({ name: 'new-secrets', limit: null, redis: null }),
    checkPlan: () => {},
    prefix: 'media',
    isOwnerId: () => false,
    findWarnings: async () => [],
    forgetSearches: async () => {},
    forget: async () => {},
    events: createMemoryLiveEvents(),
    ...options,
  }
  const users = createConfigurationService(services)

  async function createUser(config: object = {}, secret = password) {
    const created = await users.create({ config, password: secret }, home)
    return { ...created, account: await users.signIn({ id: created.uuid, secret }, home) }
  }

  /** What the configuration is stored as. */
  async function raw(account: Account): Promise<UserData> {
    return (await users.ownUser(account, { raw: true }).details()).userData
  }

  async function merged(account: Account): Promise<UserData> {
    return (await users.ownUser(account, { raw: false }).details()).userData
  }

  async function replace(account: Account, config: unknown): Promise<UserData> {
    return (await users.replace(account, config, { ifMatch: null })).userData
  }

  /** The same service on another node: it shares the database and the key, and remembers nothing. */
  function startNode(overrides: Partial<ConfigurationServiceOptions> = {}) {
    const { passwords, calls } = quickPasswords()
    return { users: createConfigurationService({ ...services, passwords, ...overrides }), calls }
  }

  return { users, startNode, store, services, calls, createUser, raw, merged, replace }
}
