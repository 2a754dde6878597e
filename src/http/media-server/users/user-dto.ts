import { enumName, wordsByName } from '../../../core/enum-name.ts'
import { scheduleDays } from '../../../model/access-times.ts'
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
    times: profile.times && {
      minutesPerDay: profile.times.minutesPerDay,
      schedules: profile.times.schedules.map((schedule) => ({
        ...schedule,
        dayOfWeek: enumName(schedule.dayOfWeek),
      })),
    },
    preferences: { ...chosen, subtitleMode: enumName(chosen.subtitleMode) },
  }
}

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
      ...limitsPolicy(user),
      ...timesPolicy(user),
      IsHidden: user.hidden,
      EnableRemoteControlOfOtherUsers: user.isOwner,
    },
  }
}

/** Genres stand among the tags, since the standard has no field for them. */
function limitsPolicy({ limits }: ShownUser) {
  if (!limits) return {}
  return {
    MaxParentalRating: limits.maxAge ?? undefined,
    BlockUnratedItems: limits.blockUnrated ? ['Movie', 'Series', 'Other'] : [],
    BlockedTags: limits.blockedGenres,
  }
}

/** The standard knows hours, and no minutes of a day. */
function timesPolicy({ id, times }: ShownUser) {
  if (!times) return {}
  return {
    AccessSchedules: times.schedules.map(({ dayOfWeek, startHour, endHour }, index) => ({
      Id: index + 1,
      UserId: id,
      DayOfWeek: dayNames[dayOfWeek],
      StartHour: startHour,
      EndHour: endHour,
    })),
    ...(times.minutesPerDay !== null && { service: { minutesPerDay: times.minutesPerDay } }),
  }
}

const dayNames = wordsByName(scheduleDays)

/** No user is an administrator: apps have nothing to administer here. */
const policy = {
  IsAdministrator: false,
  IsHidden: false,
  EnableCollectionManagement: true,
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
