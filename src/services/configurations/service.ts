import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { Client } from '../../model/credentials.ts'
import type { BasicCredentials } from '../../security/basic.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Sealer } from '../../security/seal.ts'
import type { Credential } from '../../security/tokens.ts'
import { createAccounts, credentialsMissing, unauthorized } from './accounts.ts'
import type { AccountsOptions, Account, Opened } from './accounts.ts'
import { createAliases } from './addresses.ts'
import { createConfigurations } from './configurations.ts'
import { createDrafts } from './drafts.ts'
import { createChains } from './parents.ts'
import { createPreparation } from './preparation.ts'
import { createReader } from './reader.ts'
import type { ReaderOptions } from './reader.ts'
import { createRecords } from './records.ts'
import { createSaving, detailsOf } from './saving.ts'
import type { SavingOptions, UserDetails } from './saving.ts'
import { ownSourceIds } from './source-ids.ts'
import { createShownUsers } from './shown-users.ts'
import type { Warning } from './warnings/warnings.ts'

export type ConfigurationServiceOptions = AccountsOptions &
  ReaderOptions &
  SavingOptions & {
    readonly sealer: Sealer
    /** Of the media server's paths. */
    readonly prefix: string
    readonly isOwnerId: (id: string) => boolean
    readonly newSecrets: RateLimiter
  }

export type ConfigurationService = ReturnType<typeof createConfigurationService>

export function createConfigurationService(options: ConfigurationServiceOptions) {
  const { store, tokens, findWarnings } = options
  const accounts = createAccounts(options)
  const records = createRecords(options.sealer, options.memoryShare)
  const chains = createChains({ accounts, records })
  const configurations = createConfigurations({ store, accounts, chains })
  const preparation = createPreparation({ ...options, chains })
  const reader = createReader(options, chains)
  const { merged, keepable, ...found } = configurations

  async function resolveMany(ids: readonly string[]): Promise<(string | null)[]> {
    const uuids = ids.map(accounts.resolveId)
    const existing = await store.findExisting([...new Set(uuids)].filter((uuid) => uuid !== null))
    return uuids.map((uuid) => (uuid !== null && existing.has(uuid) ? uuid : null))
  }

  const saving = createSaving(options, {
    accounts,
    records,
    chains,
    configurations,
    preparation,
    reader,
  })

  /** The configuration as its owner sees it; `raw` leaves its parents out. Throws PARENT_CONFIG_UNAVAILABLE unless raw. */
  async function read(account: Account, { raw }: { raw: boolean }): Promise<UserDetails> {
    const row = await accounts.current(account)
    const { userData } = raw ? chains.layerOf(row) : await merged(row, account)
    return detailsOf(tokens, row, userData, row.revision)
  }

  /** Parts of the stored configuration that do not work as written. */
  async function warnings(account: Account): Promise<readonly Warning[]> {
    const row = await accounts.current(account)
    return findWarnings(chains.layerOf(row).userData, await keepable(row, account))
  }

  /** Of the sources that `read` shows. */
  async function sourceIds(account: Account, { raw }: { raw: boolean }) {
    const row = await accounts.current(account)
    const whole = await keepable(row, account)
    return ownSourceIds(raw ? chains.layerOf(row).userData : whole.userData, whole)
  }

  /** Throws UNAUTHORIZED for an unknown account and for a wrong secret alike, RATE_LIMIT_EXCEEDED after too many failures. */
  async function open(credentials: BasicCredentials, client: Client): Promise<Required<Opened>> {
    const opened = await accounts.open(credentials, client)
    if (!opened) throw unauthorized()
    const { row, via } = opened
    const { uuid, rowId, credentialVersion } = row
    return { account: { uuid, rowId, credentialVersion, via, address: client.address }, row }
  }

  return {
    credentialsMissing,
    open,

    resolveMany,

    /** Checks any secret under the rate limit of sign-ins. Throws RATE_LIMIT_EXCEEDED. */
    attempt: accounts.attempt,

    isToken: accounts.isToken,

    /** The encrypted password. */
    tokenOf: (credential: Credential): string => tokens.issue(credential),

    async exists(id: string): Promise<string> {
      const [uuid] = await resolveMany([id])
      if (uuid) return uuid
      throw new AppError('USER_NOT_FOUND', refusal('NO_SUCH_CONFIGURATION'))
    },

    signIn: async (credentials: BasicCredentials, client: Client): Promise<Account> =>
      (await open(credentials, client)).account,

    ...found,
    ...saving,
    ...createDrafts({ ...options, accounts, chains }),
    ...createShownUsers({
      read,
      sourceIds,
      warnings,
      saving,
      prefix: options.prefix,
      aliases: createAliases(options, accounts),
    }),
    fromHeader: (value: string, client: Client) => reader.fromHeader(value, client),
  }
}
