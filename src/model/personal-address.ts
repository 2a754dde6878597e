/** The code of a user's own address, as it is stored. */
export type StoredCode = {
  readonly profileId: string
  readonly codeHash: string
  readonly sealed: Uint8Array
}

export type PersonalAddressStore = {
  find(codeHash: string): Promise<{
    readonly configuration: number
    readonly profileId: string
  } | null>
  list(configuration: number, profileIds: readonly string[]): Promise<readonly StoredCode[]>
  /** Keeps the codes of users who have one. */
  add(configuration: number, codes: readonly StoredCode[]): Promise<void>
  replace(configuration: number, code: StoredCode): Promise<void>
  keepProfiles(configuration: number, profileIds: readonly string[]): Promise<void>
  forget(configuration: number): Promise<void>
}
