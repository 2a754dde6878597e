import { LRUCache } from 'lru-cache'
import type { PreferenceStore } from '../../model/device-store.ts'
import type { Household, Member } from '../../model/member.ts'
import { usualConfiguration } from '../../model/user-configuration.ts'
import type { UserConfiguration } from '../../model/user-configuration.ts'

export type UserConfigurations = ReturnType<typeof createUserConfigurations>

const maxKnown = 5_000
/** No app can write under an empty name. */
const client = ''
const name = 'configuration'

export type UserConfigurationOptions = {
  readonly store: PreferenceStore
  /** Whether no other process changes them: what was read once need not be read again. */
  readonly isAlone: boolean
}

/** What each user has chosen, beside what apps keep for themselves. */
export function createUserConfigurations({ store, isAlone }: UserConfigurationOptions) {
  const known = isAlone ? new LRUCache<string, UserConfiguration>({ max: maxKnown }) : null
  const keyOf = (configuration: number, profileId: string) => `${configuration} ${profileId}`

  return {
    async of({ configuration, profile }: Member): Promise<UserConfiguration> {
      const key = keyOf(configuration, profile.id)
      const remembered = known?.get(key)
      if (remembered) return remembered
      const found = parsed(await store.get(configuration, profile.id, client, name))
      // It may have been changed meanwhile.
      const changed = known?.get(key)
      if (changed) return changed
      known?.set(key, found)
      return found
    },

    /** Of all users whom the member may know that much of: the first user everybody, others themselves. The rest have chosen nothing, as far as they hear. */
    async readable(member: Member): Promise<ReadonlyMap<string, UserConfiguration>> {
      const { configuration, profile, profiles } = member
      const ids = profile.own ? profiles.map(({ id }) => id) : [profile.id]
      const found = await store.ofProfiles(configuration, ids, client, name)
      return new Map([...found].map(([id, text]) => [id, parsed(text)]))
    },

    async set({ configuration, profile }: Member, value: UserConfiguration): Promise<void> {
      await store.set(configuration, profile.id, client, name, JSON.stringify(value))
      known?.set(keyOf(configuration, profile.id), value)
    },

    /** Removes everything that apps kept for users who are no longer there. */
    async prune({ configuration, profiles }: Household): Promise<void> {
      await store.keepProfiles(
        configuration,
        profiles.map(({ id }) => id),
      )
      known?.clear()
    },
  }
}

/** What a later release adds has its usual value. */
function parsed(text: string | null): UserConfiguration {
  return text === null
    ? usualConfiguration
    : { ...usualConfiguration, ...(JSON.parse(text) as Partial<UserConfiguration>) }
}
