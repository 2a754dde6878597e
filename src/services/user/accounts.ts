import { AppError } from '../../core/errors.ts'
import type { ConfigurationStore, StoredConfiguration } from '../../model/configuration.ts'
import type { Client } from '../../model/credentials.ts'
import type { BasicCredentials } from '../../security/basic.ts'
import type { Passwords } from '../../security/passwords.ts'
import { clientKey } from '../../security/rate-limit.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Credential, Tokens } from '../../security/tokens.ts'

/** The owner of a configuration, signed in. */
export type Viewer = Client & {
  readonly uuid: string
  /** The configuration's small number. */
  readonly number: number
  /** Ends the viewer when it rises. */
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
  async function open({ id, secret }: BasicCredentials, { address }: Client) {
    const uuid = resolveId(id)
    const row = uuid === null ? null : await store.find(uuid)
    const token = tokens.open(secret)
    // A token cannot be guessed, so players with a right one go on while guesses are being refused.
    if (token && row && isCredentialOf(token, row)) return { row, via: 'token' as const }

    const account = { id: uuid ?? 'unknown', hash: row?.passwordHash ?? null }
    // Accounts that do not exist are one: each would else have turns of its own.
    const key = `${clientKey(address)} ${row ? account.id : 'unknown'}`
    // Before anything else, remembered passwords included: those would tell a right guess.
    await signInFailures.check(key)
    const remembered = passwords.remembers(account, secret)
    if (!remembered) await addressFailures.check(clientKey(address))
    if (remembered || (!token && (await passwords.verify(account, secret)))) {
      // Guesses sent all at once pass the first check together; this one stops those past the limit.
      if (!remembered) await signInFailures.check(key)
      if (row) return { row, via: 'password' as const }
    }
    await addressFailures.take(clientKey(address))
    await signInFailures.take(key)
    return null
  }

  /** The viewer's configuration as it is now. Throws UNAUTHORIZED where it is gone or has another password. */
  async function current(viewer: Viewer): Promise<StoredConfiguration> {
    const row = await store.find(viewer.uuid)
    if (!row || !isCredentialOf(viewer, row)) throw unauthorized()
    return row
  }

  return { resolveId, find, open, current }
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
  row: StoredConfiguration,
): boolean {
  return uuid === row.uuid && credentialVersion === row.credentialVersion
}
