import type { StoredConfiguration } from './configuration.ts'
import type { DeviceInfo, TokenOrigin } from './household.ts'

/** In characters; stores cut longer names. */
export const maxDeviceName = 255

export type StoredDevice = {
  readonly rowId: number
  readonly configuration: number
  readonly profileId: string
  readonly device: DeviceInfo
  readonly origin: TokenOrigin
  /** Derived from the secrets that opened it; a change of them ends the token. */
  readonly secretMark: string
  readonly createdAt: number
  readonly seenAt: number
}

export type NewDevice = Omit<StoredDevice, 'rowId' | 'createdAt' | 'seenAt'> & {
  readonly tokenHash: string
}

export type DeviceStore = {
  find(tokenHash: string): Promise<{ device: StoredDevice; row: StoredConfiguration } | null>
  /** Replaces the profile's token on the same device and drops the least recently seen beyond a few hundred. */
  insert(device: NewDevice): Promise<{ rowId: number; ended: readonly number[] }>
  exists(configuration: number, number: number): Promise<boolean>
  list(configuration: number): Promise<readonly StoredDevice[]>
  seen(number: number): Promise<void>
  rename(number: number, name: string): Promise<void>
  remove(configuration: number, number: number): Promise<boolean>
  forget(configuration: number): Promise<void>
}

export type LockStore = {
  /** Counts an attempt before it is made, so that simultaneous guesses all count. Answers the end of an existing lock, or null. */
  attempt(
    configuration: number,
    profileId: string,
    attempts: number,
    lockMs: number,
  ): Promise<number | null>
  undo(configuration: number, profileId: string, attempts: number): Promise<void>
  clear(configuration: number, profileId: string): Promise<void>
  /** Deletes what nobody has tried for a day, or for the time of a lock where that is longer. */
  prune(now: number, signal?: AbortSignal): Promise<void>
}

export type DisplayPreferenceStore = {
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
  ofProfiles(
    configuration: number,
    profileIds: readonly string[],
    client: string,
    name: string,
  ): Promise<ReadonlyMap<string, string>>
  keepProfiles(configuration: number, profileIds: readonly string[]): Promise<void>
}
