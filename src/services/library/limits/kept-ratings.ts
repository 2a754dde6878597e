import { hash } from 'node:crypto'
import type { Cache } from '../../../cache/cache.ts'
import { fromJsonBytes, jsonBytes } from '../../../core/json.ts'
import type { Identity } from '../../../library/identity.ts'
import type { Rated } from '../../../library/limits.ts'
import type { Household } from '../../../model/household.ts'
import type { UserData } from '../../../model/user-data.ts'
import { sourcesOf } from '../../configured-sources.ts'

/** Sources know a title as one type, and nothing of it as another: it is asked for as each of these. */
export type RatedTitle = { readonly identity: Identity; readonly types: readonly string[] }

export type ReadRating = {
  readonly rated: Rated
  /** Whether any source has the title. */
  readonly isDescribed: boolean
  /** The IMDb ids that sources give for it. */
  readonly imdbIds: readonly string[]
  /** Whether a source failed that might know more. */
  readonly lacks: boolean
}

export type StoredRating = ReadRating & { readonly readAt: number; readonly failures: number }

type Kept = Omit<StoredRating, 'rated'> & Rated

/** Ratings of titles that nobody viewed for this long are looked up again. */
const keptMs = 14 * 86_400_000

/** Ratings that sources gave, shared by all nodes and kept across restarts. Changing the sources starts over. Never fails. */
export function createKeptRatings(stored: Pick<Cache, 'get' | 'set'> | null) {
  const prefixes = new WeakMap<UserData, string>()

  function prefixOf(household: Household): string {
    const known = prefixes.get(household.userData)
    if (known !== undefined) return known
    const text = JSON.stringify(sourcesOf(household))
    const prefix = `rating:3:${hash('sha256', text, 'base64url')}`
    prefixes.set(household.userData, prefix)
    return prefix
  }

  const keyOf = (household: Household, { identity, types }: RatedTitle): string =>
    `${prefixOf(household)}:${JSON.stringify(types)}:${identity.text}`

  return {
    async of(household: Household, title: RatedTitle): Promise<StoredRating | null> {
      try {
        const bytes = await stored?.get(keyOf(household, title))
        if (!bytes) return null
        const { age, foldedGenres, ...rest } = fromJsonBytes(bytes) as Kept
        return { rated: { age, foldedGenres }, ...rest }
      } catch {
        return null
      }
    },

    keep(household: Household, title: RatedTitle, { rated, ...rest }: StoredRating): void {
      const kept: Kept = { ...rated, ...rest }
      stored?.set(keyOf(household, title), jsonBytes(kept), keptMs).catch(() => {})
    },
  }
}
