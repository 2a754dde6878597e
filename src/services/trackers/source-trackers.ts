import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { Household, Profile } from '../../model/household.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { WatchStateSupport } from '../../model/source-manifest.ts'
import type { Source } from '../../model/source.ts'
import type { UserData } from '../../model/user-data.ts'
import { sourcesOf } from '../caller.ts'
import { findByName } from '../users/households.ts'
import type { ProviderName } from './providers.ts'

type Entry = NonNullable<UserData['trackers']>[number]

/** A source that is, or may be, a tracker of a profile. */
export type SourceTracker = {
  /** `source:` and its id. */
  readonly tracker: string
  readonly source: Source
}

/** What a source's manifest says. */
export type SourceSupport = {
  /** Null: the source is no tracker. */
  readonly support: WatchStateSupport | null
  readonly name: string
}

export type SourceTrackers = ReturnType<typeof createSourceTrackers>

const rememberMs = 3_600_000
const maxName = 100
const maxId = 100

/** Which sources of a household's configuration are trackers, and of whom. */
export function createSourceTrackers(client: Pick<SourceClient, 'manifest'>) {
  const known = new LRUCache<string, SourceSupport>({ ...atMost(5_000), ttl: rememberMs })

  return {
    /** Rejects as the request for the manifest does. */
    async supportOf(source: Source, signal?: AbortSignal): Promise<SourceSupport> {
      const remembered = known.get(source.url)
      if (remembered) return remembered
      const { value } = await client.manifest(source, signal ? { signal } : {})
      const name = (source.name ?? value.name).slice(0, maxName)
      const found = { support: value.watchState, name }
      known.set(source.url, found)
      return found
    },

    /** Trackers of the profile, and sources of which it is not known yet whether they are one. */
    of(household: Household, profile: Profile): readonly SourceTracker[] {
      const { sources = [], trackers = [] } = household.userData
      if (sources.length === 0) return []
      return sourcesOf(household.userData).flatMap((source) => {
        if (known.get(source.url)?.support === null) return []
        const entry = trackers.find((one) => isEntryOf(one, source))
        return serves(entry, household, profile) ? [{ tracker: trackerOf(source), source }] : []
      })
    },
  }
}

/** The source behind a tracker's name, whether it is a tracker or not; null where the configuration has none. */
export function findSource(
  household: Household,
  profile: Profile,
  tracker: string,
): { readonly source: Source; readonly isOn: boolean } | null {
  const { sources = [], trackers = [] } = household.userData
  // A source that is switched off is still there.
  const all = sourcesOf({ sources: sources.map((one) => ({ ...one, enabled: true })) })
  const index = all.findIndex((one) => trackerOf(one) === tracker)
  const source = all[index]
  if (!source) return null
  const entry = trackers.find((one) => isEntryOf(one, source))
  const isOn = sources[index]!.enabled !== false && serves(entry, household, profile)
  return { source, isOn }
}

/** Whether the configuration leaves a provider on. */
export function isProviderOn({ userData }: Household, name: ProviderName): boolean {
  return (userData.trackers ?? []).every(
    ({ type, enabled }) => type.toLowerCase() !== name || enabled !== false,
  )
}

/** Stands for a source's address, which may hold a secret, where the address must not be stored. */
export function addressMarkOf(source: Source): string {
  return hash('sha256', source.url, 'base64url')
}

function isEntryOf(entry: Entry, { id, name }: Source): boolean {
  return entry.id === id || entry['source'] === id || (name !== null && entry['source'] === name)
}

/** Without an entry that says otherwise, a source serves the first user alone. */
function serves(entry: Entry | undefined, household: Household, profile: Profile): boolean {
  if (entry?.enabled === false) return false
  if (!entry?.user || entry.user.toLowerCase() === 'owner') return profile.isOwner
  return findByName(household, entry.user)?.id === profile.id
}

/** By its id, or by its address where the configuration gives it none: its place may change. */
function trackerOf(source: Source): string {
  const { id } = source
  if (id.startsWith('#')) return `source:${addressMarkOf(source)}`
  return `source:${id.length <= maxId ? id : hash('sha256', id)}`
}
