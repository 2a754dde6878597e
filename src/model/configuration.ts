/** A stored configuration: everything secret is sealed or hashed. */
export type StoredConfiguration = {
  /** Part of the media server's encrypted ids; never shown as it is. */
  readonly rowId: number
  readonly uuid: string
  readonly passwordHash: string
  /** Rises when the password changes, which ends tokens and cached verifications. */
  readonly credentialVersion: number
  /** Rises with each replacement; serves as the ETag. */
  readonly revision: number
  /** The UserData as encrypted JSON. */
  readonly sealed: Uint8Array
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewConfiguration = Pick<StoredConfiguration, 'uuid' | 'passwordHash' | 'sealed'>

export type ConfigurationStore = {
  find(uuid: string): Promise<StoredConfiguration | null>
  findByRowId(number: number): Promise<StoredConfiguration | null>
  findExisting(uuids: readonly string[]): Promise<ReadonlySet<string>>
  insert(configuration: NewConfiguration): Promise<number>
  /** The new revision; null when the row is gone or not at revision `expected` (null: any). */
  replace(uuid: string, sealed: Uint8Array, expected: number | null): Promise<number | null>
  /** False when the credential version is not `expected`. */
  setPassword(uuid: string, passwordHash: string, expected: number): Promise<boolean>
  remove(uuid: string, expected?: number | null): Promise<boolean>
}
