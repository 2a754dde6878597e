import type { Passwords } from '../../security/passwords.ts'
import type { Account, Accounts, Aliases } from './accounts.ts'

/** Paths that open a configuration without its password. */
export type UserAddresses = {
  readonly mediaServer: string
  readonly manifest: string
}

/** What stands for the configuration is its UUID and a secret, or `u` and an alias. `prefix` is that of the media server. */
export function addressesOf(prefix: string, ...parts: readonly string[]): UserAddresses {
  const path = parts.join('/')
  return { mediaServer: `/${prefix}/${path}`, manifest: `/stremio/${path}/manifest.json` }
}

export type Alias = {
  readonly name: string
  /** Null: it opens nothing without a password, since the operator has given none with it or that is wrong. */
  readonly addresses: UserAddresses | null
}

type AliasOptions = {
  readonly aliases: Aliases
  readonly passwords: Pick<Passwords, 'verify'>
  readonly prefix: string
}

/** The names that the operator has given to a configuration. */
export function createAliases({ aliases, passwords, prefix }: AliasOptions, accounts: Accounts) {
  return async (account: Account): Promise<readonly Alias[]> => {
    const row = await accounts.current(account)
    const { uuid, passwordHash: hash } = row
    // The secret is the operator's: a wrong one is no guess of the caller.
    const opens = async (secret: string): Promise<boolean> =>
      accounts.isToken(row, secret) || passwords.verify({ id: uuid, hash }, secret)
    const own = [...aliases].filter(([, alias]) => alias.uuid === uuid)
    return Promise.all(
      own.map(async ([name, { secret }]) => ({
        name,
        addresses: secret !== null && (await opens(secret)) ? addressesOf(prefix, 'u', name) : null,
      })),
    )
  }
}
