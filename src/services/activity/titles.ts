import type { HistoryStore } from '../../model/history-store.ts'
import type { User } from '../../model/household.ts'
import type { ItemIds } from '../../model/item-ids.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { PlayedTitle } from '../../model/play-filter.ts'
import type { PlayStore } from '../../model/play-store.ts'
import type { WatchEntry } from '../../model/watch.ts'
import type { LibraryService } from '../library/service.ts'
import { readableProfiles } from '../users/access.ts'

type TitleDeps = {
  readonly plays: Pick<PlayStore, 'entriesOf'>
  readonly history: Pick<HistoryStore, 'historyIdOf'>
  readonly library: Pick<LibraryService, 'ofEntries' | 'refsOfEntries'>
}

export function readTitle(name: string): PlayedTitle {
  const end = name.indexOf(' ')
  return { space: name.slice(0, end) as PlayedTitle['space'], titleKey: name.slice(end + 1) }
}

export async function withNames<T extends { readonly title: PlayedTitle }>(
  plays: Pick<PlayStore, 'namesOf'>,
  { configuration }: User,
  counted: readonly T[],
): Promise<readonly (T & { readonly name: string | null })[]> {
  const names = await plays.namesOf(
    configuration,
    counted.map(({ title }) => title),
  )
  return counted.map((one, index) => ({ ...one, name: names[index]! }))
}

/** Films and series as the library shows them, without asking any source; null where not even an id can be made. */
export function itemsOfTitles(
  deps: TitleDeps,
  user: User,
  titles: readonly PlayedTitle[],
): Promise<readonly (LibraryItem | null)[]> {
  return ofKnown(deps, user, titles, (entries) => deps.library.ofEntries(user, entries))
}

export async function idsOfTitles(
  deps: TitleDeps & { readonly itemIds: Pick<ItemIds, 'encode'> },
  user: User,
  titles: readonly PlayedTitle[],
): Promise<readonly (string | null)[]> {
  const refs = await ofKnown(deps, user, titles, (entries) =>
    deps.library.refsOfEntries(user, entries),
  )
  return refs.map((ref) => ref && deps.itemIds.encode(ref))
}

async function ofKnown<Made>(
  { plays, history }: TitleDeps,
  user: User,
  titles: readonly PlayedTitle[],
  make: (entries: readonly WatchEntry[]) => Promise<readonly (Made | null)[]>,
): Promise<readonly (Made | null)[]> {
  const owners = new Set(readableProfiles(user).map(({ historyOwner }) => historyOwner))
  const historyIds = await Promise.all(
    [...owners].map((owner) => history.historyIdOf(user.configuration, owner)),
  )
  const entries = await plays.entriesOf(historyIds, titles)
  const made = (await make(entries.filter((entry) => entry !== null))).values()
  return entries.map((entry) => entry && (made.next().value ?? null))
}
