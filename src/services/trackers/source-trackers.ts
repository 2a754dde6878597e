import type { NativeTracker } from '../../model/tracker-names.ts'
import { cutText } from '../../core/cut-text.ts'
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { Household, Profile } from '../../model/household.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { WatchStateSupport } from '../../model/source-manifest.ts'
import type { Source } from '../../model/source.ts'
import type { UserData } from '../../model/user-data.ts'
import { sourcesOf } from '../configured-sources.ts'
import { findByName } from '../users/households.ts'

type Entry = NonNullable<UserData['trackers']>[number]

/** A source that is or may be a tracker of a profile. */
export type SourceTracker = {
  /** `source:` and the source's id. */
  readonly tracker: string
  readonly source: Source
}

export type SourceSupport = {
  readonly support: WatchStateSupport | null
  readonly name: string
}

export type SourceTrackers = ReturnType<typeof createSourceTrackers>

const rememberMs = 3_600_000
const maxName = 100
const maxId = 100

/** Which sources of a household are trackers, and for whom. */
export function createSourceTrackers(client: Pick<SourceClient, 'manifest'>) {
  const known = new LRUCache<string, SourceSupport>({ ...atMost(5_000), ttl: rememberMs })

  return {
    async supportOf(source: Source, signal?: AbortSignal): Promise<SourceSupport> {
      const remembered = known.get(source.url)
      if (remembered) return remembered
      const { value } = await client.manifest(source, signal ? { signal } : {})
      const name = cutText(source.name ?? value.name, maxName)
      const found = { support: value.watchState, name }
      known.set(source.url, found)
      return found
    },

    /** Includes sources whose manifest is not known yet. */
    of(household: Household, profile: Profile): readonly SourceTracker[] {
      const { sources = [], trackers = [] } = household.userData
      if (sources.length === 0) return []
      return sourcesOf(household).flatMap((source) => {
        if (known.get(source.url)?.support === null) return []
        const entry = trackers.find((one) => isEntryOf(one, source))
        return serves(entry, household, profile) ? [{ tracker: trackerOf(source), source }] : []
      })
    },
  }
}

/** The source of a tracker name, even if it is no tracker. */
export function findSource(
  household: Household,
  profile: Profile,
  tracker: string,
): { readonly source: Source; readonly isOn: boolean } | null {
  const { sources = [], trackers = [] } = household.userData
  // Disabled sources count.
  const enabled = sources.map((one) => ({ ...one, enabled: true }))
  const all = sourcesOf({ ...household, userData: { sources: enabled } })
  const index = all.findIndex((one) => trackerOf(one) === tracker)
  const source = all[index]
  if (!source) return null
  const entry = trackers.find((one) => isEntryOf(one, source))
  const isOn = sources[index]!.enabled !== false && serves(entry, household, profile)
  return { source, isOn }
}

export function isProviderOn({ userData }: Household, name: NativeTracker): boolean {
  return (userData.trackers ?? []).every(
    ({ type, enabled }) => type.toLowerCase() !== name || enabled !== false,
  )
}

/** Identifies an address without storing it, since it may contain a secret. */
export function addressMarkOf(source: Source): string {
  return hash('sha256', source.url, 'base64url')
}

function isEntryOf(entry: Entry, { id, name }: Source): boolean {
  return entry.id === id || entry['source'] === id || (name !== null && entry['source'] === name)
}

/** By default, a source serves the first user only. */
function serves(entry: Entry | undefined, household: Household, profile: Profile): boolean {
  if (entry?.enabled === false) return false
  if (!entry?.user || entry.user.toLowerCase() === 'owner') return profile.isOwner
  return findByName(household, entry.user)?.id === profile.id
}

/** By id, or by address if it has none, since its position may change. */
function trackerOf(source: Source): string {
  const { id } = source
  if (id.startsWith('#')) return `source:${addressMarkOf(source)}`
  return `source:${id.length <= maxId ? id : hash('sha256', id)}`
}
