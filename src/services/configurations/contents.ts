import type { UserData } from '../../model/user-data.ts'

/** Hashes of one user's secrets, PHC text. */
export type UserSecrets = { readonly pin?: string; readonly password?: string }

/** Hashes by user; kept beside the configuration, which itself only says `{set: true}`. */
export type Secrets = {
  readonly owner: UserSecrets
  readonly users: Readonly<Record<string, UserSecrets>>
}

export const noSecrets: Secrets = { owner: {}, users: {} }

/** What a configuration says, and the secrets of its users. */
export type Contents = { readonly userData: UserData; readonly secrets: Secrets }
