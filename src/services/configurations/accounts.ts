import { AppError } from '../../core/errors.ts'
import type { ConfigurationStore, StoredConfiguration } from '../../model/configuration.ts'
import type { Client } from '../../model/credentials.ts'
import type { BasicCredentials } from '../../security/basic.ts'
import type { Passwords } from '../../security/passwords.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Credential, Tokens } from '../../security/tokens.ts'

export type Account = Client & {
  readonly uuid: string
  readonly rowId: number
  /** Incremented when the password changes, which ends every token made before. */
  readonly credentialVersion: number
  readonly via: 'password' | 'token' | 'browser'
  /** The session by which it was opened; absent for other credentials. */
  readonly browserSession?: number
}

/** An account, with what was stored when its credentials were checked; without it, what is stored by now is read. */
export type Opened = { readonly account: Account; readonly row?: StoredConfiguration }

export type Aliases = ReadonlyMap<string, { readonly uuid: string; readonly secret: string | null }>

export type AccountsOptions = {
  store: ConfigurationStore
  passwords: Passwords
  tokens: Tokens
  aliases: Aliases
  signInFailures: RateLimiter
  /** Per client address alone: each attempt costs a hash, and hashing is shared by everyone. */
  addressFailures: RateLimiter
}

export type SecretCheck = {
  readonly remembered: boolean
  readonly check: () => Promise<boolean>
}

export type Accounts = ReturnType<typeof createAccounts>

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

export function createAccounts({
  store,
  passwords,
  tokens,
  aliases,
  signInFailures,
  addressFailures,
}: AccountsOptions) {
  function resolveId(id: string): string | null {
    const uuid = (aliases.get(id)?.uuid ?? id).toLowerCase()
    return uuidPattern.test(uuid) ? uuid : null
  }

  async function find(id: string): Promise<StoredConfiguration | null> {
    const uuid = resolveId(id)
    return uuid === null ? null : store.find(uuid)
  }

  /** Null if the credentials are wrong; unknown accounts take the same time. Throws RATE_LIMIT_EXCEEDED. */
  async function open({ id, secret }: BasicCredentials, client: Client) {
    const uuid = resolveId(id)
    const row = uuid === null ? null : await store.find(uuid)
    const token = tokens.open(secret)
    // A token cannot be guessed, so players with a valid one still work while guesses are refused.
    if (token && row && isCredentialOf(token, row)) return { row, via: 'token' as const }

    const account = { id: uuid ?? 'unknown', hash: row?.passwordHash ?? null }
    const remembered = passwords.remembers(account, secret)
    const isRight = await attempt(row?.uuid ?? null, client, {
      remembered,
      check: async () => remembered || (!token && (await passwords.verify(account, secret))),
    })
    return row && isRight ? { row, via: 'password' as const } : null
  }

  /** Counts wrong secrets per address and account (null: unknown). `remembered`: no hash needed. Throws RATE_LIMIT_EXCEEDED. */
  async function attempt(
    uuid: string | null,
    { address }: Client,
    { remembered, check }: SecretCheck,
  ): Promise<boolean> {
    // All unknown accounts share a key; otherwise each unknown name would have attempts of its own.
    const key = `${clientKey(address)} ${uuid ?? 'unknown'}`
    // First, even for remembered passwords: otherwise a locked client could see that a guess is right.
    await signInFailures.check(key)
    if (!remembered) await addressFailures.check(clientKey(address))
    if (await check()) {
      // Parallel guesses pass the first check together; this one stops those over the limit.
      if (!remembered) await signInFailures.check(key)
      return true
    }
    await addressFailures.take(clientKey(address))
    await signInFailures.take(key)
    return false
  }

  /** Not counted as an attempt, since it costs no hash. */
  function isToken(
    configuration: Pick<StoredConfiguration, 'uuid' | 'credentialVersion'>,
    secret: string,
  ): boolean {
    const token = tokens.open(secret)
    return token !== null && isCredentialOf(token, configuration)
  }

  /** Throws UNAUTHORIZED if the configuration is gone or its password has changed. */
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

export function unauthorized(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'The UUID or alias is unknown, or the password is wrong; send both as Basic credentials',
    challenge,
  )
}

export function credentialsMissing(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'Send Basic credentials: <uuid or alias>:<password>.',
    challenge,
  )
}

export function isCredentialOf(
  { uuid, credentialVersion }: Credential,
  row: Pick<StoredConfiguration, 'uuid' | 'credentialVersion'>,
): boolean {
  return uuid === row.uuid && credentialVersion === row.credentialVersion
}
