import { enumName } from '../../../core/enum-name.ts'
import type { Profile } from '../../../model/household.ts'
import { usualConfiguration } from '../../../model/user-configuration.ts'
import type { UserConfiguration } from '../../../model/user-configuration.ts'
import type { PreferenceFieldsFragment, UserFieldsFragment } from '../../documents/documents.ts'
import type { MediaServerOptions } from '../transport/route.ts'
import { tagOf } from '../items/item-dto.ts'
import { toConfigurationDto } from './user-configuration.ts'

const provider = 'Jellyfin.Server.Implementations.Users.DefaultAuthenticationProvider'
const resetProvider = 'Jellyfin.Server.Implementations.Users.DefaultPasswordResetProvider'

export type ShownUser = UserFieldsFragment & { readonly preferences: PreferenceFieldsFragment }

export type ServerNames = Pick<MediaServerOptions, 'serverId' | 'serverName'>

/** For sign-in, which runs no document. */
export function toShownUser(
  profile: Profile,
  chosen: UserConfiguration = usualConfiguration,
): ShownUser {
  return {
    ...profile,
    preferences: { ...chosen, subtitleMode: enumName(chosen.subtitleMode) },
  }
}

/** Includes everything that strict apps require. */
export function toUserDto(user: ShownUser, { serverId, serverName }: ServerNames) {
  return {
    Name: user.name,
    ServerId: serverId,
    ServerName: serverName,
    Id: user.id,
    PrimaryImageTag: user.avatar === null ? undefined : tagOf(user.avatar),
    HasPassword: true,
    HasConfiguredPassword: true,
    HasConfiguredEasyPassword: user.hasPin,
    EnableAutoLogin: false,
    Configuration: toConfigurationDto(user.preferences),
    Policy: {
      ...policy,
      IsHidden: user.hidden,
      EnableRemoteControlOfOtherUsers: user.isOwner,
    },
  }
}

/** No user is an administrator: apps have nothing to administer here. */
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
