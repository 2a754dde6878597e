import type { DeviceInfo } from '../../../model/household.ts'
import { toSessionDto } from '../playback/session-dto.ts'
import { toUserDto } from './user-dto.ts'
import type { ServerNames, ShownUser } from './user-dto.ts'

export type ShownSignIn = {
  readonly user: ShownUser
  readonly device: DeviceInfo
  readonly accessToken: string
}

/** An app says what it can do once it is signed in. */
const noCapabilities = {
  playableMediaTypes: [],
  supportedCommands: [],
  supportsMediaControl: false,
  supportsPersistentIdentifier: true,
}

export function toSignedInDto({ user, device, accessToken }: ShownSignIn, server: ServerNames) {
  const now = new Date().toISOString()
  const session = {
    id: user.id,
    user,
    device,
    lastSeenAt: now,
    nowPlaying: null,
    item: null,
    capabilities: noCapabilities,
    companions: [],
    remoteControllable: false,
  }
  return {
    User: { ...toUserDto(user, server), LastLoginDate: now },
    SessionInfo: toSessionDto(session, server.serverId),
    AccessToken: accessToken,
    ServerId: server.serverId,
  }
}
