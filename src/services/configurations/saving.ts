import { randomUUID } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { ConfigurationStore, StoredConfiguration } from '../../model/configuration.ts'
import type { Client } from '../../model/credentials.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import type { UserData } from '../../model/user-data.ts'
import { requireUsablePassword } from '../../security/passwords.ts'
import type { Passwords } from '../../security/passwords.ts'
import type { Tokens } from '../../security/tokens.ts'
import { unauthorized } from './accounts.ts'
import type { Accounts, Account } from './accounts.ts'
import type { createConfigurations } from './configurations.ts'
import { etagOf, requireMatch } from './etag.ts'
import type { Chains } from './parents.ts'
import type { Forget } from './leftovers.ts'
import type { createPreparation } from './preparation.ts'
import type { createReader } from './reader.ts'
import type { Records } from './records.ts'
import { requireObject } from './user-data-input.ts'
import type { FindWarnings } from './warnings/warnings.ts'

export type SavingOptions = {
  readonly store: ConfigurationStore
  readonly passwords: Passwords
  readonly tokens: Tokens
  readonly findWarnings: FindWarnings
  /** Deletes everything else that belongs to a deleted configuration. */
  readonly forget: Forget
  readonly forgetSearches: (configuration: number) => Promise<void>
  readonly events: Pick<LiveEvents, 'publish'>
}

type Parts = {
  readonly accounts: Accounts
  readonly records: Records
  readonly chains: Chains
  readonly configurations: ReturnType<typeof createConfigurations>
  readonly preparation: ReturnType<typeof createPreparation>
  readonly reader: ReturnType<typeof createReader>
}

type IfMatch = {
  readonly ifMatch: string | null
}

type PasswordChange = {
  readonly password: unknown
  readonly currentPassword?: string | null | undefined
}

export type UserDetails = {
  readonly userData: UserData
  /** Encrypted anew each time, so the text differs. */
  readonly encryptedPassword: string
  readonly etag: string
}

/** Compare-and-set retries; after that the last write wins. */
const maxAttempts = 5

export function createSaving(options: SavingOptions, parts: Parts) {
  const { store, passwords, tokens, findWarnings, events, forget, forgetSearches } = options
  const { accounts, records, chains, configurations, preparation, reader } = parts

  async function requirePassword(account: Account, secret: string | null | undefined) {
    const opened = await accounts.open({ id: account.uuid, secret: secret ?? '' }, account)
    if (opened?.via === 'password') return
    throw new AppError('FORBIDDEN', refusal('CURRENT_PASSWORD_WRONG'))
  }

  /** None where the row is damaged, which may be deleted all the same. */
  function usersIn(row: StoredConfiguration): readonly string[] {
    try {
      const { users = [] } = chains.layerOf(row).userData.mediaServer ?? {}
      return users.flatMap(({ id }) => id ?? [])
    } catch {
      return []
    }
  }

  return {
    /** Throws BAD_REQUEST, UNAUTHORIZED (protected instance), INVALID_CONFIG, PARENT_CONFIG_UNAVAILABLE. `warnings` never throws. */
    async create({ config, password }: { config: unknown; password: unknown }, client: Client) {
      requireObject(config, 'config')
      const secret = requireUsablePassword(password)
      const input = await reader.readConfig(config)
      const uuid = randomUUID()
      const target = { uuid, client, stored: null, known: [] }
      const { record, whole } = await preparation.prepare(input, target)
      const passwordHash = await passwords.hash(secret)
      await store.insert({ uuid, passwordHash, sealed: records.seal(uuid, record) })
      const row = await store.find(uuid)
      if (!row) throw new Error('The new configuration cannot be read back')
      const warnings = () => findWarnings(input, whole)
      return { uuid, encryptedPassword: tokens.issue(row), revision: row.revision, warnings }
    },

    /** Returns the new configuration merged over its parents. Throws as `create` does, and CONFLICT for another revision. */
    async replace(account: Account, config: unknown, { ifMatch }: IfMatch) {
      const input = await reader.readConfig(config)
      const hash = preparation.createHasher(account)
      // Kept ids and secrets come from the row that was read, so a concurrent change means another attempt.
      for (let attempt = 1; ; attempt++) {
        const row = await accounts.current(account)
        requireMatch(ifMatch, row.revision)
        const target = {
          uuid: row.uuid,
          client: account,
          stored: chains.layerOf(row),
          known: [await configurations.keepable(row, account)],
        }
        const { record, merged, whole } = await preparation.prepare(input, target, hash)
        const expected = attempt > maxAttempts ? null : row.revision
        const revision = await store.replace(row.uuid, records.seal(row.uuid, record), expected)
        if (revision === null) continue
        events.publish({ kind: 'configurationChanged', configuration: row.rowId })
        if (merged.searchLog !== true) await forgetSearches(row.rowId)
        const warnings = () => findWarnings(input, whole)
        return { uuid: row.uuid, ...detailsOf(tokens, row, merged, revision), warnings }
      }
    },

    /** Answers its UUID. Throws UNAUTHORIZED if it is already gone, CONFLICT as `replace` does. */
    async remove(account: Account, { ifMatch = null }: Partial<IfMatch> = {}): Promise<string> {
      for (;;) {
        const row = await accounts.current(account)
        const { uuid, rowId, revision } = row
        requireMatch(ifMatch, revision)
        if (!(await store.remove(uuid, ifMatch === null ? null : revision))) continue
        passwords.forget(uuid)
        events.publish({ kind: 'configurationChanged', configuration: rowId })
        await forget(rowId, usersIn(row))
        return uuid
      }
    },

    /** Ends every token made with the old password. Refuses an encrypted password, since those appear in addresses. */
    async changePassword(account: Account, { password, currentPassword }: PasswordChange) {
      if (account.via === 'token')
        throw new AppError('FORBIDDEN', 'Sign in with the password itself to change it')
      // A browser may have been left open.
      if (account.via === 'browser') await requirePassword(account, currentPassword)
      const next = requireUsablePassword(password)
      const { uuid, credentialVersion } = await accounts.current(account)
      const changed = await store.setPassword(uuid, await passwords.hash(next), credentialVersion)
      if (!changed) throw unauthorized()
      events.publish({ kind: 'configurationChanged', configuration: account.rowId })
      passwords.forget(uuid)
      return {
        uuid,
        encryptedPassword: tokens.issue({ uuid, credentialVersion: credentialVersion + 1 }),
      }
    },
  }
}

export function detailsOf(
  tokens: Tokens,
  row: StoredConfiguration,
  userData: UserData,
  revision: number,
): UserDetails {
  return { userData, encryptedPassword: tokens.issue(row), etag: etagOf(revision) }
}
