import type { Profile } from '../../../model/member.ts'
import { usualConfiguration } from '../../../model/user-configuration.ts'
import type { UserConfiguration } from '../../../model/user-configuration.ts'
import { tagOf } from '../items/item-dto.ts'
import { toConfigurationDto } from './user-configuration.ts'

const provider = 'Jellyfin.Server.Implementations.Users.DefaultAuthenticationProvider'
const resetProvider = 'Jellyfin.Server.Implementations.Users.DefaultPasswordResetProvider'

/** A user with everything that strict apps insist on. */
export function toUserDto(
  profile: Profile,
  serverId: string,
  serverName: string,
  chosen: UserConfiguration = usualConfiguration,
) {
  return {
    Name: profile.name,
    ServerId: serverId,
    ServerName: serverName,
    Id: profile.id,
    PrimaryImageTag: profile.avatar === null ? undefined : tagOf(profile.avatar),
    HasPassword: true,
    HasConfiguredPassword: true,
    HasConfiguredEasyPassword: profile.hasPin,
    EnableAutoLogin: false,
    Configuration: toConfigurationDto(chosen),
    Policy: {
      ...policy,
      IsHidden: profile.hidden,
      EnableRemoteControlOfOtherUsers: profile.own,
    },
  }
}

/** Nobody administers the server through an app: there is nothing to administer there. */
const policy = {
  IsAdministrator: false,
  IsHidden: false,
  EnableCollectionManagement: false,
  EnableSubtitleManagement: false,
  EnableLyricManagement: false,
  IsDisabled: false,
  BlockedTags: [],
  AllowedTags: [],
  EnableUserPreferenceAccess: true,
  AccessSchedules: [],
  BlockUnratedItems: [],
  EnableSharedDeviceControl: false,
  EnableRemoteAccess: true,
  EnableLiveTvManagement: false,
  EnableLiveTvAccess: false,
  EnableMediaPlayback: true,
  EnableAudioPlaybackTranscoding: false,
  EnableVideoPlaybackTranscoding: false,
  EnablePlaybackRemuxing: false,
  ForceRemoteSourceTranscoding: false,
  EnableContentDeletion: false,
  EnableContentDeletionFromFolders: [],
  EnableContentDownloading: false,
  EnableSyncTranscoding: false,
  EnableMediaConversion: false,
  EnabledDevices: [],
  EnableAllDevices: true,
  EnabledChannels: [],
  EnableAllChannels: true,
  EnabledFolders: [],
  EnableAllFolders: true,
  InvalidLoginAttemptCount: 0,
  LoginAttemptsBeforeLockout: -1,
  MaxActiveSessions: 0,
  EnablePublicSharing: false,
  BlockedMediaFolders: [],
  BlockedChannels: [],
  RemoteClientBitrateLimit: 0,
  AuthenticationProviderId: provider,
  PasswordResetProviderId: resetProvider,
  SyncPlayAccess: 'None',
} as const
