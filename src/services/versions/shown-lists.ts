import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { KeptList } from './kept-lists.ts'

/** A list that was shown. */
type Shown = {
  readonly lookedUpAt: number
  /** Mark of the version that it began with; null: it was empty. */
  readonly first: number | null
  /** Whether it was known what the device plays. */
  readonly judged: boolean
  /** Epoch milliseconds. */
  readonly at: number
}

/** For so long an app meets the list that it was shown before. */
const steadyMs = 120_000

/** What was shown last: what is played next is of that list, whatever has been found since. */
export function createShownLists(keepMs: number) {
  const shown = new LRUCache<string, Shown>({ ...atMost(10_000), ttl: keepMs })

  return {
    last: (key: string): Shown | undefined => shown.get(key),

    remember(keys: readonly string[], list: Omit<Shown, 'at'>): void {
      for (const key of keys) shown.set(key, { ...list, at: Date.now() })
    },

    /** The newest; for a moment the one that was shown just now, so that an app meets the same versions in the same order. */
    choose(lists: readonly KeptList[], key: string): KeptList | undefined {
      const last = shown.get(key)
      const steady =
        last && Date.now() - last.at < steadyMs
          ? lists.find(({ lookedUpAt }) => lookedUpAt === last.lookedUpAt)
          : undefined
      return steady ?? lists[0]
    },
  }
}

/** For those who ask with ids alone. */
export function anyoneKey({ ref, key }: LibraryItem): string {
  return `${ref.configuration} ${key}`
}

/** A device, or a user who asks without one. */
export function askerKey(item: LibraryItem, { device, profile }: User): string {
  return `${device?.rowId ?? profile.id} ${anyoneKey(item)}`
}
