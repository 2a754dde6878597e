import type { Client } from '../../model/credentials.ts'
import type { DeviceInfo, Household, Member, Needs, Profile } from '../../model/member.ts'
import type { Viewer } from '../user/service.ts'

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

export type SignedIn = { readonly member: Member; readonly accessToken: string }

export type VisibleProfile = Profile & { readonly needs: Needs }

export type KnownDevice = DeviceInfo & {
  readonly number: number
  readonly profile: Profile
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly lastSeenAt: number
}

export type ApiKey = {
  readonly number: number
  readonly name: string
  readonly key: string | null
  readonly createdAt: number
}

export type QuickConnect = {
  readonly secret: string
  readonly code: string
  readonly authenticated: boolean
  readonly device: DeviceInfo
  readonly createdAt: number
}

/** Who uses the media server, and from which devices. */
export type ProfileService = {
  /** Who an access token or API key belongs to; null where it is unknown, ended, or its user or its secret changed. */
  member(token: string, client: Client): Promise<Member | null>
  /** The own profile of a signed-in configuration. */
  owner(viewer: Viewer): Promise<Member>
  /** For addresses of streams and pictures, whose ids alone admit; null where there is no such configuration. */
  household(configuration: number): Promise<Household | null>
  /** What an address opens; null where its alias or secret is wrong. */
  scoped(scope: AddressScope, client: Client): Promise<Household | null>
  /** UNAUTHORIZED for anything wrong, RATE_LIMIT_EXCEEDED for a locked user, FORBIDDEN (NOT_FOUND where the address names the configuration) where the media server is disabled. */
  signIn(request: SignInRequest, client: Client): Promise<SignedIn>
  /** Profiles shown before signing in: none on the plain address. */
  publicProfiles(scope: AddressScope | null, client: Client): Promise<readonly Profile[]>
  /**
   * False at an address of a configuration whose media server is off, and of an alias without a secret; `member`: who
   * is signed in, which spares a look-up. What a wrong secret would open is not told.
   */
  isServed(scope: AddressScope, member: Member | null, client: Client): Promise<boolean>
  pinSignIn(scope: AddressScope | null): boolean
  /** Whom the member may see: the own profile everybody, a hidden one itself alone, others everyone who is not hidden. */
  visible(member: Member): readonly VisibleProfile[]
  /**
   * A token for another user of the household, on the same device. UNAUTHORIZED for a wrong secret, NOT_FOUND for a
   * user whom the member may not see, RATE_LIMIT_EXCEEDED for a locked one, FORBIDDEN for an API key.
   */
  switchTo(member: Member, profileId: string, secret: string, client: Client): Promise<SignedIn>
  signOut(member: Member): Promise<void>
  /** Devices that the member may end: the own profile those of all. */
  devices(member: Member): Promise<readonly KnownDevice[]>
  /** By the app's device id; NOT_FOUND where there is none. */
  revokeDevice(member: Member, deviceId: string): Promise<void>
  renameDevice(member: Member, deviceId: string, name: string): Promise<void>
  /** Own profile alone; FORBIDDEN otherwise. The key itself is told once. */
  createApiKey(member: Member, name: string): Promise<ApiKey>
  apiKeys(member: Member): Promise<readonly ApiKey[]>
  /** By key or, for devices, access token. */
  revokeKey(member: Member, key: string): Promise<void>
  startQuickConnect(device: DeviceInfo, client: Client): Promise<QuickConnect>
  /** NOT_FOUND for an unknown or expired secret. */
  quickConnect(secret: string): Promise<QuickConnect>
  /** NOT_FOUND for an unknown or used code, RATE_LIMIT_EXCEEDED after too many wrong ones. */
  authorizeQuickConnect(member: Member, code: string): Promise<void>
  /** UNAUTHORIZED until it was authorised; works once. */
  redeemQuickConnect(secret: string, client: Client): Promise<SignedIn>
}
