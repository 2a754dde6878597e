import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { DisplayPreferenceStore } from '../../model/device-store.ts'
import type { Household, User } from '../../model/household.ts'
import { usualConfiguration } from '../../model/user-configuration.ts'
import type { UserConfiguration } from '../../model/user-configuration.ts'
import { completed } from './complete-user-configuration.ts'
import type { UserConfigurationInput } from './complete-user-configuration.ts'

export type UserConfigurations = ReturnType<typeof createUserConfigurations>

const maxKnown = 5_000
/** Apps cannot write under an empty name. */
const client = ''
const name = 'configuration'

export type UserConfigurationOptions = {
  readonly store: DisplayPreferenceStore
  /** Whether no other process changes them, so that they can be cached. */
  readonly isAlone: boolean
}

export function createUserConfigurations({ store, isAlone }: UserConfigurationOptions) {
  const known = isAlone ? new LRUCache<string, UserConfiguration>(atMost(maxKnown)) : null
  const keyOf = (configuration: number, profileId: string) => `${configuration} ${profileId}`

  async function of({ configuration, profile }: User): Promise<UserConfiguration> {
    const key = keyOf(configuration, profile.id)
    const remembered = known?.get(key)
    if (remembered) return remembered
    const found = parsed(await store.get(configuration, profile.id, client, name))
    // It may have changed during the read.
    const changed = known?.get(key)
    if (changed) return changed
    known?.set(key, found)
    return found
  }

  async function readable(user: User): Promise<ReadonlyMap<string, UserConfiguration>> {
    const { configuration, profile, profiles } = user
    const ids = profile.isOwner ? profiles.map(({ id }) => id) : [profile.id]
    const found = await store.ofProfiles(configuration, ids, client, name)
    return new Map([...found].map(([id, text]) => [id, parsed(text)]))
  }

  return {
    of,

    /** Empty for users whose settings the caller may not read: only the first user reads those of others. */
    readable,

    async ofUsers(user: User, ids: readonly string[]): Promise<UserConfiguration[]> {
      const alone = ids.every((id) => id === user.profile.id)
      const found = alone ? new Map([[user.profile.id, await of(user)]]) : await readable(user)
      return ids.map((id) => found.get(id) ?? usualConfiguration)
    },

    /** Replaces everything; fields left out get their default. Returns what was kept. */
    async set(user: User, input: UserConfigurationInput): Promise<UserConfiguration> {
      const { configuration, profile } = user
      const value = completed(input, await of(user))
      await store.set(configuration, profile.id, client, name, JSON.stringify(value))
      known?.set(keyOf(configuration, profile.id), value)
      return value
    },

    async prune({ configuration, profiles }: Household): Promise<void> {
      await store.keepProfiles(
        configuration,
        profiles.map(({ id }) => id),
      )
      known?.clear()
    },
  }
}

function parsed(text: string | null): UserConfiguration {
  return text === null
    ? usualConfiguration
    : { ...usualConfiguration, ...(JSON.parse(text) as Partial<UserConfiguration>) }
}
