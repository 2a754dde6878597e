import type { UserData } from './user-data.ts'

// A configuration is what is stored under a UUID. Its household is the people who share it, each with a profile: how the
// configuration sets them up. A user is who asks now: one of these profiles, signed in, on a device or not.

/** What switching to a user with a token requires. */
export type Needs = 'pin' | 'password' | 'password-pin' | null

/** One of those who share a configuration, as it sets them up. */
export type Profile = {
  /** 32 lower-case hexadecimal digits. */
  readonly id: string
  readonly name: string
  /** An https address or a data URL. */
  readonly avatar: string | null
  readonly hidden: boolean
  /** The first one: the configuration itself. */
  readonly isOwner: boolean
  readonly hasPin: boolean
  /** A password beside the configuration's. */
  readonly hasPassword: boolean
  /** Id of the profile whose history it reads and writes; its own unless shared. */
  readonly historyId: string
  /** Whether its history is for itself and the first user alone. */
  readonly private: boolean
}

/** A configuration with the profiles of those who share it. */
export type Household = {
  /** The configuration's small number. */
  readonly configuration: number
  /** Numbers of the configurations that it inherits from: what changes there may change it. */
  readonly parents: readonly number[]
  readonly uuid: string
  readonly userData: UserData
  /** Equal keys, equal content. */
  readonly cacheKey: string
  /** The own one first. */
  readonly profiles: readonly Profile[]
}

/** What an app says of itself when it signs in. */
export type DeviceInfo = {
  readonly id: string
  readonly name: string
  readonly client: string
  readonly version: string
}

/** How a token was come by. */
export type TokenOrigin =
  /** With the password of the configuration. */
  | 'password'
  /** With a password of the user's own, which opens nothing else. */
  | 'ownPassword'
  | 'pin'
  | 'apiKey'
  | 'basic'

/** Who asks now: a profile of a household, signed in, on a device or not. */
export type User = Household & {
  readonly profile: Profile
  readonly via: TokenOrigin
  /** Null for Basic credentials and API keys. */
  readonly device:
    | (DeviceInfo & {
        /** Row of the device; names its session. */
        readonly rowId: number
      })
    | null
}
