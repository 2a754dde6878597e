import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { Household, Profile } from '../../model/member.ts'
import type { SourceClient } from '../../model/source-client.ts'
import type { SourceManifest, WatchStateSupport } from '../../model/source-manifest.ts'
import type { Source } from '../../model/source.ts'
import type { UserData } from '../../model/user-data.ts'
import { sourcesOf } from '../caller.ts'
import { findByName } from '../profiles/households.ts'
import type { NativeName } from './trackers.ts'

type Entry = NonNullable<UserData['trackers']>[number]

/** A source that is, or may be, a tracker of a profile. */
export type SourceTracker = {
  /** `source:` and its id. */
  readonly tracker: string
  readonly source: Source
}

export type Candidates = ReturnType<typeof createCandidates>

const rememberMs = 3_600_000

/** Which trackers the profiles of a household have. */
export function createCandidates(client: Pick<SourceClient, 'manifest'>) {
  const known = new LRUCache<string, { support: WatchStateSupport | null; name: string }>({
    ...atMost(5_000),
    ttl: rememberMs,
  })

  /** What the source's manifest says. Fails as the source does. */
  async function learn(source: Source, signal?: AbortSignal) {
    const remembered = known.get(source.url)
    if (remembered) return remembered
    const { value } = await client.manifest(source, signal ? { signal } : {})
    const told = { support: value.watchState, name: nameOf(source, value) }
    known.set(source.url, told)
    return told
  }

  return {
    learn,

    /** Sources that are trackers of this profile, and those of which that is not known yet. */
    sources(household: Household, profile: Profile): readonly SourceTracker[] {
      const { sources = [], trackers = [] } = household.userData
      if (sources.length === 0) return []
      return sourcesOf(household.userData).flatMap((source) => {
        const told = known.get(source.url)
        if (told && told.support === null) return []
        const entry = trackers.find((one) => isOf(one, source))
        return serves(entry, household, profile) ? [{ tracker: trackerOf(source), source }] : []
      })
    },

    /** The source behind a tracker's name, whether it is a tracker or not; null where the configuration has none. */
    find(
      household: Household,
      profile: Profile,
      tracker: string,
    ): { readonly source: Source; readonly isOn: boolean } | null {
      const { sources = [], trackers = [] } = household.userData
      // One that is switched off is still there.
      const all = sourcesOf({ sources: sources.map((one) => ({ ...one, enabled: true })) })
      const index = all.findIndex((one) => trackerOf(one) === tracker)
      const source = all[index]
      if (!source) return null
      const entry = trackers.find((one) => isOf(one, source))
      const isOn = sources[index]!.enabled !== false && serves(entry, household, profile)
      return { source, isOn }
    },

    /** Whether the configuration leaves a native tracker on for the profile. */
    isOn({ userData }: Household, name: NativeName): boolean {
      return (userData.trackers ?? []).every(
        ({ type, enabled }) => type.toLowerCase() !== name || enabled !== false,
      )
    },
  }
}

/** Other than the address itself, it may be kept anywhere. */
export function markOf(source: Source): string {
  return hash('sha256', source.url, 'base64url')
}

function isOf(entry: Entry, { id, name }: Source): boolean {
  return entry.id === id || entry['source'] === id || (name !== null && entry['source'] === name)
}

/** Without an entry that says otherwise, a source serves the first user alone. */
function serves(entry: Entry | undefined, household: Household, profile: Profile): boolean {
  if (entry?.enabled === false) return false
  if (!entry?.user || entry.user.toLowerCase() === 'owner') return profile.own
  return findByName(household, entry.user)?.id === profile.id
}

function nameOf({ name }: Source, manifest: SourceManifest): string {
  return (name ?? manifest.name).slice(0, 100)
}

/** By its id, or by its address where the configuration gives it none: its place may change. */
function trackerOf(source: Source): string {
  const { id } = source
  if (id.startsWith('#')) return `source:${markOf(source)}`
  return `source:${id.length <= 100 ? id : hash('sha256', id)}`
}
