import { hash, randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../core/errors.ts'
import type { JsonRecord } from '../../core/json.ts'
import type { StoredConfiguration } from '../../model/configuration.ts'
import type { Client } from '../../model/credentials.ts'
import type { UserData } from '../../model/user-data.ts'
import type { BasicCredentials } from '../../security/basic.ts'
import { isOneOf } from '../../security/constant-time.ts'
import { requireUsablePassword } from '../../security/passwords.ts'
import type { Sealer } from '../../security/seal.ts'
import {
  createAccounts,
  credentialsMissing,
  unauthorized,
  type AccountsOptions,
  type Viewer,
} from './accounts.ts'
import { createChains, type Own, type Resolved } from './chain.ts'
import { createDrafts } from './drafts.ts'
import { etagOf, requireMatch } from './etag.ts'
import { decodeUserDataHeader } from './header.ts'
import { noSecrets, type Known, type Secrets } from './profiles.ts'
import { createRecords, freezeDeep } from './records.ts'
import { parseWithPlan, requireObject } from './user-data-input.ts'
import type { FindWarnings, Warning } from './warnings/warnings.ts'

export type UserServiceOptions = AccountsOptions & {
  sealer: Sealer
  /** Passwords of a protected instance; empty where everybody may use it. */
  addonPasswords: readonly string[]
  /** Throws INVALID_CONFIG for settings that no search could run with. */
  checkPlan: (userData: UserData) => unknown
  /** Whether an id is that of the first user of a configuration, which no other user may have. */
  isOwnerId: (id: string) => boolean
  findWarnings: FindWarnings
  /** Hears of the number of a configuration that was removed, for what else belongs to it. */
  onRemoved?: (number: number) => Promise<void>
  /** Hears the number of a configuration that is another now, or has another password. */
  onChanged?: (number: number) => void
}

export type { Viewer }

/** What the owner of a configuration gets to see of it. */
export type UserDetails = {
  readonly userData: UserData
  /** Different at each issue. */
  readonly encryptedPassword: string
  readonly etag: string
}

/** A configuration to search with. */
export type Effective = Pick<Resolved, 'userData' | 'cacheKey'>

/** A configuration with what only the service itself may know of it. */
export type Shared = Effective & {
  readonly number: number
  readonly uuid: string
  /** Numbers of the configurations that it inherits from. */
  readonly parents: readonly number[]
  readonly credentialVersion: number
  /** PHC text. */
  readonly passwordHash: string
  /** Hashes of its users' secrets. */
  readonly secrets: Secrets
}

export type UserService = ReturnType<typeof createUserService>

/** Comparing and setting gives up after this many rivals came first; then the last to write wins. */
const maxAttempts = 5
/** Characters of headers whose configurations are kept in memory. */
const maxKeptHeaders = 8_388_608

export function createUserService(options: UserServiceOptions) {
  const { store, passwords, tokens, addonPasswords, checkPlan, isOwnerId, findWarnings } = options
  const accounts = createAccounts(options)
  const records = createRecords(options.sealer)
  const chains = createChains({ accounts, records })
  const drafts = createDrafts({ chains, passwords, checkPlan, isOwnerId })
  const headers = new LRUCache<string, Own>({ maxSize: maxKeptHeaders })

  function hasAddonPassword({ addonPassword }: JsonRecord): boolean {
    if (addonPasswords.length === 0) return true
    return typeof addonPassword === 'string' && isOneOf(addonPassword, addonPasswords)
  }

  /** Strangers to a protected instance learn nothing else about what they sent. */
  async function readConfig(config: unknown): Promise<UserData> {
    const object = requireObject(config, 'config')
    if (!hasAddonPassword(object))
      throw new AppError(
        'UNAUTHORIZED',
        'This instance is protected: config.addonPassword must be its password',
      )
    return parseWithPlan(object, checkPlan)
  }

  /** In the order of the ids, the UUID behind each UUID or alias that exists, null for the others. */
  async function resolveMany(ids: readonly string[]): Promise<(string | null)[]> {
    const uuids = ids.map(accounts.resolveId)
    const existing = await store.findExisting([...new Set(uuids)].filter((uuid) => uuid !== null))
    return uuids.map((uuid) => (uuid !== null && existing.has(uuid) ? uuid : null))
  }

  function detailsOf(row: StoredConfiguration, userData: UserData, revision: number): UserDetails {
    return { userData, encryptedPassword: tokens.issue(row), etag: etagOf(revision) }
  }

  async function resolve(row: StoredConfiguration, client: Client): Promise<Resolved> {
    return chains.resolve(chains.toOwn(row), row.uuid, client)
  }

  async function share(row: StoredConfiguration, client: Client): Promise<Shared> {
    const { userData, cacheKey, parents, secrets } = await resolve(row, client)
    const { number, uuid, credentialVersion, passwordHash } = row
    return { number, uuid, parents, credentialVersion, passwordHash, userData, cacheKey, secrets }
  }

  /** Where the users and secrets of a stored configuration are found; without what it inherits when its parents are out of reach. */
  async function keepable(row: StoredConfiguration, client: Client): Promise<Known> {
    try {
      return await resolve(row, client)
    } catch (error) {
      const outOfReach =
        error instanceof AppError &&
        ['PARENT_CONFIG_UNAVAILABLE', 'RATE_LIMIT_EXCEEDED'].includes(error.code)
      if (!outOfReach) throw error
      return chains.toOwn(row)
    }
  }

  async function readHeader(value: string): Promise<Omit<Own, 'version'>> {
    const object = decodeUserDataHeader(value)
    if (!hasAddonPassword(object))
      throw new AppError(
        'BAD_REQUEST',
        'This instance is protected: the x-service-user-data header must carry its password as addonPassword',
      )
    return {
      userData: freezeDeep(await parseWithPlan(object, checkPlan)),
      secrets: noSecrets,
      proof: null,
    }
  }

  return {
    credentialsMissing,

    resolveMany,

    /** Runs the check of any secret of a configuration under the limits of failed sign-ins; throws RATE_LIMIT_EXCEEDED. */
    attempt: accounts.attempt,

    isToken: accounts.isToken,

    /** The UUID behind a UUID or alias that exists; otherwise throws USER_NOT_FOUND. */
    async exists(id: string): Promise<string> {
      const [uuid] = await resolveMany([id])
      if (uuid) return uuid
      throw new AppError('USER_NOT_FOUND', 'There is no configuration with this UUID or alias')
    },

    /**
     * Throws BAD_REQUEST, UNAUTHORIZED (protected instance), INVALID_CONFIG or PARENT_CONFIG_UNAVAILABLE. What is saved and
     * does not work as it is written `warnings` finds when it is called; that never fails.
     */
    async create({ config, password }: { config: unknown; password: unknown }, client: Client) {
      requireObject(config, 'config')
      const secret = requireUsablePassword(password)
      const input = await readConfig(config)
      const uuid = randomUUID()
      const { record, whole } = await drafts.prepare(input, {
        uuid,
        client,
        stored: null,
        known: [],
      })
      const passwordHash = await passwords.hash(secret)
      await store.insert({ uuid, passwordHash, sealed: records.seal(uuid, record) })
      const row = await store.find(uuid)
      if (!row) throw new Error('The new configuration cannot be read back')
      const warnings = () => findWarnings(input, whole)
      return { uuid, encryptedPassword: tokens.issue(row), revision: row.revision, warnings }
    },

    /** Throws UNAUTHORIZED alike for an unknown account and a wrong secret, RATE_LIMIT_EXCEEDED after too many of them. */
    async signIn(credentials: BasicCredentials, client: Client): Promise<Viewer> {
      const opened = await accounts.open(credentials, client)
      if (!opened) throw unauthorized()
      const { uuid, number, credentialVersion } = opened.row
      return { uuid, number, credentialVersion, via: opened.via, address: client.address }
    },

    /** The configuration as its owner sees it; `raw` leaves its parents out. Throws PARENT_CONFIG_UNAVAILABLE unless raw. */
    async read(viewer: Viewer, { raw }: { raw: boolean }): Promise<UserDetails> {
      const row = await accounts.current(viewer)
      const { userData } = raw ? chains.toOwn(row) : await resolve(row, viewer)
      return detailsOf(row, userData, row.revision)
    },

    /** What of the configuration, as it is stored, does not work as it is written. */
    async warnings(viewer: Viewer): Promise<readonly Warning[]> {
      const row = await accounts.current(viewer)
      return findWarnings(chains.toOwn(row).userData, (await keepable(row, viewer)).userData)
    },

    /**
     * Replaces the whole configuration; answers it merged over its parents. Throws as `create` does,
     * and CONFLICT where `ifMatch`, an `If-Match` value, does not name the present revision.
     */
    async replace(viewer: Viewer, config: unknown, { ifMatch }: { ifMatch: string | null }) {
      const input = await readConfig(config)
      const hash = drafts.createHasher()
      // What is kept (ids, secrets) comes from the row that was read, so nobody else's change may slip in between.
      for (let attempt = 1; ; attempt++) {
        const row = await accounts.current(viewer)
        requireMatch(ifMatch, row.revision)
        const target = {
          uuid: row.uuid,
          client: viewer,
          stored: chains.toOwn(row),
          known: [await keepable(row, viewer)],
        }
        const { record, merged, whole } = await drafts.prepare(input, target, hash)
        const expected = attempt > maxAttempts ? null : row.revision
        const revision = await store.replace(row.uuid, records.seal(row.uuid, record), expected)
        if (revision === null) continue
        options.onChanged?.(row.number)
        const warnings = () => findWarnings(input, whole)
        return { uuid: row.uuid, ...detailsOf(row, merged, revision), warnings }
      }
    },

    /** Throws UNAUTHORIZED where it is gone already, CONFLICT as `replace` does. */
    async remove(viewer: Viewer, { ifMatch = null }: { ifMatch?: string | null } = {}) {
      for (;;) {
        const { uuid, number, revision } = await accounts.current(viewer)
        requireMatch(ifMatch, revision)
        if (!(await store.remove(uuid, ifMatch === null ? null : revision))) continue
        passwords.forget(uuid)
        options.onChanged?.(number)
        await options.onRemoved?.(number)
        return
      }
    },

    /** Ends every token and sign-in made with the old one. An encrypted password, which lies in addresses, does not suffice. */
    async changePassword(viewer: Viewer, { password }: { password: unknown }) {
      if (viewer.via !== 'password')
        throw new AppError('FORBIDDEN', 'Sign in with the password itself to change it')
      const next = requireUsablePassword(password)
      const { uuid, credentialVersion } = await accounts.current(viewer)
      const changed = await store.setPassword(uuid, await passwords.hash(next), credentialVersion)
      if (!changed) throw unauthorized()
      options.onChanged?.(viewer.number)
      passwords.forget(uuid)
      return {
        uuid,
        encryptedPassword: tokens.issue({ uuid, credentialVersion: credentialVersion + 1 }),
      }
    },

    /** The viewer's configuration for searching, from memory while nothing in its chain has changed. Throws PARENT_CONFIG_UNAVAILABLE. */
    async effective(viewer: Viewer): Promise<Effective> {
      const { userData, cacheKey } = await resolve(await accounts.current(viewer), viewer)
      return { userData, cacheKey }
    },

    /** A stored configuration, merged over its parents. Throws PARENT_CONFIG_UNAVAILABLE. */
    share,

    /** The same for the viewer's own. */
    async shareOwn(viewer: Viewer): Promise<Shared> {
      return share(await accounts.current(viewer), viewer)
    },

    /** The same by UUID or alias, before anybody has signed in; null where there is none. */
    async shareById(id: string, client: Client): Promise<Shared | null> {
      const row = await accounts.find(id)
      return row && share(row, client)
    },

    /** The same by its encrypted password, which is not counted as a sign-in; null where it is another one's, or none. */
    async shareByToken(id: string, secret: string, client: Client): Promise<Shared | null> {
      const row = await accounts.find(id)
      return row && accounts.isToken(row, secret) ? share(row, client) : null
    },

    /** The same by its number; null where it is gone. */
    async shareByNumber(number: number, client: Client): Promise<Shared | null> {
      const row = await store.findByNumber(number)
      return row && share(row, client)
    },

    /**
     * The configuration in a user-data header. Throws BAD_REQUEST (not base64 of a JSON object, wrong
     * addonPassword), INVALID_CONFIG or PARENT_CONFIG_UNAVAILABLE.
     */
    async fromHeader(value: string, client: Client): Promise<Effective> {
      const version = `header:${hash('sha256', value, 'base64url')}`
      const own = headers.get(version) ?? { ...(await readHeader(value)), version }
      const { userData, cacheKey } = await chains.resolve(own, null, client)
      if (!headers.has(version)) {
        await checkPlan(userData)
        headers.set(version, own, { size: value.length })
      }
      return { userData, cacheKey }
    },
  }
}
