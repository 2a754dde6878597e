import { AppError } from '../../core/errors.ts'
import type { ConfigurationStore, StoredConfiguration } from '../../model/configuration.ts'
import type { Credentials } from '../../security/basic.ts'
import type { Passwords } from '../../security/passwords.ts'
import type { RateLimiter } from '../../security/rate-limiter.ts'
import type { Tokens } from '../../security/tokens.ts'

/** Who asks, as far as sign-ins are counted. */
export type Client = {
  /** Key of the client's address; IPv6 addresses of one /64 share theirs. */
  readonly address: string
}

/** The owner of a configuration, signed in. */
export type Viewer = Client & {
  readonly uuid: string
  /** The configuration's small number. */
  readonly number: number
  /** Ends the viewer when it rises. */
  readonly credentialVersion: number
  readonly via: 'password' | 'token'
}

export type Aliases = ReadonlyMap<string, { readonly uuid: string; readonly secret?: string }>

export type AccountsOptions = {
  store: ConfigurationStore
  passwords: Passwords
  tokens: Tokens
  aliases: Aliases
  /** Counts failed sign-ins per client address and account. */
  signInFailures: RateLimiter
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
  async function open({ id, secret }: Credentials, { address }: Client) {
    const row = await find(id)
    const token = tokens.open(secret)
    const key = `${address} ${resolveId(id) ?? '-'}`

    // A token cannot be guessed, so players with a right one go on while guesses are being refused.
    if (token && row && isOf(token, row)) return { row, via: 'token' as const }

    // Before anything else, remembered passwords included: those would tell a right guess.
    await signInFailures.check(key)
    if (row && passwords.remembers(row.passwordHash, secret)) return { row, via: 'password' as const }
    if (!token && (await passwords.verify(row?.passwordHash ?? null, secret)) && row) {
      // Guesses sent all at once pass the first check together; this one stops those past the limit.
      await signInFailures.check(key)
      return { row, via: 'password' as const }
    }
    await signInFailures.take(key)
    return null
  }

  /** The viewer's configuration as it is now. Throws UNAUTHORIZED where it is gone or has another password. */
  async function current(viewer: Viewer): Promise<StoredConfiguration> {
    const row = await store.find(viewer.uuid)
    if (!row || !isOf(viewer, row)) throw unauthorized()
    return row
  }

  return { resolveId, find, open, current }
}

/** One answer for an unknown account and a wrong secret. */
export function unauthorized(): AppError {
  return new AppError(
    'UNAUTHORIZED',
    'The UUID or alias is unknown, or the password is wrong; send both as Basic credentials',
    { headers: { 'www-authenticate': 'Basic realm="Stream Aggregation Service", charset="UTF-8"' } },
  )
}

function isOf(
  { uuid, credentialVersion }: Pick<StoredConfiguration, 'uuid' | 'credentialVersion'>,
  row: StoredConfiguration,
): boolean {
  return uuid === row.uuid && credentialVersion === row.credentialVersion
}
