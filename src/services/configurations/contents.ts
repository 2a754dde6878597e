import type { SourceIds } from '../../model/source.ts'
import type { UserData } from '../../model/user-data.ts'

export type UserSecrets = { readonly pin?: string; readonly password?: string }

/** Hashes by user id; the configuration itself only says `{set: true}`. */
export type Secrets = {
  readonly owner: UserSecrets
  readonly users: Readonly<Record<string, UserSecrets>>
}

export const noSecrets: Secrets = { owner: {}, users: {} }

export type Configured = {
  readonly userData: UserData
  readonly sourceIds?: SourceIds | undefined
  /** Sources of parents for which there was no room. Missing: none. */
  readonly sourcesLeftOut?: number
}

export type Contents = Configured & { readonly secrets: Secrets }
