/** A stored configuration as the database holds it: everything secret is sealed or hashed. */
export type StoredConfiguration = {
  /** Small number of the row; part of media-server ids, never shown as it is. */
  readonly rowId: number
  readonly uuid: string
  /** argon2id, PHC text. */
  readonly passwordHash: string
  /** Rises when the password changes, which ends tokens and cached verifications. */
  readonly credentialVersion: number
  /** Rises with each replacement; the ETag. */
  readonly revision: number
  /** The UserData as JSON, encrypted. */
  readonly sealed: Uint8Array
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewConfiguration = Pick<StoredConfiguration, 'uuid' | 'passwordHash' | 'sealed'>

/** What the user service needs of the database. */
export type ConfigurationStore = {
  find(uuid: string): Promise<StoredConfiguration | null>
  findByRowId(number: number): Promise<StoredConfiguration | null>
  /** Those of the UUIDs that are in use, in one look-up. */
  findExisting(uuids: readonly string[]): Promise<ReadonlySet<string>>
  /** Number of the new row. */
  insert(configuration: NewConfiguration): Promise<number>
  /** Replaces the sealed part and raises the revision; null where the row is gone or its revision is not `expected` (null: any). Otherwise the new revision. */
  replace(uuid: string, sealed: Uint8Array, expected: number | null): Promise<number | null>
  /** Sets the hash and raises the credential version by one if it still is `expected`; whether it did. */
  setPassword(uuid: string, passwordHash: string, expected: number): Promise<boolean>
  /** Whether there was one, and of revision `expected` (null or absent: any). */
  remove(uuid: string, expected?: number | null): Promise<boolean>
}
