import type { StoredConfiguration } from './configuration.ts'
import type { DeviceInfo, TokenOrigin } from './household.ts'

/** Most characters of what a device or an API key is called; stores cut longer names. */
export const maxDeviceName = 255

/** A token and the device that it was given to, or an API key. */
export type StoredDevice = {
  readonly rowId: number
  readonly configuration: number
  readonly profileId: string
  readonly device: DeviceInfo
  readonly origin: TokenOrigin
  /** Of the secrets that opened it. */
  readonly secretMark: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly seenAt: number
}

export type NewDevice = Omit<StoredDevice, 'rowId' | 'createdAt' | 'seenAt'> & {
  /** SHA-256 of the token, base64url. */
  readonly tokenHash: string
}

export type DeviceStore = {
  /** With the configuration that it belongs to, in one look-up. */
  find(tokenHash: string): Promise<{ device: StoredDevice; row: StoredConfiguration } | null>
  /** Replaces what the same profile had on the same device; the least recently seen beyond a few hundred go. Number of the new row, and those that ended. */
  insert(device: NewDevice): Promise<{ rowId: number; ended: readonly number[] }>
  exists(configuration: number, number: number): Promise<boolean>
  list(configuration: number): Promise<readonly StoredDevice[]>
  seen(number: number): Promise<void>
  rename(number: number, name: string): Promise<void>
  /** Whether there was one. */
  remove(configuration: number, number: number): Promise<boolean>
  /** Everything that a removed configuration leaves behind. */
  forget(configuration: number): Promise<void>
}

/** Wrong secrets in a row, by profile. */
export type LockStore = {
  /**
   * Counts one attempt before it is made, so that guesses that come all at once are all counted; the `attempts`th
   * locks the profile for `lockMs`. Epoch milliseconds until which it was locked before, and the attempt must not be
   * made; null: it may.
   */
  attempt(
    configuration: number,
    profileId: string,
    attempts: number,
    lockMs: number,
  ): Promise<number | null>
  /** Takes back an attempt that came to no answer. */
  undo(configuration: number, profileId: string, attempts: number): Promise<void>
  /** After a success. */
  clear(configuration: number, profileId: string): Promise<void>
}

export type PreferenceStore = {
  get(
    configuration: number,
    profileId: string,
    client: string,
    name: string,
  ): Promise<string | null>
  set(
    configuration: number,
    profileId: string,
    client: string,
    name: string,
    value: string,
  ): Promise<void>
  count(configuration: number, profileId: string): Promise<number>
  /** By profile; those that have none are left out. */
  ofProfiles(
    configuration: number,
    profileIds: readonly string[],
    client: string,
    name: string,
  ): Promise<ReadonlyMap<string, string>>
  /** Removes what other profiles of the configuration kept. */
  keepProfiles(configuration: number, profileIds: readonly string[]): Promise<void>
}
