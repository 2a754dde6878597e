import type { AccessScope } from './access-token.ts'
import type { AccessTimes } from './access-times.ts'
import type { Limits } from './limits.ts'
import type { SourceIds } from './source.ts'
import type { UserData } from './user-data.ts'

// A configuration is what is stored under a UUID. Its household is the people who share it; each has a profile, which says
// how the configuration sets them up. A user is who asks now: one of these profiles, signed in, on a device or not.

/** What switching to a user with a token requires. */
export type Needs = 'pin' | 'password' | 'password-pin' | null

export type Profile = {
  readonly id: string
  readonly name: string
  readonly avatar: string | null
  readonly hidden: boolean
  readonly isOwner: boolean
  readonly hasPin: boolean
  readonly hasPassword: boolean
  /** Profile whose history it reads and writes; its own unless shared. */
  readonly historyOwner: string
  /** Whether only the profile and the first user see its history. */
  readonly private: boolean
  /** Whether it has an address of its own, and does not see that there are others. */
  readonly personal: boolean
  /** What it may watch; null: everything. */
  readonly limits: Limits | null
  /** When it may use the service; null: always. */
  readonly times: AccessTimes | null
}

export type Household = {
  readonly configuration: number
  /** Configurations it inherits from; a change of theirs may change this one. */
  readonly parents: readonly number[]
  readonly uuid: string
  readonly userData: UserData
  readonly sourceIds?: SourceIds | undefined
  /** Equal keys mean equal content. */
  readonly cacheKey: string
  readonly profiles: readonly Profile[]
}

export type DeviceInfo = {
  readonly id: string
  readonly name: string
  readonly client: string
  readonly version: string
}

export type TokenOrigin =
  | 'password'
  /** A password of the user's own, which opens nothing else. */
  | 'ownPassword'
  | 'pin'
  | 'apiKey'
  | 'basic'
  /** A dashboard's, which reads what its scopes name. */
  | 'accessToken'

export type User = Household & {
  readonly profile: Profile
  readonly via: TokenOrigin
  /** A mark of the secret that opened the configuration; absent if the caller cannot make tokens. */
  readonly secretMark?: string
  /** Stands for whoever knows an id: nobody has signed in. */
  readonly isAnonymous?: boolean
  /** What a dashboard's token may read and until when; absent: everything that the user may. */
  readonly access?: {
    readonly scopes: readonly AccessScope[]
    readonly expiresAt: number | null
  }
  /** Null for Basic credentials, API keys and dashboards. */
  readonly device:
    | (DeviceInfo & {
        readonly rowId: number
      })
    | null
}
