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
  add(configuration: number, codes: readonly StoredCode[]): Promise<void>
  replace(configuration: number, code: StoredCode): Promise<void>
  keepProfiles(configuration: number, profileIds: readonly string[]): Promise<void>
  forget(configuration: number): Promise<void>
}
