import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { Cache } from '../../cache/cache.ts'
import type { DeviceProfile } from '../../model/device-profile.ts'
import type { DeviceStore } from '../../model/device-store.ts'
import type { User } from '../../model/household.ts'

export type DeviceProfiles = ReturnType<typeof createDeviceProfiles>

/** Apps send their device profile when they start, and may not repeat it for months. */
const keptMs = 180 * 86_400_000
/** Short, since another node may receive a newer profile. */
const rememberedMs = 30_000
/** Profiles of real apps take a few thousand bytes. */
const maxBytes = 24 * 1024

type Known = { readonly text: string; readonly profile: DeviceProfile | null }

/** Profiles of users' devices, as last reported. `stored` survives restarts and is shared by all nodes. */
export function createDeviceProfiles({ stored }: { stored: Pick<Cache, 'get' | 'set'> }) {
  const known = new LRUCache<string, Known>({ ...atMost(2_000), ttl: rememberedMs })

  return {
    async of(user: User): Promise<DeviceProfile | null> {
      const key = keyOf(user)
      const remembered = known.get(key)
      if (remembered) return remembered.profile
      const bytes = await stored.get(key)
      // The app may have reported one during the read.
      const said = known.get(key)
      if (said) return said.profile
      const text = bytes === null ? '' : Buffer.from(bytes).toString()
      const profile = text === '' ? null : (JSON.parse(text) as DeviceProfile)
      known.set(key, { text, profile })
      return profile
    },

    set(user: User, profile: DeviceProfile): void {
      const key = keyOf(user)
      const text = JSON.stringify(profile)
      if (Buffer.byteLength(text) > maxBytes || known.get(key)?.text === text) return
      known.set(key, { text, profile })
      // Not awaited: this process already has it.
      stored.set(key, Buffer.from(text), keptMs, user.configuration).catch(() => {})
    },
  }
}

/** A client that signs in without a device id counts as one device of its user. */
function keyOf({ configuration, profile, device }: User): string {
  return nameOf(configuration, device ? device.rowId : profile.id)
}

function nameOf(configuration: number, owner: number | string): string {
  return `device-profile:1:${configuration}:${owner}`
}

/** Devices that take their profiles with them: none is kept of one that is signed out. */
export function forgettingProfiles(
  devices: DeviceStore,
  stored: Pick<Cache, 'delete'>,
): DeviceStore {
  /** In the background: who signs out does not wait for it. */
  const forget = (configuration: number, gone: readonly number[]) => {
    for (const rowId of gone) stored.delete(nameOf(configuration, rowId)).catch(() => {})
  }

  return {
    ...devices,
    async insert(device) {
      const inserted = await devices.insert(device)
      forget(device.configuration, inserted.ended)
      return inserted
    },
    async remove(configuration, number) {
      const wasThere = await devices.remove(configuration, number)
      forget(configuration, [number])
      return wasThere
    },
  }
}

/** Of a configuration whose devices are still known, and of these users where they sign in without a device. */
export async function forgetDeviceProfiles(
  stored: Pick<Cache, 'delete'>,
  devices: Pick<DeviceStore, 'list'>,
  configuration: number,
  users: readonly string[],
): Promise<void> {
  const known = (await devices.list(configuration)).flatMap((one) => [one.rowId, one.profileId])
  const names = [...new Set([...known, ...users])].map((owner) => nameOf(configuration, owner))
  await Promise.all(names.map((name) => stored.delete(name)))
}
