import { AppError } from '../../core/errors.ts'
import type { ConfigurationStore, StoredConfiguration } from '../../model/configuration.ts'
import type { Client } from '../../model/credentials.ts'
import type { BasicCredentials } from '../../security/basic.ts'
import type { Passwords } from '../../security/passwords.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Credential, Tokens } from '../../security/tokens.ts'

/** The owner of a configuration, signed in. */
export type Account = Client & {
  readonly uuid: string
  /** The configuration's small number. */
  readonly rowId: number
  /** Ends the account when it rises. */
  readonly credentialVersion: number
  readonly via: 'password' | 'token'
}

type Aliases = ReadonlyMap<string, { readonly uuid: string }>

export type AccountsOptions = {
  store: ConfigurationStore
  passwords: Passwords
  tokens: Tokens
  aliases: Aliases
  /** Counts failed sign-ins per client address and account. */
  signInFailures: RateLimiter
  /** Counts failed sign-ins per client address: each costs a hash, for which everybody waits. */
  addressFailures: RateLimiter
}

export type SecretCheck = {
  readonly remembered: boolean
  readonly check: () => Promise<boolean>
}

export type Accounts = ReturnType<typeof createAccounts>

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Who has which configuration, and whether a secret opens it. */
export function createAccounts({
  store,
  passwords,
  tokens,
  aliases,
  signInFailures,
  addressFailures,
}: AccountsOptions) {
  /** The UUID behind a UUID or alias; null for text that can be neither. */
  function resolveId(id: string): string | null {
    const uuid = (aliases.get(id)?.uuid ?? id).toLowerCase()
    return uuidPattern.test(uuid) ? uuid : null
  }

  async function find(id: string): Promise<StoredConfiguration | null> {
    const uuid = resolveId(id)
    return uuid === null ? null : store.find(uuid)
  }

  /**
   * The configuration that the credentials open and how, or null; an account that does not exist
   * costs the same. Failures are counted per address and account; throws RATE_LIMIT_EXCEEDED past
   * the limit.
   */
  async function open({ id, secret }: BasicCredentials, client: Client) {
    const uuid = resolveId(id)
    const row = uuid === null ? null : await store.find(uuid)
    const token = tokens.open(secret)
    // A token cannot be guessed, so players with a right one go on while guesses are being refused.
    if (token && row && isCredentialOf(token, row)) return { row, via: 'token' as const }

    const account = { id: uuid ?? 'unknown', hash: row?.passwordHash ?? null }
    const remembered = passwords.remembers(account, secret)
    const isRight = await attempt(row?.uuid ?? null, client, {
      remembered,
      check: async () => remembered || (!token && (await passwords.verify(account, secret))),
    })
    return row && isRight ? { row, via: 'password' as const } : null
  }

  /**
   * Runs the check of a secret for a configuration, null for one that does not exist. Wrong ones are counted per
   * address and account; throws RATE_LIMIT_EXCEEDED past the limit. `remembered`: the check costs no hash.
   */
  async function attempt(
    uuid: string | null,
    { address }: Client,
    { remembered, check }: SecretCheck,
  ): Promise<boolean> {
    // Accounts that do not exist are one: each would else have turns of its own.
    const key = `${clientKey(address)} ${uuid ?? 'unknown'}`
    // Before anything else, remembered passwords included: those would tell a right guess.
    await signInFailures.check(key)
    if (!remembered) await addressFailures.check(clientKey(address))
    if (await check()) {
      // Guesses sent all at once pass the first check together; this one stops those past the limit.
      if (!remembered) await signInFailures.check(key)
      return true
    }
    await addressFailures.take(clientKey(address))
    await signInFailures.take(key)
    return false
  }

  /** Whether an encrypted password opens the configuration; costs no hash and is not counted. */
  function isToken(
    configuration: Pick<StoredConfiguration, 'uuid' | 'credentialVersion'>,
    secret: string,
  ): boolean {
    const token = tokens.open(secret)
    return token !== null && isCredentialOf(token, configuration)
  }

  /** The account's configuration as it is now. Throws UNAUTHORIZED where it is gone or has another password. */
  async function current(account: Account): Promise<StoredConfiguration> {
    const row = await store.find(account.uuid)
    if (!row || !isCredentialOf(account, row)) throw unauthorized()
    return row
  }

  return { resolveId, find, open, attempt, isToken, current }
}

const challenge = {
  headers: { 'www-authenticate': 'Basic realm="Stream Aggregation Service", charset="UTF-8"' },
}

/** One answer for an unknown account and a wrong secret. */
export function unauthorized(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'The UUID or alias is unknown, or the password is wrong; send both as Basic credentials',
    challenge,
  )
}

/** For whoever has not said who they are. */
export function credentialsMissing(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'Send Basic credentials: <uuid or alias>:<password>.',
    challenge,
  )
}

/** Whether this credential opens the configuration: it names this one, and the password has not changed since. */
export function isCredentialOf(
  { uuid, credentialVersion }: Credential,
  row: Pick<StoredConfiguration, 'uuid' | 'credentialVersion'>,
): boolean {
  return uuid === row.uuid && credentialVersion === row.credentialVersion
}
