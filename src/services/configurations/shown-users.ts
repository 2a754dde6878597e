import { AppError } from '../../core/errors.ts'
import type { Account } from './accounts.ts'
import type { createSaving, UserDetails } from './saving.ts'
import type { Warning } from './warnings/warnings.ts'

/** The owner of a stored configuration, and how to read what nobody else may see. */
export type ShownUser = {
  readonly uuid: string
  /** Read once, however often it is asked for. */
  readonly details: () => Promise<UserDetails>
  readonly warnings: () => Promise<readonly Warning[]>
}

type Raw = { readonly raw: boolean }

type Options = {
  readonly read: (account: Account, options: Raw) => Promise<UserDetails>
  readonly warnings: (account: Account) => Promise<readonly Warning[]>
  readonly saving: Pick<ReturnType<typeof createSaving>, 'replace'>
}

/** Users as callers see them: what is not asked for is not read. */
export function createShownUsers({ read, warnings, saving }: Options) {
  const ownUser = (account: Account, options: Raw): ShownUser => ({
    uuid: account.uuid,
    details: once(() => read(account, options)),
    warnings: () => warnings(account),
  })

  return {
    ownUser,

    /** Any configuration. Throws USER_NOT_FOUND without a UUID; its details throw FORBIDDEN unless the caller owns it. */
    shownUser(
      uuid: string | null,
      options: Raw,
      caller: { findAccount(): Promise<Account> },
    ): ShownUser {
      if (uuid === null) throw new AppError('USER_NOT_FOUND', 'There is no user with this UUID.')
      const owner = once(async () => {
        const account = await caller.findAccount()
        if (account.uuid === uuid) return ownUser(account, options)
        throw new AppError('FORBIDDEN', 'Only the owner of a configuration may read it.')
      })
      return {
        uuid,
        details: async () => (await owner()).details(),
        warnings: async () => (await owner()).warnings(),
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
      return { uuid: account.uuid, details: async () => saved, warnings: saved.warnings }
    },
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}
