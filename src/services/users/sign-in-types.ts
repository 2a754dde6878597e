import type { AddressScope } from '../../model/address-scope.ts'
import type { Client } from '../../model/credentials.ts'
import type { DeviceInfo, User, Needs, Profile } from '../../model/household.ts'

/** For stream and picture addresses, where knowing the address is the only credential. */
export const nobody: Client = { address: '' }

export type SignInRequest = {
  readonly username: string
  readonly secret: string
  readonly device: DeviceInfo
  readonly scope: AddressScope | null
}

export type SignedIn = { readonly user: User; readonly accessToken: string }

export type VisibleProfile = Profile & { readonly needs: Needs }

export type SignedInDevice = DeviceInfo & {
  readonly rowId: number
  readonly profile: Profile
  readonly createdAt: number
  readonly lastSeenAt: number
}

export type ApiKey = {
  readonly rowId: number
  readonly name: string
  /** Only present when the key has just been made. */
  readonly key: string | null
  readonly profile: Profile
  readonly createdAt: number
}

export type QuickConnect = {
  readonly secret: string
  readonly code: string
  readonly authenticated: boolean
  readonly device: DeviceInfo
  readonly createdAt: number
}
