import { knownWords } from '../../core/known-words.ts'
import { playableMediaTypes } from '../../model/device-capabilities.ts'
import type { DeviceCapabilities } from '../../model/device-capabilities.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import { generalCommands } from '../../model/remote-command.ts'
import type { User } from '../../model/household.ts'
import type { SessionStore } from '../../model/session-store.ts'
import type { DeviceProfiles } from '../users/device-profiles.ts'
import { toDeviceProfile } from '../versions/device-profile-input.ts'
import type { DeviceProfileInput } from '../versions/device-profile-input.ts'

type Stored = Readonly<Record<string, unknown>>

type Deps = {
  readonly store: Pick<SessionStore, 'setCapabilities'>
  readonly events: Pick<LiveEvents, 'publish'>
  readonly deviceProfiles: Pick<DeviceProfiles, 'set'>
}

type CapabilitiesInput = DeviceCapabilities & {
  /** What the device plays. It is stored; if absent, nothing changes. */
  readonly device?: DeviceProfileInput | null | undefined
}

export type SetCapabilities = ReturnType<typeof createSetCapabilities>

/** Keeps what the app of the caller can do. A program that signs in without a device has nothing to keep it for. */
export function createSetCapabilities({ store, events, deviceProfiles }: Deps) {
  return async (user: User, { device, ...capabilities }: CapabilitiesInput): Promise<true> => {
    if (device) deviceProfiles.set(user, toDeviceProfile(device))
    if (!user.device) return true
    await store.setCapabilities(user.device.rowId, toStored(capabilities))
    events.publish({ kind: 'sessions', configuration: user.configuration })
    return true
  }
}

function toStored(capabilities: DeviceCapabilities): Stored {
  return {
    PlayableMediaTypes: knownWords(capabilities.playableMediaTypes, playableMediaTypes),
    SupportedCommands: knownWords(capabilities.supportedCommands, generalCommands),
    SupportsMediaControl: capabilities.supportsMediaControl,
    SupportsPersistentIdentifier: capabilities.supportsPersistentIdentifier,
  }
}

/** Null if the app sent none. Older rows hold what apps sent, unchecked. */
export function readCapabilities(stored: Stored | null): DeviceCapabilities {
  return {
    playableMediaTypes: knownWords(stored?.['PlayableMediaTypes'], playableMediaTypes),
    supportedCommands: knownWords(stored?.['SupportedCommands'], generalCommands),
    supportsMediaControl: stored?.['SupportsMediaControl'] === true,
    supportsPersistentIdentifier: stored?.['SupportsPersistentIdentifier'] !== false,
  }
}
