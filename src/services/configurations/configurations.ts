import { AppError } from '../../core/errors.ts'
import type { ConfigurationStore, StoredConfiguration } from '../../model/configuration.ts'
import type { Client } from '../../model/credentials.ts'
import type { Accounts, Account, Opened } from './accounts.ts'
import type { Contents, Secrets } from './contents.ts'
import type { Chains, MergedConfiguration } from './parents.ts'

export type SearchConfiguration = Pick<
  MergedConfiguration,
  'userData' | 'sourceIds' | 'cacheKey'
> & {
  /** Its row; null for one that is not stored. */
  readonly configuration: number | null
}

/** A stored configuration merged over its parents, with secrets that no API returns. */
export type Configuration = Pick<MergedConfiguration, 'userData' | 'sourceIds' | 'cacheKey'> & {
  readonly rowId: number
  readonly uuid: string
  readonly parents: readonly number[]
  readonly credentialVersion: number
  readonly passwordHash: string
  readonly secrets: Secrets
}

type Parts = {
  readonly store: ConfigurationStore
  readonly accounts: Accounts
  readonly chains: Chains
}

/** Everything but `keepable` throws PARENT_CONFIG_UNAVAILABLE. */
export function createConfigurations({ store, accounts, chains }: Parts) {
  function merged(row: StoredConfiguration, client: Client): Promise<MergedConfiguration> {
    return chains.resolve(chains.layerOf(row), row.uuid, client)
  }

  async function ofRow(row: StoredConfiguration, client: Client): Promise<Configuration> {
    const { userData, sourceIds, cacheKey, parents, secrets } = await merged(row, client)
    const { rowId, uuid, credentialVersion, passwordHash } = row
    const found = { userData, sourceIds, cacheKey, parents, secrets }
    return { ...found, rowId, uuid, credentialVersion, passwordHash }
  }

  /** The source of stored users and secrets; without what it inherits if the parents are unavailable. */
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

    async ofAccount({ account, row }: Opened): Promise<Configuration> {
      return ofRow(row ?? (await accounts.current(account)), account)
    },

    async byId(id: string, client: Client): Promise<Configuration | null> {
      const row = await accounts.find(id)
      return row && ofRow(row, client)
    },

    /** Not counted as a sign-in. Null if the encrypted password does not belong to this configuration. */
    async byToken(id: string, secret: string, client: Client): Promise<Configuration | null> {
      const row = await accounts.find(id)
      return row && accounts.isToken(row, secret) ? ofRow(row, client) : null
    },

    async byRowId(number: number, client: Client): Promise<Configuration | null> {
      const row = await store.findByRowId(number)
      return row && ofRow(row, client)
    },

    async forSearch(account: Account): Promise<SearchConfiguration> {
      const row = await accounts.current(account)
      const { userData, sourceIds, cacheKey } = await merged(row, account)
      return { userData, sourceIds, cacheKey, configuration: row.rowId }
    },
  }
}
