import DataLoader from 'dataloader'
import type { LibraryItem } from '../../model/library-item.ts'
import type { User } from '../../model/household.ts'
import type { WatchEntry } from '../../model/watch.ts'
import type { Ask } from '../../services/library/deps.ts'
import type { ItemAccess } from '../../services/library/item-access.ts'
import type { LibraryService } from '../../services/library/service.ts'
import type { PlaylistService } from '../../services/playlists/service.ts'

/** Null if not even an id can be made. */
export function createEntryItemLoader(
  library: Pick<LibraryService, 'ofEntries'>,
  user: () => User,
) {
  return new DataLoader(async (entries: readonly WatchEntry[]) =>
    library.ofEntries(user(), entries),
  )
}

export function createWatchLoader(playlists: Pick<PlaylistService, 'states'>, user: () => User) {
  return new DataLoader(async (items: readonly LibraryItem[]) => playlists.states(user(), items))
}

/** Null for an unknown item. */
export function createSessionItemLoader(
  items: Pick<ItemAccess, 'summaries'>,
  user: () => User,
  ask: Ask,
) {
  return new DataLoader(async (ids: readonly string[]) => items.summaries(user(), ids, ask))
}
