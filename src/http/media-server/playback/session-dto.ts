import { generalCommands } from '../../../model/remote-command.ts'
import type { DeviceSession } from '../../../services/sessions/device-session.ts'
import type { ItemDto } from '../items/item-dto.ts'
import { dateText, ticksOf } from '../transport/times.ts'

type ShownSession = Omit<DeviceSession, 'rowId' | 'socket' | 'profile'> & {
  readonly profile: Pick<DeviceSession['profile'], 'id' | 'name'>
}

/** A device that is signed in, and what it plays. */
export function toSessionDto(session: ShownSession, serverId: string, item: ItemDto | null) {
  const { playing, profile, device, capabilities, companions, remoteControllable } = session
  const seen = dateText(session.lastSeenAt)
  const media = wordsOf(capabilities?.['PlayableMediaTypes'], mediaTypes)
  const commands = wordsOf(capabilities?.['SupportedCommands'], generalCommands)
  return {
    PlayState: {
      PositionTicks: ticksOrNothing(playing?.positionMs ?? null),
      CanSeek: playing?.canSeek ?? false,
      IsPaused: playing?.paused ?? false,
      IsMuted: playing?.muted ?? false,
      VolumeLevel: playing?.volume ?? undefined,
      AudioStreamIndex: playing?.audioIndex ?? undefined,
      SubtitleStreamIndex: playing?.subtitleIndex ?? undefined,
      MediaSourceId: playing?.mediaSourceId ?? undefined,
      PlayMethod: playMethod(playing?.playMethod ?? null),
      RepeatMode: playing?.repeatMode ?? 'RepeatNone',
      PlaybackOrder: playing?.playbackOrder ?? 'Default',
    },
    AdditionalUsers: companions.map(({ id, name }) => ({ UserId: id, UserName: name })),
    Capabilities: {
      PlayableMediaTypes: media,
      SupportedCommands: commands,
      SupportsMediaControl: capabilities?.['SupportsMediaControl'] === true,
      SupportsPersistentIdentifier: capabilities?.['SupportsPersistentIdentifier'] !== false,
    },
    PlayableMediaTypes: media,
    Id: session.id,
    UserId: profile.id,
    UserName: profile.name,
    Client: device.client,
    LastActivityDate: seen,
    LastPlaybackCheckIn: playing ? dateText(playing.reportedAt) : seen,
    DeviceName: device.name,
    DeviceId: device.id,
    ApplicationVersion: device.version,
    NowPlayingItem: playing && item ? item : undefined,
    IsActive: true,
    SupportsMediaControl: remoteControllable,
    SupportsRemoteControl: remoteControllable,
    NowPlayingQueue: [],
    NowPlayingQueueFullItems: [],
    HasCustomDeviceName: false,
    ServerId: serverId,
    SupportedCommands: commands,
  }
}

/** The beginning is a place too. */
function ticksOrNothing(ms: number | null): number | undefined {
  return ms === null ? undefined : ticksOf(ms)
}

function playMethod(method: string | null): string | undefined {
  return ['Transcode', 'DirectStream', 'DirectPlay'].find((known) => known === method)
}

const mediaTypes = ['Unknown', 'Video', 'Audio', 'Photo', 'Book']

/** Apps send lists, or one text with commas; what the standard does not know is left out. */
function wordsOf(value: unknown, known: readonly string[]): readonly string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  const words = new Set(list.filter((word): word is string => typeof word === 'string'))
  return known.filter((word) => words.has(word))
}
