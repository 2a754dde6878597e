import { wordsByName } from '../../../core/enum-name.ts'
import { playableMediaTypes } from '../../../model/device-capabilities.ts'
import { generalCommands } from '../../../model/remote-command.ts'
import { playbackOrders, playMethods, repeatModes } from '../../../model/watch.ts'
import type { SessionFieldsFragment } from '../../documents/documents.ts'
import { toItemDto } from '../items/item-dto.ts'
import { longDate, ticksOf } from '../transport/times.ts'

const mediaTypes = wordsByName(playableMediaTypes)
const commandNames = wordsByName(generalCommands)
const methods = wordsByName(playMethods)
const repeats = wordsByName(repeatModes)
const orders = wordsByName(playbackOrders)
const shownItem = { brief: true, fields: new Set<string>(), userData: true, images: true }

/** A device that is signed in, and what it plays. */
export function toSessionDto(session: SessionFieldsFragment, serverId: string) {
  const { nowPlaying: playing, item, user, device, capabilities, companions } = session
  const { remoteControllable } = session
  const seen = longDate(session.lastSeenAt)
  const media = capabilities.playableMediaTypes.map((type) => mediaTypes[type])
  const commands = capabilities.supportedCommands.map((name) => commandNames[name])
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
      PlayMethod: playing?.playMethod ? methods[playing.playMethod] : undefined,
      RepeatMode: repeats[playing?.repeatMode ?? 'REPEAT_NONE'],
      PlaybackOrder: orders[playing?.playbackOrder ?? 'DEFAULT'],
    },
    AdditionalUsers: companions.map(({ id, name }) => ({ UserId: id, UserName: name })),
    Capabilities: {
      PlayableMediaTypes: media,
      SupportedCommands: commands,
      SupportsMediaControl: capabilities.supportsMediaControl,
      SupportsPersistentIdentifier: capabilities.supportsPersistentIdentifier,
    },
    PlayableMediaTypes: media,
    Id: session.id,
    UserId: user.id,
    UserName: user.name,
    Client: device.client,
    LastActivityDate: seen,
    LastPlaybackCheckIn: playing ? longDate(playing.reportedAt) : seen,
    DeviceName: device.name,
    DeviceId: device.id,
    ApplicationVersion: device.version,
    NowPlayingItem: playing && item ? toItemDto(item, { ...shownItem, serverId }) : undefined,
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

/** Zero is a position too. */
function ticksOrNothing(ms: number | null): number | undefined {
  return ms === null ? undefined : ticksOf(ms)
}
