import type { UserConfiguration } from '../../../model/user-configuration.ts'
import type { SignedIn } from '../../../services/profiles/profiles.ts'
import { toSessionDto } from '../playback/session-dto.ts'
import { toUserDto } from './user-dto.ts'

/** The answer to every way of signing in. */
export function toSignedInDto(
  { member, accessToken }: SignedIn,
  serverId: string,
  serverName: string,
  chosen: UserConfiguration,
) {
  const now = Date.now()
  const session = {
    id: member.profile.id,
    profile: member.profile,
    device: member.device!,
    lastSeenAt: now,
    playing: null,
    capabilities: null,
    companions: [],
    remoteControllable: false,
  }
  return {
    User: {
      ...toUserDto(member.profile, serverId, serverName, chosen),
      LastLoginDate: new Date(now).toISOString(),
    },
    SessionInfo: toSessionDto(session, serverId, null),
    AccessToken: accessToken,
    ServerId: serverId,
  }
}
