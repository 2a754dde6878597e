import type { Client } from '../../model/credentials.ts'
import type { DeviceInfo, User, Needs, Profile } from '../../model/household.ts'

/** Where no address counts: of streams and pictures, whose own addresses alone admit. */
export const nobody: Client = { address: '' }

/** An address that names a configuration: by UUID and encrypted password, or by an alias that carries a secret. */
export type AddressScope =
  | { readonly kind: 'configuration'; readonly uuid: string; readonly secret: string }
  | { readonly kind: 'alias'; readonly alias: string }

export type SignInRequest = {
  readonly username: string
  readonly secret: string
  readonly device: DeviceInfo
  /** Null on the plain address. */
  readonly scope: AddressScope | null
}

export type SignedIn = { readonly user: User; readonly accessToken: string }

export type VisibleProfile = Profile & { readonly needs: Needs }

export type KnownDevice = DeviceInfo & {
  readonly rowId: number
  readonly profile: Profile
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly lastSeenAt: number
}

export type ApiKey = {
  readonly rowId: number
  readonly name: string
  /** Told once, when it is made. */
  readonly key: string | null
  /** As whom a program acts with it. */
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
