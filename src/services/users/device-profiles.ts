import { LRUCache } from 'lru-cache'
import type { Cache } from '../../cache/cache.ts'
import type { DeviceProfile } from '../../model/device-profile.ts'
import type { User } from '../../model/household.ts'

export type DeviceProfiles = ReturnType<typeof createDeviceProfiles>

/** Apps say what their device plays when they begin, and may not say it again for long. */
const keptMs = 180 * 86_400_000
/** Other nodes may hear of another one meanwhile. */
const rememberedMs = 30_000
/** Those of real apps take a few thousand. */
const maxBytes = 24 * 1024

type Known = { readonly text: string; readonly profile: DeviceProfile | null }

/** What the devices of users play, as their apps said last. `stored` outlives a restart and is shared by all nodes. */
export function createDeviceProfiles({ stored }: { stored: Pick<Cache, 'get' | 'set'> }) {
  const known = new LRUCache<string, Known>({ max: 2_000, ttl: rememberedMs })

  return {
    /** Null where the app has not said it. */
    async of(user: User): Promise<DeviceProfile | null> {
      const key = keyOf(user)
      const remembered = known.get(key)
      if (remembered) return remembered.profile
      const bytes = await stored.get(key)
      // The app may have said it meanwhile.
      const said = known.get(key)
      if (said) return said.profile
      const text = bytes === null ? '' : Buffer.from(bytes).toString()
      const profile = text === '' ? null : (JSON.parse(text) as DeviceProfile)
      known.set(key, { text, profile })
      return profile
    },

    /** One that is too large to be kept is forgotten. */
    set(user: User, profile: DeviceProfile): void {
      const key = keyOf(user)
      const text = JSON.stringify(profile)
      if (Buffer.byteLength(text) > maxBytes || known.get(key)?.text === text) return
      known.set(key, { text, profile })
      // Nobody waits for it: this process knows it already.
      stored.set(key, Buffer.from(text), keptMs).catch(() => {})
    },
  }
}

/** A program that signs in without a device is one device of its user. */
function keyOf({ configuration, profile, device }: User): string {
  return `device-profile:1:${configuration}:${device ? device.rowId : profile.id}`
}
