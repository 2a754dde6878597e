import type { HistoryStore } from '../../model/history-store.ts'
import type { User } from '../../model/household.ts'
import type { LibraryItem } from '../../model/library-item.ts'
import type { PlayedTitle, PlayStore } from '../../model/play-store.ts'
import type { LibraryService } from '../library/service.ts'
import { readableProfiles } from '../users/access.ts'

type TitleDeps = {
  readonly plays: Pick<PlayStore, 'entriesOf'>
  readonly history: Pick<HistoryStore, 'historyIdOf'>
  readonly library: Pick<LibraryService, 'ofEntries'>
}

export function readTitle(name: string): PlayedTitle {
  const end = name.indexOf(' ')
  return { space: name.slice(0, end) as PlayedTitle['space'], titleKey: name.slice(end + 1) }
}

/** Films and series as the library shows them, without asking any source; null where not even an id can be made. */
export async function itemsOfTitles(
  { plays, history, library }: TitleDeps,
  user: User,
  titles: readonly PlayedTitle[],
): Promise<readonly (LibraryItem | null)[]> {
  const owners = new Set(readableProfiles(user).map(({ historyOwner }) => historyOwner))
  const historyIds = await Promise.all(
    [...owners].map((owner) => history.historyIdOf(user.configuration, owner)),
  )
  const entries = await plays.entriesOf(historyIds, titles)
  const known = entries.filter((entry) => entry !== null)
  const items = (await library.ofEntries(user, known)).values()
  return entries.map((entry) => entry && (items.next().value ?? null))
}
