import { AppError } from '../../core/errors.ts'
import type { Account } from './accounts.ts'
import { addressesOf } from './addresses.ts'
import type { Alias, UserAddresses } from './addresses.ts'
import type { createSaving, UserDetails } from './saving.ts'
import type { Warning } from './warnings/warnings.ts'

/** The owner of a stored configuration, and how to read what nobody else may see. */
export type ShownUser = {
  readonly uuid: string
  /** Read once, however often it is asked for. */
  readonly details: () => Promise<UserDetails>
  readonly sourceIds: () => Promise<readonly string[]>
  readonly warnings: () => Promise<readonly Warning[]>
  readonly addresses: () => Promise<UserAddresses>
  readonly aliases: () => Promise<readonly Alias[]>
}

type Raw = { readonly raw: boolean }

type Options = {
  readonly read: (account: Account, options: Raw) => Promise<UserDetails>
  readonly sourceIds: (account: Account, options: Raw) => Promise<readonly string[]>
  readonly warnings: (account: Account) => Promise<readonly Warning[]>
  readonly aliases: (account: Account) => Promise<readonly Alias[]>
  /** Of the media server's paths. */
  readonly prefix: string
  readonly saving: Pick<ReturnType<typeof createSaving>, 'replace'>
}

/** Users as callers see them: what is not asked for is not read. */
export function createShownUsers(options: Options) {
  const { read, sourceIds, warnings, aliases, prefix, saving } = options

  function ownUser(account: Account, asked: Raw): ShownUser {
    const { uuid } = account
    const details = once(() => read(account, asked))
    return {
      uuid,
      details,
      sourceIds: () => sourceIds(account, asked),
      warnings: () => warnings(account),
      aliases: () => aliases(account),
      addresses: async () => addressesOf(prefix, uuid, (await details()).encryptedPassword),
    }
  }

  return {
    ownUser,

    /** Any configuration. Throws USER_NOT_FOUND without a UUID; its details throw FORBIDDEN unless the caller owns it. */
    shownUser(
      uuid: string | null,
      asked: Raw,
      caller: { findAccount(): Promise<Account> },
    ): ShownUser {
      if (uuid === null) throw new AppError('USER_NOT_FOUND', 'There is no user with this UUID.')
      const owner = once(async () => {
        const account = await caller.findAccount()
        if (account.uuid === uuid) return ownUser(account, asked)
        throw new AppError('FORBIDDEN', 'Only the owner of a configuration may read it.')
      })
      return {
        uuid,
        details: async () => (await owner()).details(),
        sourceIds: async () => (await owner()).sourceIds(),
        warnings: async () => (await owner()).warnings(),
        addresses: async () => (await owner()).addresses(),
        aliases: async () => (await owner()).aliases(),
      }
    },

    /** Replaces the whole configuration, and throws as `replace` does. */
    async updateUser(
      account: Account,
      {
        config,
        ifMatch,
      }: { readonly config: unknown; readonly ifMatch?: string | null | undefined },
    ): Promise<ShownUser> {
      const saved = await saving.replace(account, config, { ifMatch: ifMatch ?? null })
      return {
        ...ownUser(account, { raw: false }),
        details: async () => saved,
        warnings: saved.warnings,
      }
    },
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}
