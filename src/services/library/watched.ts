import { unseen } from '../../library/order.ts'
import type { Seen } from '../../library/order.ts'
import type { ItemQuery } from '../../model/item-query.ts'
import type { ItemKind } from '../../model/item-ref.ts'
import type { Member } from '../../model/member.ts'
import type { EntryQuery } from '../../model/history-store.ts'
import type { WatchEntry } from '../../model/watch.ts'
import type { HistoryService } from '../history/history.ts'

/** Entries of one person that are looked at for one list. */
const maxEntries = 50_000

const anyEntry: EntryQuery = {
  kinds: null,
  played: null,
  resumable: null,
  favorite: null,
  liked: null,
  titleKeys: null,
  order: 'lastPlayedAt',
  descending: true,
  start: 0,
  limit: maxEntries,
}

/** Whether a list begins with what the viewer has done, so that titles which no catalog lists any more are in it. */
export function isOfHistory({ played, resumable, favorite, liked }: ItemQuery): boolean {
  return played === true || resumable === true || favorite === true || liked !== null
}

/** The entries that a list begins with. */
export function entryQueryOf(
  { played, resumable, favorite, liked }: ItemQuery,
  kinds: readonly ItemKind[],
  page: Pick<EntryQuery, 'order' | 'descending' | 'start' | 'limit'> = anyEntry,
): EntryQuery {
  const wanted = (value: boolean | null): true | null => (value === true ? true : null)
  return {
    ...anyEntry,
    kinds,
    played: wanted(played),
    resumable: wanted(resumable),
    favorite: wanted(favorite),
    liked,
    ...page,
  }
}

/** What the viewer has done with titles, by their keys: for sorting, and for leaving out what was played. */
export async function seenTitles(
  history: Pick<HistoryService, 'entries'>,
  member: Member,
): Promise<ReadonlyMap<string, Seen & { readonly resumable: boolean }>> {
  const seen = new Map<string, Seen & { resumable: boolean }>()
  for (const entry of await history.entries(member, anyEntry)) {
    const { titleKey, itemKey } = entry
    const before = seen.get(titleKey) ?? { ...unseen, resumable: false }
    // Of a series only its own entry says that it is a favourite; its episodes say when it was seen last.
    const own = titleKey === itemKey
    seen.set(titleKey, {
      lastPlayedAt: Math.max(before.lastPlayedAt, entry.lastPlayedAt ?? 0),
      playCount: before.playCount + entry.playCount,
      played: before.played || (own && entry.played),
      favorite: before.favorite || (own && entry.favorite),
      resumable: before.resumable || (own && isBegun(entry)),
    })
  }
  return seen
}

function isBegun({ positionMs }: WatchEntry): boolean {
  return positionMs > 0
}
