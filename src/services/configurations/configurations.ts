import { AppError } from '../../core/errors.ts'
import type { ConfigurationStore, StoredConfiguration } from '../../model/configuration.ts'
import type { Client } from '../../model/credentials.ts'
import type { Accounts, Account } from './accounts.ts'
import type { Contents, Secrets } from './contents.ts'
import type { Chains, MergedConfiguration } from './parents.ts'

/** A configuration to search with. */
export type SearchConfiguration = Pick<MergedConfiguration, 'userData' | 'cacheKey'>

/** A stored configuration merged over its parents, with what only the service itself may know of it. */
export type Configuration = SearchConfiguration & {
  readonly rowId: number
  readonly uuid: string
  /** Numbers of the configurations that it inherits from. */
  readonly parents: readonly number[]
  readonly credentialVersion: number
  /** PHC text. */
  readonly passwordHash: string
  /** Hashes of its users' secrets. */
  readonly secrets: Secrets
}

type Parts = {
  readonly store: ConfigurationStore
  readonly accounts: Accounts
  readonly chains: Chains
}

/** Stored configurations as the service uses them. All but `keepable` throw PARENT_CONFIG_UNAVAILABLE. */
export function createConfigurations({ store, accounts, chains }: Parts) {
  /** From memory while nothing in its chain has changed. */
  function merged(row: StoredConfiguration, client: Client): Promise<MergedConfiguration> {
    return chains.resolve(chains.layerOf(row), row.uuid, client)
  }

  async function ofRow(row: StoredConfiguration, client: Client): Promise<Configuration> {
    const { userData, cacheKey, parents, secrets } = await merged(row, client)
    const { rowId, uuid, credentialVersion, passwordHash } = row
    return { rowId, uuid, parents, credentialVersion, passwordHash, userData, cacheKey, secrets }
  }

  /** Where the users and secrets of a stored configuration are found; without what it inherits when its parents are out of reach. */
  async function keepable(row: StoredConfiguration, client: Client): Promise<Contents> {
    try {
      return await merged(row, client)
    } catch (error) {
      const outOfReach =
        error instanceof AppError &&
        ['PARENT_CONFIG_UNAVAILABLE', 'RATE_LIMIT_EXCEEDED'].includes(error.code)
      if (!outOfReach) throw error
      return chains.layerOf(row)
    }
  }

  return {
    merged,
    keepable,
    ofRow,

    /** Throws UNAUTHORIZED where the right of the account has ended. */
    async ofAccount(account: Account): Promise<Configuration> {
      return ofRow(await accounts.current(account), account)
    },

    /** By UUID or alias, before anybody has signed in; null where there is none. */
    async byId(id: string, client: Client): Promise<Configuration | null> {
      const row = await accounts.find(id)
      return row && ofRow(row, client)
    },

    /** By its encrypted password, which is not counted as a sign-in; null where it is another one's, or none. */
    async byToken(id: string, secret: string, client: Client): Promise<Configuration | null> {
      const row = await accounts.find(id)
      return row && accounts.isToken(row, secret) ? ofRow(row, client) : null
    },

    /** Null where it is gone. */
    async byRowId(number: number, client: Client): Promise<Configuration | null> {
      const row = await store.findByRowId(number)
      return row && ofRow(row, client)
    },

    /** The account's configuration. Throws UNAUTHORIZED where the right of the account has ended. */
    async forSearch(account: Account): Promise<SearchConfiguration> {
      const { userData, cacheKey } = await merged(await accounts.current(account), account)
      return { userData, cacheKey }
    },
  }
}
