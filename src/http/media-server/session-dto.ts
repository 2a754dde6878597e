import type { DeviceSession } from '../../services/playing/playing.ts'
import type { ItemDto } from './item-dto.ts'
import { dateText, ticksOf } from './times.ts'

/** A device that is signed in, and what it plays. */
export function toSessionDto(session: DeviceSession, serverId: string, item: ItemDto | null) {
  const { playing, profile, device, capabilities } = session
  const seen = dateText(session.lastSeenAt)
  const media = strings(capabilities?.['PlayableMediaTypes'])
  const commands = strings(capabilities?.['SupportedCommands'])
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
      RepeatMode: 'RepeatNone',
      PlaybackOrder: 'Default',
    },
    AdditionalUsers: [],
    Capabilities: {
      PlayableMediaTypes: media,
      SupportedCommands: commands,
      SupportsMediaControl: false,
      SupportsPersistentIdentifier: true,
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
    // Nobody sends commands to other people's devices here.
    SupportsMediaControl: false,
    SupportsRemoteControl: false,
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

const knownTypes = new Set(['Unknown', 'Video', 'Audio', 'Photo', 'Book'])

function strings(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return list.filter((entry) => typeof entry === 'string' && knownTypes.has(entry)).slice(0, 20)
}
