import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/entries.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { KeptList } from './kept-lists.ts'

type Shown = {
  readonly lookedUpAt: number
  readonly first: number | null
  readonly judged: boolean
  /** Epoch milliseconds. */
  readonly at: number
}

/** An app gets the list it was just shown for this long, so that versions and order do not change under it. */
const steadyMs = 120_000

/** Remembers the list last shown, since the next play refers to it even if newer lists exist. */
export function createShownLists(keepMs: number) {
  const shown = new LRUCache<string, Shown>({ ...atMost(10_000), ttl: keepMs })

  return {
    last: (key: string): Shown | undefined => shown.get(key),

    remember(keys: readonly string[], list: Omit<Shown, 'at'>): void {
      for (const key of keys) shown.set(key, { ...list, at: Date.now() })
    },

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

export function anyoneKey({ ref, key }: LibraryItem): string {
  return `${ref.configuration} ${key}`
}

export function askerKey(item: LibraryItem, { device, profile }: User): string {
  return `${device?.rowId ?? profile.id} ${anyoneKey(item)}`
}
